import type { Message } from '@chat-app/contract';

interface Controls {
  readonly play: () => void;
  readonly pause: () => void;
  readonly stop: () => void;
  readonly seekTo: (ms: number) => void;
  readonly seekBy: (ms: number) => void;
}

const stepMs = 10_000;

/** Names what plays on lock screens and media keys; null clears it. */
export function showOnLockScreen(message: Message | null, controls: Controls): void {
  const session: MediaSession | undefined = navigator.mediaSession;
  if (!session || typeof MediaMetadata === 'undefined') return;
  const title = message?.sender?.isMine ? 'You' : (message?.sender?.name ?? '');
  session.metadata = message && new MediaMetadata({ title, artist: 'Voice message' });
  const handlers: Partial<Record<MediaSessionAction, MediaSessionActionHandler>> = {
    play: controls.play,
    pause: controls.pause,
    stop: controls.stop,
    seekbackward: () => controls.seekBy(-stepMs),
    seekforward: () => controls.seekBy(stepMs),
    seekto: ({ seekTime = 0 }) => controls.seekTo(seekTime * 1000),
  };
  for (const [action, handler] of Object.entries(handlers))
    session.setActionHandler(action as MediaSessionAction, message ? handler : null);
}
