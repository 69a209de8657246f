import { limits } from '@chat-app/contract';
import { Mic, Pause, Play } from 'lucide-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { minutesAndSeconds } from '../../../format/relative-time.ts';
import { useVoicePlayback } from '../../../state/voice-playback.ts';
import type { VoiceTrack } from '../../../state/voice-playback.ts';
import { classNames } from '../../../ui/class-names.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { WaveformSlider } from '../../../ui/waveform-slider.tsx';
import { closeVoice, cueVoice, pauseVoice, playVoice, seekVoice } from '../../../voice/voice-player.ts';
import { toWaveform } from './loudness.ts';
import type { PauseReason } from './recording-machine.ts';
import type { RecordingSession } from './recording-session.ts';
import { reasonTexts } from './recording-texts.ts';

/** A paused recording: it can be played, and continued. */
export function RecordingPreview({ session, reason }: { session: RecordingSession; reason: PauseReason }) {
  const preview = session.preview();
  const track: VoiceTrack | null = preview && {
    key: preview.url,
    src: preview.url,
    durationMs: preview.durationMs,
    message: null,
  };
  const url = preview?.url;
  const isCurrent = useVoicePlayback((playback) => track !== null && playback.track?.key === url);
  const isPlaying = useVoicePlayback(({ phase }) => isCurrent && (phase === 'playing' || phase === 'loading'));
  const positionMs = useVoicePlayback((playback) => (isCurrent ? playback.positionMs : 0));
  const playButton = useRef<HTMLButtonElement>(null);
  const takeFocus = useEffectEvent(() => {
    if (reason === 'user') playButton.current?.focus();
    if (useVoicePlayback.getState().track?.key === url) closeVoice();
  });
  useEffect(() => takeFocus(), []);
  useEffect(
    () => () => {
      if (url !== undefined && useVoicePlayback.getState().track?.key === url) closeVoice();
    },
    [url],
  );
  const durationMs = preview?.durationMs ?? session.recordedMs();
  const toggle = () => {
    if (!track) return;
    if (isPlaying) pauseVoice();
    else playVoice(track);
  };
  return (
    <>
      <IconButton
        ref={playButton}
        label={isPlaying ? 'Pause the recording' : 'Listen to the recording'}
        icon={
          isPlaying ? (
            <Pause aria-hidden="true" className="fill-current" />
          ) : (
            <Play aria-hidden="true" className="fill-current" />
          )
        }
        tone="accent"
        onClick={toggle}
      />
      <div className="min-w-0 flex-1 text-accent">
        <WaveformSlider
          label="Position in the recording"
          valueText={`${minutesAndSeconds(positionMs)} of ${minutesAndSeconds(durationMs)}`}
          waveform={preview?.waveform ?? toWaveform(session.levels())}
          positionMs={positionMs}
          durationMs={durationMs}
          isDisabled={!track}
          onSeek={(toMs) => {
            if (isCurrent) seekVoice(toMs);
            else if (track) cueVoice(track, toMs, null);
          }}
        />
      </div>
      <Reason text={reasonTexts[reason]} />
      <span className="shrink-0 px-1 text-13 text-muted tabular-nums">
        {minutesAndSeconds(positionMs > 0 ? positionMs : durationMs)}
      </span>
      {session.canResume() && durationMs < limits.voiceMaxMs && (
        <IconButton
          label="Go on recording"
          icon={<Mic aria-hidden="true" />}
          className="text-danger!"
          onClick={() => session.dispatch({ type: 'resumed' })}
        />
      )}
    </>
  );
}

/** Above the composer where it is narrow, between the times of the last messages. */
function Reason({ text }: { text: string }) {
  if (text === '') return null;
  return (
    <span
      className={classNames(
        'shrink-0 pl-1 text-13 font-medium text-warning max-roomy:absolute max-roomy:bottom-full max-roomy:left-1/2 max-roomy:mb-1.5 max-roomy:-translate-x-1/2',
        'max-roomy:rounded-full max-roomy:bg-raised max-roomy:px-3 max-roomy:py-1 max-roomy:shadow-raised',
      )}
    >
      {text}
    </span>
  );
}
