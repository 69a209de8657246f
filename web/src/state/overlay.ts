import { createTabStore } from './session-state.ts';

/** The labels of the full-screen overlay, newest last. The overlay is hidden while the list is empty. */
export const useOverlay = createTabStore<{ labels: readonly string[] }>(() => ({ labels: [] }));

export function showOverlay(label: string): void {
  useOverlay.setState(({ labels }) => ({ labels: [...labels, label] }));
}

export function hideOverlay(label: string): void {
  useOverlay.setState(({ labels }) => {
    const at = labels.lastIndexOf(label);
    return { labels: labels.filter((_, index) => index !== at) };
  });
}
