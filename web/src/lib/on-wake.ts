/** Calls back when the tab is looked at again or the network returns: both make a new try worth it. */
export function onWake(wake: () => void): () => void {
  const handleVisibility = () => {
    if (document.visibilityState === 'visible') wake();
  };
  document.addEventListener('visibilitychange', handleVisibility);
  window.addEventListener('online', wake);
  return () => {
    document.removeEventListener('visibilitychange', handleVisibility);
    window.removeEventListener('online', wake);
  };
}
