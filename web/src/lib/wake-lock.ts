/** Keeps the screen on, as far as the browser lets us. Returns how to stop. */
export function keepAwake(): () => void {
  const wakeLock: WakeLock | undefined = navigator.wakeLock;
  let isOver = false;
  let sentinel: WakeLockSentinel | null = null;
  const ask = async () => {
    if (!wakeLock || isOver || document.visibilityState !== 'visible') return;
    try {
      sentinel = await wakeLock.request('screen');
      if (isOver) await sentinel.release();
    } catch {
      // Low battery, or a browser that does not want to: the transfer goes on, the screen may sleep.
    }
  };
  const askAgain = () => void ask();
  askAgain();
  // The browser lets go of it whenever the tab is hidden.
  document.addEventListener('visibilitychange', askAgain);
  return () => {
    isOver = true;
    document.removeEventListener('visibilitychange', askAgain);
    void sentinel?.release().catch(() => {});
  };
}
