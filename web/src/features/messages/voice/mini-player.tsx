import { Pause, Play, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useVoicePlayback } from '../../../state/voice-playback.ts';
import type { Message } from '@chat-app/contract';
import { minutesAndSeconds } from '../../../format/relative-time.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { closeVoice, pauseVoice, playVoice } from '../../../voice/voice-player.ts';
import { SpeedButton } from './speed-button.tsx';

interface MiniPlayerProps {
  /** Leads to the message, which is in another chat than the open one. */
  onShow: (message: Message) => void;
}

/** What plays while its chat is not open. */
export function MiniPlayer({ onShow }: MiniPlayerProps) {
  const { track, phase, positionMs, durationMs } = useVoicePlayback();
  const ref = useReservedHeight();
  if (!track?.message) return null;
  const { message } = track;
  const isPlaying = phase === 'playing' || phase === 'loading';
  const who = message.sender?.isMine ? 'You' : (message.sender?.name ?? '');
  const time = `${minutesAndSeconds(positionMs)} / ${minutesAndSeconds(durationMs)}`;
  return (
    <section
      ref={ref}
      aria-label="Voice message that plays"
      className="relative flex shrink-0 animate-fade-in items-center gap-1 border-b border-line bg-surface px-1 roomy:px-3"
    >
      <IconButton
        label={`${isPlaying ? 'Pause' : 'Play'} voice message from ${who}`}
        icon={
          isPlaying ? (
            <Pause aria-hidden="true" className="fill-current" />
          ) : (
            <Play aria-hidden="true" className="fill-current" />
          )
        }
        tone="accent"
        onClick={() => (isPlaying ? pauseVoice() : playVoice(track))}
      />
      <button
        type="button"
        title="Show in chat"
        onClick={() => onShow(message)}
        className="flex min-h-11 min-w-0 flex-1 items-center gap-2 rounded-control px-1 text-left focus-visible:-outline-offset-2 roomy:min-h-10"
      >
        <bdi className="truncate font-medium">{who}</bdi>
        <span className="shrink-0 text-13 text-muted tabular-nums">
          {phase === 'failed' ? 'Cannot be played' : time}
        </span>
        <span className="sr-only">, show in chat</span>
      </button>
      <SpeedButton />
      <IconButton label="Close the player" icon={<X aria-hidden="true" />} onClick={closeVoice} />
      <span
        aria-hidden="true"
        style={{ scale: `${durationMs > 0 ? Math.min(1, positionMs / durationMs) : 0} 1` }}
        className="absolute inset-x-0 -bottom-px h-0.5 origin-left bg-accent rtl:origin-right"
      />
    </section>
  );
}

/** Drawers and panels begin below it. */
function useReservedHeight() {
  const ref = useRef<HTMLElement>(null);
  useEffect(() => {
    const root = document.documentElement.style;
    const height = ref.current?.offsetHeight ?? 0;
    root.setProperty('--mini-player', `${height}px`);
    return () => void root.removeProperty('--mini-player');
  }, []);
  return ref;
}
