/** Keeps the screen on if the browser allows it. Returns a disposer. */
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
      // Low battery, or the browser refuses. The transfer continues, but the screen may turn off.
    }
  };
  const askAgain = () => void ask();
  askAgain();
  // The browser releases the lock when the tab is hidden.
  document.addEventListener('visibilitychange', askAgain);
  return () => {
    isOver = true;
    document.removeEventListener('visibilitychange', askAgain);
    void sentinel?.release().catch(() => {});
  };
}
