const name = 'chat-app.visible';

/** Marks this tab as seen while somebody can see it. Returns how to stop. A tab that crashes is unmarked by the browser. */
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

/** Whether somebody looks at any tab of ours in this browser. Where browsers give no locks, each tab speaks for itself. */
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
