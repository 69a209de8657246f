import { create } from 'zustand';

/** What the full-screen overlay says, newest last; it is off when nothing holds it on. */
export const useOverlay = create<{ labels: readonly string[] }>(() => ({ labels: [] }));

export function showOverlay(label: string): void {
  useOverlay.setState(({ labels }) => ({ labels: [...labels, label] }));
}

export function hideOverlay(label: string): void {
  useOverlay.setState(({ labels }) => {
    const at = labels.lastIndexOf(label);
    return { labels: labels.filter((_, index) => index !== at) };
  });
}
