import type { OpenMicrophone } from './microphone.ts';
import type { ChunkEncoder } from './chunk-encoder.ts';
import { createChunkEncoder } from './create-chunk-encoder.ts';

interface InputDeviceOptions {
  readonly context: AudioContext;
  readonly microphone: OpenMicrophone;
  readonly onChunk: (dataUrl: string) => void;
  /** The device was unplugged while in use. */
  readonly onDisconnected: () => void;
}

/** One microphone in use. */
export interface InputDevice {
  setSending: (sending: { isSending: boolean; isRelaying: boolean }) => void;
  /** The current level, between 0 and 1. */
  level: () => number;
  close: () => void;
}

export function createInputDevice({ context, microphone, onChunk, onDisconnected }: InputDeviceOptions): InputDevice {
  const { stream, track } = microphone;
  const node = openSource(context, stream);
  const meter = context.createAnalyser();
  const samples = new Float32Array((meter.fftSize = 512));
  node.connect(meter);
  track.addEventListener('ended', onDisconnected);

  let encoder: ChunkEncoder | null = null;
  let isRelaying = false;
  let isClosed = false;
  async function prepareEncoder() {
    const created = await createChunkEncoder({ context, stream, onChunk });
    if (isClosed) return created?.close();
    encoder = created;
    return encoder?.setOn(isRelaying);
  }
  void prepareEncoder();

  return {
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
      node.disconnect();
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
