import type { PreviewDevices } from '../ui/preview/preview-devices.ts';
import { openLoopback } from './loopback.ts';
import type { Loopback } from './loopback.ts';
import { recordSound } from './record-sound.ts';
import type { SoundRecording } from './record-sound.ts';

const recordingMs = 5_000;

export type TestPhase =
  | { readonly phase: 'connecting' }
  | { readonly phase: 'ready' }
  | { readonly phase: 'recording' }
  /** `url`: what was recorded. */
  | { readonly phase: 'playing'; readonly url: string }
  | { readonly phase: 'failed' };

export interface TestCallView {
  readonly test: TestPhase;
  /** The camera as it arrives. */
  readonly picture: MediaStream | null;
}

export type TestCall = ReturnType<typeof startTestCall>;

/** Sends the devices to this page itself and records what arrives. */
export function startTestCall(devices: PreviewDevices) {
  let view: TestCallView = { test: { phase: 'connecting' }, picture: null };
  let loopback: Loopback | null = null;
  let arriving: MediaStream | null = null;
  let recording: SoundRecording | null = null;
  const listeners = new Set<() => void>();
  const show = (next: Partial<TestCallView>) => {
    forgetRecording(view.test);
    view = { ...view, ...next };
    listeners.forEach((listener) => listener());
  };

  const fail = () => show({ test: { phase: 'failed' }, picture: null });
  const sendDevices = () =>
    loopback?.send({
      sound: devices.microphoneStream()?.getAudioTracks()[0] ?? null,
      picture: devices.getView().picture?.getVideoTracks()[0] ?? null,
    });
  const unsubscribe = devices.subscribe(sendDevices);
  try {
    loopback = openLoopback({
      onArrived: ({ sound, picture }) => {
        arriving = sound;
        show({ test: { phase: 'ready' }, picture });
      },
      onFailed: fail,
    });
    sendDevices();
  } catch {
    // Some browsers and extensions forbid peer connections.
    view = { test: { phase: 'failed' }, picture: null };
  }

  return {
    getView: () => view,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    record: () => {
      if (!arriving || view.test.phase !== 'ready') return;
      recording = recordSound(arriving, {
        durationMs: recordingMs,
        onRecorded: (sound) => show({ test: { phase: 'playing', url: URL.createObjectURL(sound) } }),
        onFailed: fail,
      });
      show({ test: { phase: 'recording' } });
    },
    finishPlaying: () => view.test.phase === 'playing' && show({ test: { phase: 'ready' } }),
    close: () => {
      listeners.clear();
      unsubscribe();
      recording?.cancel();
      loopback?.close();
      forgetRecording(view.test);
    },
  };
}

function forgetRecording(test: TestPhase): void {
  if (test.phase === 'playing') URL.revokeObjectURL(test.url);
}
