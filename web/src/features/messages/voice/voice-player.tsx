import type { Message } from '@chat-app/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Pause, Play } from 'lucide-react';
import type { OutgoingMessage } from '../../../outbox/outgoing.ts';
import { useVoicePlayback } from '../../../state/voice-playback.ts';
import type { VoiceTrack } from '../../../state/voice-playback.ts';
import { minutesAndSeconds } from '../../../format/relative-time.ts';
import { classNames } from '../../../ui/class-names.ts';
import { WaveformSlider } from '../../../ui/waveform-slider.tsx';
import { trackOf } from '../../../voice/next-voice.ts';
import { useIsUnplayed } from '../../../voice/played.ts';
import { cueVoice, pauseVoice, playVoice, prefetchVoice, seekVoice } from '../../../voice/voice-player.ts';
import { SpeedButton } from './speed-button.tsx';
import { voiceBoxClasses } from './voice-box.ts';

interface VoicePlayerProps {
  message: Message;
  outgoing: OutgoingMessage | null;
  senderLabel: string;
  /** Its background is `accent-fill`. */
  isOnAccent: boolean;
  className: string;
}

/** A voice message with its waveform. */
export function VoicePlayer({ message, outgoing, senderLabel, isOnAccent, className }: VoicePlayerProps) {
  const client = useQueryClient();
  const track = trackOf(message);
  const { isCurrent, phase, positionMs, durationMs } = usePosition(track, message.durationMs ?? 0);
  const isUnplayed = useIsUnplayed(message);
  const isPlaying = isCurrent && (phase === 'playing' || phase === 'loading');
  const seek = (toMs: number) => {
    if (!track) return;
    if (isCurrent && phase !== 'failed') seekVoice(toMs);
    else cueVoice(track, toMs, client);
  };
  return (
    <div
      className={classNames(className, voiceBoxClasses)}
      onPointerEnter={() => track && prefetchVoice(track)}
      onFocus={() => track && prefetchVoice(track)}
    >
      <PlayButton
        isPlaying={isPlaying}
        senderLabel={senderLabel}
        isOnAccent={isOnAccent}
        isDisabled={!track}
        onClick={() => track && (isPlaying ? pauseVoice() : playVoice(track, { client }))}
      />
      <span className="min-w-0 flex-1">
        <span className={classNames('block', !isOnAccent && 'text-accent')}>
          <WaveformSlider
            label="Position in the voice message"
            valueText={`${minutesAndSeconds(positionMs)} of ${minutesAndSeconds(durationMs)}`}
            waveform={message.waveform ?? []}
            positionMs={positionMs}
            durationMs={durationMs}
            isDisabled={!track}
            onSeek={seek}
          />
        </span>
        <span className="flex h-5 items-center gap-1.5 text-13 tabular-nums">
          <Caption isFailed={isCurrent && phase === 'failed'} outgoing={outgoing}>
            {minutesAndSeconds(isCurrent && positionMs > 0 ? positionMs : durationMs)}
          </Caption>
          {isUnplayed && (
            <span className="size-2 shrink-0 rounded-full bg-accent">
              <span className="sr-only">Not played yet</span>
            </span>
          )}
          {isCurrent && phase !== 'failed' && <SpeedButton className="-my-2 ml-auto" />}
        </span>
      </span>
    </div>
  );
}

interface PlayButtonProps extends Pick<VoicePlayerProps, 'senderLabel' | 'isOnAccent'> {
  isPlaying: boolean;
  isDisabled: boolean;
  onClick: () => void;
}

function PlayButton({ isPlaying, senderLabel, isOnAccent, isDisabled, onClick }: PlayButtonProps) {
  return (
    <button
      type="button"
      aria-label={`${isPlaying ? 'Pause' : 'Play'} voice message from ${senderLabel}`}
      disabled={isDisabled}
      onClick={onClick}
      className={classNames(
        'relative flex size-11 shrink-0 items-center justify-center rounded-full focus-visible:outline-current',
        isOnAccent ? 'bg-current/15' : 'bg-accent-fill text-on-accent focus-visible:outline-accent',
      )}
    >
      {isPlaying ? (
        <Pause aria-hidden="true" className="size-5 fill-current" />
      ) : (
        <Play aria-hidden="true" className="size-5 translate-x-px fill-current" />
      )}
    </button>
  );
}

/** Where the track is, if it is the current one. Others do not render again while it plays. */
function usePosition(track: VoiceTrack | null, messageMs: number) {
  const isCurrent = useVoicePlayback((playback) => track !== null && playback.track?.key === track.key);
  const phase = useVoicePlayback((playback) => (isCurrent ? playback.phase : 'paused'));
  const positionMs = useVoicePlayback((playback) => (isCurrent ? playback.positionMs : 0));
  const durationMs = useVoicePlayback((playback) => (isCurrent ? playback.durationMs : messageMs));
  return { isCurrent, phase, positionMs, durationMs };
}

interface CaptionProps extends Pick<VoicePlayerProps, 'outgoing'> {
  isFailed: boolean;
  children: string;
}

function Caption({ isFailed, outgoing, children }: CaptionProps) {
  if (isFailed) {
    return (
      <span role="alert" className="truncate">
        {navigator.onLine ? 'This voice message cannot be played' : 'Not possible while offline'}
      </span>
    );
  }
  const { phase, progress = null } = outgoing ?? {};
  const isUploading = phase === 'sending' && progress !== null && progress > 0 && progress < 1;
  return (
    <>
      {children}
      {isUploading && <span> · {Math.round(progress * 100)}%</span>}
    </>
  );
}
