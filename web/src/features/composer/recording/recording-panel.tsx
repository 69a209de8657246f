import { limits } from '@chat-app/contract';
import type { ChatId } from '@chat-app/contract';
import { ChevronLeft, ChevronUp, LockOpen, Mic, Pause, SendHorizontal, Trash2 } from 'lucide-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useEscape } from '../../../browser/use-escape.ts';
import { useVoiceRecordings } from '../../../state/voice-recordings.ts';
import { classNames } from '../../../ui/class-names.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { LiveWaveform, RecordedTime } from './live-waveform.tsx';
import { RecordingPreview } from './recording-preview.tsx';
import { cancelPx, lockPx } from './recording-machine.ts';
import type { Press } from './recording-machine.ts';
import type { RecordingSession } from './recording-session.ts';
import { hint } from './recording-texts.ts';
import { leaveRecording, useRecording } from './recordings.ts';

export { cancelRecording, startRecording } from './recordings.ts';

interface RecordingPanelProps {
  chatId: ChatId;
  /** Moves the focus back to the composer. */
  onOver: () => void;
}

/** What covers the composer while a voice message is recorded, and the hint how to. */
export function RecordingPanel({ chatId, onOver }: RecordingPanelProps) {
  const session = useRecording(chatId);
  useEffect(() => () => leaveRecording(chatId), [chatId]);
  const isHint = useVoiceRecordings(({ byChat }) => byChat[chatId]?.shows === 'hint');
  if (session) return <ActiveRecording session={session} onOver={onOver} />;
  return isHint ? <Hint /> : null;
}

function ActiveRecording({ session, onOver }: { session: RecordingSession; onOver: () => void }) {
  const state = session.state();
  const cancel = () => {
    session.dispatch({ type: 'cancelled' });
    onOver();
  };
  const send = () => {
    session.dispatch({ type: 'sent', recordedMs: session.recordedMs() });
    if (session.state().phase === 'over') onOver();
  };
  const box = useRef<HTMLFieldSetElement>(null);
  // Paused, it is often forgotten: a key that was pressed elsewhere must not delete it.
  const isMeant = () => state.phase !== 'paused' || box.current?.contains(document.activeElement) === true;
  useEscape(true, cancel, isMeant);
  if (state.phase === 'over') return null;
  if (state.phase !== 'paused' && state.press) return <Held session={session} press={state.press} />;
  return (
    <fieldset ref={box} aria-label="Voice message" className="absolute inset-0 flex min-w-0 items-center gap-1 p-1">
      <IconButton label="Delete the recording" icon={<Trash2 aria-hidden="true" />} tone="danger" onClick={cancel} />
      {state.phase === 'paused' ? (
        <RecordingPreview session={session} reason={state.reason} />
      ) : (
        <Running session={session} isOpening={state.phase === 'opening'} />
      )}
      <IconButton
        label="Send voice message"
        icon={<SendHorizontal aria-hidden="true" />}
        tone="filled"
        className="rounded-full!"
        onClick={send}
      />
    </fieldset>
  );
}

function Running({ session, isOpening }: { session: RecordingSession; isOpening: boolean }) {
  const pauseButton = useRef<HTMLButtonElement>(null);
  const focus = useEffectEvent(() => pauseButton.current?.focus());
  // Not the button that sends: a second press of the same key would send a word.
  useEffect(() => focus(), []);
  return (
    <>
      <Meter session={session} isOpening={isOpening} />
      <IconButton
        ref={pauseButton}
        label="Pause and listen"
        icon={<Pause aria-hidden="true" className="fill-current" />}
        onClick={() => session.dispatch({ type: 'paused', reason: 'user', recordedMs: session.recordedMs() })}
      />
    </>
  );
}

function Held({ session, press }: { session: RecordingSession; press: Press }) {
  return (
    <>
      <fieldset
        aria-label="Voice message"
        className="absolute inset-y-0 min-w-0 right-13 left-0 flex items-center p-1 pl-2 roomy:right-21"
      >
        <Meter session={session} isOpening={session.state().phase === 'opening'} />
        <span
          style={{
            // Unlike a translation it does not cover the waveform.
            marginRight: Math.max(0, Math.min(cancelPx, -press.dx)) / 3,
            opacity: 1 + press.dx / cancelPx,
          }}
          className="flex shrink-0 items-center gap-0.5 pl-2 text-13 text-muted"
        >
          <ChevronLeft aria-hidden="true" className="size-4" />
          Slide to cancel
        </span>
      </fieldset>
      <span
        aria-hidden="true"
        style={{ translate: `0 ${Math.max(-lockPx, Math.min(0, press.dy)) / 3}px` }}
        className="absolute right-1.5 bottom-full mb-4 flex w-10 flex-col items-center gap-1.5 rounded-full bg-raised py-2.5 text-muted shadow-raised roomy:right-10.5"
      >
        <LockOpen className="size-4.5" />
        <ChevronUp className="size-4 animate-pulse" />
      </span>
    </>
  );
}

/** The time, and how loud it is. */
function Meter({ session, isOpening }: { session: RecordingSession; isOpening: boolean }) {
  return (
    <div className="flex min-w-0 flex-1 items-center gap-2.5 px-1">
      <span
        aria-hidden="true"
        className={classNames('size-2.5 shrink-0 rounded-full bg-danger', !isOpening && 'animate-pulse')}
      />
      {isOpening ? (
        <span className="min-w-0 flex-1 truncate text-14 text-muted">Opening the microphone...</span>
      ) : (
        <>
          <RecordedTime session={session} maxMs={limits.voiceMaxMs} />
          <LiveWaveform session={session} />
        </>
      )}
    </div>
  );
}

/** Above the button. Screen readers read it from the composer's status. */
function Hint() {
  return (
    <div
      aria-hidden="true"
      className={classNames(
        'absolute right-0 bottom-full z-raised mb-2 max-w-[calc(100vw-24px)] animate-rise rounded-card bg-raised shadow-raised',
        'flex items-center gap-2.5 px-3.5 py-2.5 text-left',
      )}
    >
      <Mic className="size-4.5 shrink-0 text-accent" />
      <span>
        <span className="block font-medium">{hint}</span>
        <span className="block text-13 text-muted">Tap again to record without holding.</span>
      </span>
    </div>
  );
}
