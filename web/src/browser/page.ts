import { useEffect, useSyncExternalStore } from 'react';

export const isPageVisible = () => document.visibilityState === 'visible';

/** Whether this tab is visible. */
export function usePageVisible(): boolean {
  return useSyncExternalStore(followVisibility, isPageVisible);
}

function followVisibility(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
}

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

/** Whether this device has a network connection. */
export function useOnline(): boolean {
  return useSyncExternalStore(followNetwork, () => navigator.onLine);
}

function followNetwork(onChange: () => void): () => void {
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
}

/** Sets the title of the tab: `Log in · Chat App`, or only the product. */
export function useDocumentTitle(product: string, screen?: string): void {
  useEffect(() => {
    document.title = screen ? `${screen} · ${product}` : product;
  }, [product, screen]);
}

/**
 * Runs work that reads the layout shortly before the browser computes it anyway. During rendering it would force an
 * extra layout. Returns a function that cancels it.
 */
export function inNextFrame(work: () => void): () => void {
  const frame = requestAnimationFrame(work);
  return () => cancelAnimationFrame(frame);
}
