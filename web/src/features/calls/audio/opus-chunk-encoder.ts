import { toDataUrl } from './data-url.ts';
import { buildOggChunk } from './ogg-opus.ts';
import { createPacketChunker } from './packet-chunker.ts';
import type { ChunkEncoderOptions, ChunkEncoder } from './chunk-encoder.ts';
import { sampleRate } from './playout.ts';

const oggType = 'audio/ogg;codecs=opus';
const settings: AudioEncoderConfig = {
  codec: 'opus',
  sampleRate,
  numberOfChannels: 1,
  bitrate: 32_000,
  opus: { frameDuration: 20_000 },
};

interface OpusEncoderOptions extends ChunkEncoderOptions {
  /** The encoder failed and cannot be used again. */
  readonly onFailed: () => void;
}

/** Null if this browser has no Opus encoder. */
export async function createOpusChunkEncoder({
  context,
  source,
  onChunk,
  onFailed,
}: OpusEncoderOptions): Promise<ChunkEncoder | null> {
  if (typeof AudioEncoder === 'undefined') return null;
  if (!(await AudioEncoder.isConfigSupported(settings)).supported) return null;
  // A separate file, because the Content Security Policy forbids scripts from a blob URL.
  await context.audioWorklet.addModule('/voice-capture.js');
  const chunker = createPacketChunker();
  const send = (chunk: ReturnType<typeof chunker.flush>) => chunk && onChunk(toDataUrl(oggType, buildOggChunk(chunk)));
  const encoder = new AudioEncoder({
    output: (encoded) => {
      const packet = new Uint8Array(encoded.byteLength);
      encoded.copyTo(packet);
      send(chunker.push(packet));
    },
    error: onFailed,
  });
  encoder.configure(settings);

  let isOn = false;
  let sampleCount = 0;
  function encode(block: Float32Array<ArrayBuffer>) {
    if (!isOn || encoder.state !== 'configured') return;
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
  }

  async function flush() {
    if (encoder.state === 'configured') await encoder.flush();
    send(chunker.flush());
    chunker.reset();
  }

  const capture = openCapture(context, source, encode);
  return {
    setOn: (isNowOn) => {
      if (isOn === isNowOn) return;
      isOn = isNowOn;
      if (!isOn) void flush().catch(() => {});
    },
    close: () => {
      isOn = false;
      capture.close();
      if (encoder.state !== 'closed') encoder.close();
    },
  };
}

function openCapture(context: AudioContext, source: AudioNode, onBlock: (block: Float32Array<ArrayBuffer>) => void) {
  const node = new AudioWorkletNode(context, 'voice-capture', { channelCount: 1, channelCountMode: 'explicit' });
  const handleBlock = ({ data }: MessageEvent<Float32Array<ArrayBuffer>>) => onBlock(data);
  node.port.addEventListener('message', handleBlock);
  node.port.start();
  source.connect(node);
  // The node outputs nothing, but only nodes that lead to the destination are guaranteed to run.
  node.connect(context.destination);
  return {
    close: () => {
      source.disconnect(node);
      node.disconnect();
      node.port.removeEventListener('message', handleBlock);
      // Without this message the processor runs until the window is closed.
      node.port.postMessage('close', []);
    },
  };
}
