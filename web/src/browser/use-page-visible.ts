import { useSyncExternalStore } from 'react';

export const isPageVisible = () => document.visibilityState === 'visible';

/** Whether this tab is visible. */
export function usePageVisible(): boolean {
  return useSyncExternalStore(followVisibility, isPageVisible);
}

function followVisibility(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
}
