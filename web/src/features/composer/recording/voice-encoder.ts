import { buildWebm } from './webm-opus.ts';

/** Encodes what is recorded. */
export interface VoiceEncoder {
  /** False if its file ends with the first `finish`. */
  readonly canContinue: boolean;
  /** The rate of the blocks that it takes; null if it records the microphone itself. */
  readonly sampleRate: number | null;
  /** The microphone that the next blocks come from. */
  begin: (stream: MediaStream) => void;
  push: (block: Float32Array<ArrayBuffer>) => void;
  /** Everything so far. */
  finish: () => Promise<Blob>;
  close: () => void;
}

export const sampleRate = 48_000;
const bitsPerSecond = 32_000;
const settings: AudioEncoderConfig = {
  codec: 'opus',
  sampleRate,
  numberOfChannels: 1,
  bitrate: bitsPerSecond,
  opus: { frameDuration: 20_000, application: 'voip', signal: 'voice' } as OpusEncoderConfig,
};

/** Uses the browser's encoder of Opus if there is one, `MediaRecorder` otherwise. Null if it has neither. */
export async function openVoiceEncoder(): Promise<VoiceEncoder | null> {
  const hasOpus = typeof AudioEncoder !== 'undefined' && (await AudioEncoder.isConfigSupported(settings)).supported;
  return hasOpus ? openOpusEncoder() : openRecorderEncoder();
}

function openOpusEncoder(): VoiceEncoder {
  const packets: Uint8Array[] = [];
  let head: Uint8Array | null = null;
  let sampleCount = 0;
  const encoder = new AudioEncoder({
    output: (encoded, metadata) => {
      const packet = new Uint8Array(encoded.byteLength);
      encoded.copyTo(packet);
      packets.push(packet);
      head ??= opusHeadOf(metadata?.decoderConfig?.description);
    },
    // What was encoded before is kept and can be sent.
    error: () => {},
  });
  encoder.configure(settings);
  return {
    canContinue: true,
    sampleRate,
    begin: () => {},
    push: (block) => {
      if (encoder.state !== 'configured') return;
      const samples = new AudioData({
        format: 'f32-planar',
        sampleRate,
        numberOfFrames: block.length,
        numberOfChannels: 1,
        timestamp: (sampleCount / sampleRate) * 1e6,
        data: block,
      });
      sampleCount += block.length;
      encoder.encode(samples);
      samples.close();
    },
    finish: async () => {
      // What was encoded before a failure is kept.
      if (encoder.state === 'configured') await encoder.flush().catch(() => {});
      return new Blob([buildWebm({ packets, head })], { type: 'audio/webm' });
    },
    close: () => {
      if (encoder.state !== 'closed') encoder.close();
    },
  };
}

function opusHeadOf(description: AllowSharedBufferSource | undefined): Uint8Array | null {
  if (description === undefined) return null;
  const bytes = ArrayBuffer.isView(description)
    ? new Uint8Array(description.buffer, description.byteOffset, description.byteLength).slice()
    : new Uint8Array(description).slice();
  return bytes.length >= 19 ? bytes : null;
}

/** Ogg has its length without an index; the players repair what the others lack. */
const types = ['audio/ogg;codecs=opus', 'audio/mp4', 'audio/webm;codecs=opus'];

/** For a microphone whose sound cannot be had at the rate of the other encoder, too. Null without `MediaRecorder`. */
export function openRecorderEncoder(): VoiceEncoder | null {
  if (typeof MediaRecorder === 'undefined') return null;
  const mimeType = types.find((type) => MediaRecorder.isTypeSupported(type));
  if (mimeType === undefined) return null;
  const chunks: Blob[] = [];
  let recorder: MediaRecorder | null = null;
  return {
    canContinue: false,
    sampleRate: null,
    begin: (stream) => {
      recorder = new MediaRecorder(stream, { mimeType, audioBitsPerSecond: bitsPerSecond });
      recorder.addEventListener('dataavailable', ({ data }) => chunks.push(data));
      recorder.start();
    },
    push: () => {},
    finish: async () => {
      const last = recorder;
      if (last && last.state !== 'inactive') {
        await new Promise<void>((resolve) => {
          last.addEventListener('stop', () => resolve(), { once: true });
          last.stop();
        });
      }
      return new Blob(chunks, { type: mimeType.split(';')[0] ?? mimeType });
    },
    close: () => {
      if (recorder && recorder.state !== 'inactive') recorder.stop();
    },
  };
}
