const name = 'chat-app.visible';

/** Holds a shared lock while this tab is visible. The browser releases it if the tab crashes. Returns a disposer. */
export function markVisibleTab(): () => void {
  let release = () => {};
  const update = () => {
    release();
    release = document.visibilityState === 'visible' ? hold() : () => {};
  };
  update();
  document.addEventListener('visibilitychange', update);
  return () => {
    document.removeEventListener('visibilitychange', update);
    release();
  };
}

/** Whether any tab of the app in this browser is visible. Without Web Locks, checks only this tab. */
export async function isAnyTabVisible(): Promise<boolean> {
  if (document.visibilityState === 'visible') return true;
  const { held } = (await (navigator.locks as LockManager | undefined)?.query()) ?? {};
  return held?.some((lock) => lock.name === name) ?? false;
}

function hold(): () => void {
  const locks: LockManager | undefined = navigator.locks;
  const control = new AbortController();
  let end = () => {};
  const held = new Promise<void>((resolve) => {
    end = resolve;
  });
  locks?.request(name, { mode: 'shared', signal: control.signal }, () => held).catch(() => {});
  return () => {
    end();
    control.abort();
  };
}
