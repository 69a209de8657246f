import type { OpenMicrophone } from './microphone.ts';
import type { PieceSource } from './chunk-encoder.ts';
import { createPieceSource } from './create-chunk-encoder.ts';

interface InputDeviceParts {
  readonly context: AudioContext;
  readonly microphone: OpenMicrophone;
  readonly onPiece: (dataUrl: string) => void;
  /** The device was unplugged while in use. */
  readonly onVanished: () => void;
}

/** One microphone in use. */
export interface InputDevice {
  setSending: (sending: { isSending: boolean; isRelaying: boolean }) => void;
  /** The current level, between 0 and 1. */
  level: () => number;
  close: () => void;
}

export function createInputDevice({ context, microphone, onPiece, onVanished }: InputDeviceParts): InputDevice {
  const { stream, track } = microphone;
  const node = openSource(context, stream);
  const meter = context.createAnalyser();
  const samples = new Float32Array((meter.fftSize = 512));
  node.connect(meter);
  track.addEventListener('ended', onVanished);

  let pieces: PieceSource | null = null;
  let isRelaying = false;
  let isClosed = false;
  async function preparePieces() {
    const made = await createPieceSource({ context, stream, onPiece });
    if (isClosed) return made?.close();
    pieces = made;
    return pieces?.setOn(isRelaying);
  }
  void preparePieces();

  return {
    setSending: (sending) => {
      ({ isRelaying } = sending);
      // Before the track is disabled, so that the audio recorded so far is still sent.
      pieces?.setOn(isRelaying);
      track.enabled = sending.isSending;
    },
    level: () => {
      meter.getFloatTimeDomainData(samples);
      return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
    },
    close: () => {
      isClosed = true;
      track.removeEventListener('ended', onVanished);
      pieces?.close();
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
