import type { MicrophoneFault } from './recording-machine.ts';
import { sampleRate } from './voice-encoder.ts';

interface MicrophoneOptions {
  /** Samples of 20 ms. */
  readonly onBlock: (block: Float32Array<ArrayBuffer>) => void;
  /** It was unplugged, or the permission was withdrawn. */
  readonly onLost: () => void;
}

export interface OpenMicrophone {
  readonly stream: MediaStream;
  /** The rate of the blocks. */
  readonly sampleRate: number;
  close: () => void;
}

/** Why the microphone could not be opened. */
export class MicrophoneError extends Error {
  constructor(readonly fault: MicrophoneFault) {
    super(fault);
  }
}

/** May show the browser's permission prompt. */
export async function openMicrophone({ onBlock, onLost }: MicrophoneOptions): Promise<OpenMicrophone> {
  // Browsers hide `mediaDevices` from pages loaded over plain HTTP.
  const devices: MediaDevices | undefined = navigator.mediaDevices;
  if (!devices) throw new MicrophoneError('insecure');
  const audio = { echoCancellation: true, noiseSuppression: true, autoGainControl: true, channelCount: 1 };
  const stream = await devices.getUserMedia({ audio }).catch((error: unknown) => {
    throw new MicrophoneError(faultOf(error));
  });
  const stopTracks = () => stream.getTracks().forEach((track) => track.stop());
  const [track] = stream.getAudioTracks();
  try {
    // Firefox cannot process a microphone at another rate than its own: https://bugzilla.mozilla.org/show_bug.cgi?id=1674892
    const blocks = await readBlocks(stream, { sampleRate, onBlock }).catch(() => readBlocks(stream, { onBlock }));
    track?.addEventListener('ended', onLost);
    return {
      stream,
      sampleRate: blocks.sampleRate,
      close: () => {
        track?.removeEventListener('ended', onLost);
        blocks.stop();
        stopTracks();
      },
    };
  } catch {
    stopTracks();
    throw new MicrophoneError('busy');
  }
}

interface ReadOptions extends Pick<MicrophoneOptions, 'onBlock'> {
  /** The rate of the audio hardware by default. */
  readonly sampleRate?: number;
}

async function readBlocks(stream: MediaStream, { sampleRate: rate, onBlock }: ReadOptions) {
  const context = new AudioContext(rate === undefined ? {} : { sampleRate: rate });
  try {
    await context.audioWorklet.addModule('/voice-capture.js');
    const stopBlocks = connectBlocks(context, stream, onBlock);
    return {
      sampleRate: context.sampleRate,
      stop: () => {
        stopBlocks();
        void context.close();
      },
    };
  } catch (error) {
    void context.close();
    throw error;
  }
}

function connectBlocks(context: AudioContext, stream: MediaStream, onBlock: MicrophoneOptions['onBlock']): () => void {
  const source = context.createMediaStreamSource(stream);
  const node = new AudioWorkletNode(context, 'voice-capture', { channelCount: 1, channelCountMode: 'explicit' });
  const handleBlock = ({ data }: MessageEvent<Float32Array<ArrayBuffer>>) => onBlock(data);
  node.port.addEventListener('message', handleBlock);
  node.port.start();
  source.connect(node);
  // The node outputs nothing, but only nodes that lead to the destination are guaranteed to run.
  node.connect(context.destination);
  return () => {
    node.port.removeEventListener('message', handleBlock);
    source.disconnect();
    node.disconnect();
    node.port.postMessage('close', []);
  };
}

function faultOf(error: unknown): MicrophoneFault {
  const name = error instanceof Error || error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied';
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'none' : 'busy';
}
