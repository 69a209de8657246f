export interface TabChannel<Message> {
  post: (message: Message) => void;
  close: () => void;
}

/** Exchanges messages with the other tabs of this browser. Does nothing in browsers without BroadcastChannel. */
export function openTabChannel<Message>(name: string, onMessage: (message: Message) => void): TabChannel<Message> {
  if (typeof BroadcastChannel === 'undefined') return { post: () => {}, close: () => {} };
  const channel = new BroadcastChannel(name);
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => onMessage(data));
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches our own origin only
  return { post: (message) => channel.postMessage(message), close: () => channel.close() };
}
