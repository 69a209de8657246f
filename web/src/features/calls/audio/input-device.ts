import type { OpenMicrophone } from './microphone.ts';
import type { ChunkEncoder } from './chunk-encoder.ts';
import { createCleanedMicrophone } from './cleaned-microphone.ts';
import { createChunkEncoder } from './create-chunk-encoder.ts';

interface InputDeviceOptions {
  readonly context: AudioContext;
  readonly microphone: OpenMicrophone;
  readonly onChunk: (dataUrl: string) => void;
  /** The device was unplugged while in use. */
  readonly onDisconnected: () => void;
  /** Another track has to be sent. */
  readonly onTrackChange: () => void;
  /** The noise suppression has failed while it was on, and is off. */
  readonly onSuppressionFailed: () => void;
}

/** One microphone in use. */
export interface InputDevice {
  /** The track to send over direct connections. */
  track: () => MediaStreamTrack;
  /** Removes noise. Rejects if that is not possible here. */
  setSuppressed: (isOn: boolean) => Promise<void>;
  setSending: (sending: { isSending: boolean; isRelaying: boolean }) => void;
  /** The current level, between 0 and 1. */
  level: () => number;
  close: () => void;
}

export function createInputDevice(options: InputDeviceOptions): InputDevice {
  const { context, microphone, onChunk, onDisconnected } = options;
  const { stream, track } = microphone;
  const source = openSource(context, stream);
  const { onTrackChange: onChange, onSuppressionFailed: onFailed } = options;
  const cleaned = createCleanedMicrophone({ context, source, stream, onChange, onFailed });
  const meter = context.createAnalyser();
  const samples = new Float32Array((meter.fftSize = 512));
  cleaned.node.connect(meter);
  track.addEventListener('ended', onDisconnected);

  let encoder: ChunkEncoder | null = null;
  let isRelaying = false;
  let isClosed = false;
  async function prepareEncoder() {
    const created = await createChunkEncoder({ context, source: cleaned.node, stream: cleaned.stream, onChunk });
    if (isClosed) return created?.close();
    encoder = created;
    return encoder?.setOn(isRelaying);
  }
  void prepareEncoder();

  return {
    track: () => cleaned.stream().getAudioTracks()[0] ?? track,
    setSuppressed: cleaned.setSuppressed,
    setSending: (sending) => {
      ({ isRelaying } = sending);
      // Before the track is disabled, so that the audio recorded so far is still sent.
      encoder?.setOn(isRelaying);
      track.enabled = sending.isSending;
    },
    level: () => {
      meter.getFloatTimeDomainData(samples);
      return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
    },
    close: () => {
      isClosed = true;
      track.removeEventListener('ended', onDisconnected);
      encoder?.close();
      cleaned.close();
      stopAll(stream);
    },
  };
}

function openSource(context: AudioContext, stream: MediaStream): MediaStreamAudioSourceNode {
  try {
    return context.createMediaStreamSource(stream);
  } catch (error) {
    // Some browsers cannot mix a microphone with another sample rate. Stop it, or it keeps recording unused.
    stopAll(stream);
    throw error;
  }
}

const stopAll = (stream: MediaStream) => stream.getTracks().forEach((track) => track.stop());
