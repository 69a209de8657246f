export interface TabChannel<Told> {
  tell: (told: Told) => void;
  close: () => void;
}

/** Exchanges messages with the other tabs of this browser. Does nothing in browsers without BroadcastChannel. */
export function openTabChannel<Told>(name: string, onTold: (told: Told) => void): TabChannel<Told> {
  if (typeof BroadcastChannel === 'undefined') return { tell: () => {}, close: () => {} };
  const channel = new BroadcastChannel(name);
  channel.addEventListener('message', ({ data }: MessageEvent<Told>) => onTold(data));
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches our own origin only
  return { tell: (told) => channel.postMessage(told), close: () => channel.close() };
}
