import type { Recording } from '../../../outbox/commands.ts';
import { isCallOn } from '../../../state/call-start.ts';
import { loudnessOf, toWaveform } from './loudness.ts';
import { MicrophoneError, openMicrophone } from './open-microphone.ts';
import type { OpenMicrophone } from './open-microphone.ts';
import { openRecorderEncoder, openVoiceEncoder } from './voice-encoder.ts';
import type { VoiceEncoder } from './voice-encoder.ts';

/** Of `voice-capture.js`. */
const blockMs = 20;

interface CaptureOptions {
  /** Whether what is heard now belongs to the recording. */
  readonly isOn: () => boolean;
  readonly onRecorded: () => void;
  /** The microphone was unplugged, or the permission was withdrawn. */
  readonly onLost: () => void;
}

/** The sound of one recording. Its microphone can be closed and opened again. */
export function createVoiceCapture({ isOn, onRecorded, onLost }: CaptureOptions) {
  let microphone: OpenMicrophone | null = null;
  let encoder: VoiceEncoder | null = null;
  let attempt = 0;
  let isClosed = false;
  const levels: number[] = [];

  const take = (block: Float32Array<ArrayBuffer>) => {
    if (!isOn()) return;
    levels.push(loudnessOf(block));
    encoder?.push(block);
    onRecorded();
  };
  const closeMicrophone = () => {
    attempt += 1;
    microphone?.close();
    microphone = null;
  };

  const encoderFor = ({ sampleRate }: OpenMicrophone, current: VoiceEncoder): VoiceEncoder => {
    if (current.sampleRate === null || current.sampleRate === sampleRate) return current;
    // What was encoded before cannot be continued by another encoder.
    const other = levels.length === 0 ? openRecorderEncoder() : null;
    if (!other) throw new MicrophoneError('busy');
    current.close();
    return other;
  };

  return {
    /** Resolves to false if it was closed again meanwhile. */
    open: async (): Promise<boolean> => {
      attempt += 1;
      const own = attempt;
      // The others would hear what is recorded, and the recording would hear them.
      if (await isCallOn()) throw new MicrophoneError('call');
      encoder ??= await openVoiceEncoder();
      // Before the browser asks for the permission.
      if (own !== attempt) {
        if (isClosed) encoder?.close();
        return false;
      }
      if (!encoder) throw new MicrophoneError('insecure');
      const opened = await openMicrophone({ onBlock: take, onLost });
      if (own !== attempt) {
        opened.close();
        return false;
      }
      microphone = opened;
      encoder = encoderFor(opened, encoder);
      encoder.begin(opened.stream);
      return true;
    },
    closeMicrophone,
    /** Everything so far. */
    finish: async (): Promise<Recording> => {
      if (!encoder) throw new Error('nothing was recorded');
      const durationMs = levels.length * blockMs;
      const blob = await encoder.finish();
      const file = new File([blob], `voice-message.${blob.type.split('/')[1] ?? 'webm'}`, { type: blob.type });
      return { file, durationMs, waveform: toWaveform(levels) };
    },
    close: () => {
      isClosed = true;
      closeMicrophone();
      encoder?.close();
    },
    canContinue: () => encoder?.canContinue === true,
    recordedMs: () => levels.length * blockMs,
    levels: (): readonly number[] => levels,
  };
}
