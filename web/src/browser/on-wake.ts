/** Calls `wake` when the tab becomes visible or the network returns, since a retry may succeed then. */
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
