import { limits } from '@chat-app/contract';
import type { Recording } from '../../../outbox/commands.ts';
import { MicrophoneError } from './open-microphone.ts';
import { canResume, nextState } from './recording-machine.ts';
import type { RecordingEvent, RecordingState } from './recording-machine.ts';
import { createVoiceCapture } from './voice-capture.ts';

interface SessionOptions {
  /** The state has changed. */
  readonly onChange: (state: RecordingState) => void;
  readonly deliver: (recording: Recording) => void;
}

/** A paused recording, ready to be played. */
interface Preview extends Recording {
  readonly url: string;
}

export type RecordingSession = ReturnType<typeof createRecordingSession>;

/** One recording: its state and its sound. While it is paused, the microphone is closed. */
export function createRecordingSession(initial: RecordingState, { onChange, deliver }: SessionOptions) {
  let state = initial;
  let preview: Preview | null = null;
  const capture = createVoiceCapture({
    isOn: () => state.phase === 'recording',
    onRecorded: () => {
      if (capture.recordedMs() >= limits.voiceMaxMs) pause('limit');
    },
    onLost: () => pause('lost'),
  });
  const pause = (reason: 'limit' | 'lost') => dispatch({ type: 'paused', reason, recordedMs: capture.recordedMs() });

  function dispatch(event: RecordingEvent) {
    const before = state;
    state = nextState(state, event);
    if (state === before) return;
    if (state.phase === 'opening' && before.phase === 'paused') void open();
    if (state.phase === 'paused') void preparePreview();
    if (state.phase === 'over') void end(state.outcome === 'sent');
    onChange(state);
  }

  async function open() {
    dropPreview();
    try {
      if (await capture.open()) dispatch({ type: 'opened' });
    } catch (error) {
      const fault = error instanceof MicrophoneError ? error.fault : 'busy';
      dispatch({ type: 'failed', fault, recordedMs: capture.recordedMs() });
    }
  }

  async function preparePreview() {
    // Before the microphone is closed: a recorder of the browser ends with its stream.
    const finishing = capture.finish();
    capture.closeMicrophone();
    const recording = await finishing;
    if (state.phase !== 'paused') return;
    preview = { ...recording, url: URL.createObjectURL(recording.file) };
    onChange(state);
  }

  async function end(isSent: boolean) {
    const finishing = isSent ? capture.finish() : null;
    capture.closeMicrophone();
    if (finishing) deliver(await finishing);
    capture.close();
    dropPreview();
  }

  function dropPreview() {
    if (preview) URL.revokeObjectURL(preview.url);
    preview = null;
  }

  void open();
  return {
    dispatch,
    state: () => state,
    preview: () => preview,
    /** False at the limit, and where the file cannot be continued. */
    canResume: () => canResume(state) && capture.canContinue(),
    recordedMs: capture.recordedMs,
    /** The loudness of each block of 20 ms so far. */
    levels: capture.levels,
  };
}
