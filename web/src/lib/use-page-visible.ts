import { useSyncExternalStore } from 'react';

export const isPageVisible = () => document.visibilityState === 'visible';

/** Whether somebody can see this tab. */
export function usePageVisible(): boolean {
  return useSyncExternalStore(followVisibility, isPageVisible);
}

function followVisibility(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
}
