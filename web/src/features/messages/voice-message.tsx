import type { Message } from '@chat-app/contract';
import { Pause, Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { minutesAndSeconds } from '../../format/relative-time.ts';
import { classNames } from '../../ui/class-names.ts';
import { uploadUrl } from './upload-url.ts';

interface VoiceMessageProps {
  message: Message;
  senderLabel: string;
  className: string;
}

const loudest = 31;
/** The one that plays; another one pauses it. */
let playing: HTMLAudioElement | null = null;

/** A voice message with its waveform. The sound is loaded when it is played. */
export function VoiceMessage({ message, senderLabel, className }: VoiceMessageProps) {
  const { durationMs = 0, waveform = [] } = message;
  const audio = useRef<HTMLAudioElement>(null);
  const player = usePlayer(audio, durationMs);
  const fraction = durationMs === 0 ? 0 : Math.min(1, player.positionMs / durationMs);
  const src = uploadUrl(message);
  return (
    <div className={classNames(className, 'flex w-64 max-w-full items-center gap-3 py-2 pr-4 pl-2')}>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- nobody has written down what was said */}
      <audio ref={audio} src={src} preload="none" {...player.events} />
      <button
        type="button"
        aria-label={`${player.isPlaying ? 'Pause' : 'Play'} voice message from ${senderLabel}`}
        disabled={src === undefined}
        onClick={player.toggle}
        className="flex size-11 shrink-0 items-center justify-center rounded-full bg-current/15 focus-visible:outline-current"
      >
        {player.isPlaying ? (
          <Pause aria-hidden="true" className="size-5" />
        ) : (
          <Play aria-hidden="true" className="size-5 translate-x-px" />
        )}
      </button>
      <span className="min-w-0 flex-1">
        <span className="relative block h-8 rounded-joined outline-offset-2 outline-current has-focus-visible:outline-2">
          <Waveform waveform={waveform} fraction={fraction} />
          <input
            type="range"
            aria-label="Position in the voice message"
            aria-valuetext={minutesAndSeconds(player.positionMs)}
            min={0}
            max={durationMs}
            step={1000}
            value={Math.min(player.positionMs, durationMs)}
            disabled={src === undefined}
            onChange={({ target }) => player.seek(Number(target.value))}
            className="absolute inset-0 size-full cursor-pointer appearance-none bg-transparent opacity-0"
          />
        </span>
        <span className="block text-13 tabular-nums">
          {minutesAndSeconds(player.positionMs > 0 ? player.positionMs : durationMs)}
        </span>
      </span>
    </div>
  );
}

function Waveform({ waveform, fraction }: { waveform: readonly number[]; fraction: number }) {
  return (
    <span aria-hidden="true" className="flex h-full items-center gap-px">
      {waveform.map((loudness, index) => (
        <span
          // oxlint-disable-next-line react/no-array-index-key -- they never change
          key={index}
          style={{ height: `${Math.max(8, (loudness / loudest) * 100)}%` }}
          className={classNames(
            'min-w-0 flex-1 rounded-full bg-current',
            index / waveform.length >= fraction && 'opacity-40',
          )}
        />
      ))}
    </span>
  );
}

/** The state of an audio element, whose events change it. */
function usePlayer(ref: RefObject<HTMLAudioElement | null>, durationMs: number) {
  const [isPlaying, setPlaying] = useState(false);
  const [positionMs, setPosition] = useState(0);
  useEffect(() => {
    const audio = ref.current;
    return () => audio?.pause();
  }, [ref]);
  const toggle = () => {
    const audio = ref.current;
    if (!audio) return;
    if (!audio.paused) return audio.pause();
    if (playing !== audio) playing?.pause();
    playing = audio;
    // Refused without a gesture, or broken: the button shows Play again.
    audio.play().catch(() => setPlaying(false));
  };
  const seek = (toMs: number) => {
    if (ref.current) ref.current.currentTime = toMs / 1000;
    setPosition(toMs);
  };
  const events = {
    onPlay: () => setPlaying(true),
    onPause: () => setPlaying(false),
    onTimeUpdate: () => setPosition(Math.min(durationMs, (ref.current?.currentTime ?? 0) * 1000)),
    onEnded: () => {
      setPlaying(false);
      setPosition(0);
    },
  };
  return { isPlaying, positionMs, toggle, seek, events };
}
