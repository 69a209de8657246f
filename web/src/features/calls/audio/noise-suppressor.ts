import wasmUrl from '@sapphi-red/web-noise-suppressor/rnnoise_simd.wasm?url';

/** A part of the audio graph that removes noise. */
export interface NoiseSuppressor {
  readonly node: AudioNode;
  close: () => void;
}

interface NoiseSuppressorOptions {
  readonly context: AudioContext;
  /** It has stopped working, and outputs silence. */
  readonly onFailed: () => void;
}

/** Loads RNNoise and starts it on the audio thread. Rejects if this browser or the server's policy does not allow it. */
export async function createNoiseSuppressor({ context, onFailed }: NoiseSuppressorOptions): Promise<NoiseSuppressor> {
  const [module] = await Promise.all([loadRnnoise(), context.audioWorklet.addModule('/noise-suppression.js')]);
  const node = new AudioWorkletNode(context, 'noise-suppression', {
    channelCount: 1,
    channelCountMode: 'explicit',
    outputChannelCount: [1],
    processorOptions: { module },
  });
  // Without this message the processor runs until the audio context is closed.
  const close = () => {
    node.disconnect();
    node.port.postMessage('close', []);
  };
  await started(node);
  node.addEventListener('processorerror', onFailed);
  return { node, close };
}

let loading: Promise<WebAssembly.Module> | null = null;

/** Compiled once per page. A failure is not kept: the network may be back at the next attempt. */
function loadRnnoise(): Promise<WebAssembly.Module> {
  loading ??= fetchRnnoise().catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

async function fetchRnnoise(): Promise<WebAssembly.Module> {
  const response = await fetch(wasmUrl);
  if (!response.ok) throw new Error(`RNNoise: ${response.status}`);
  return compile(await response.arrayBuffer());
}

/** In a worker with its own Content Security Policy: the one of the page allows no WebAssembly. */
async function compile(bytes: ArrayBuffer): Promise<WebAssembly.Module> {
  const worker = new Worker('/rnnoise-compiler.js');
  try {
    return await new Promise((resolve, reject) => {
      const fail = () => reject(new Error('RNNoise could not be compiled'));
      worker.addEventListener('message', ({ data }: MessageEvent<WebAssembly.Module | null>) =>
        data ? resolve(data) : fail(),
      );
      worker.addEventListener('messageerror', fail);
      worker.addEventListener('error', fail);
      worker.postMessage(bytes, [bytes]);
    });
  } finally {
    worker.terminate();
  }
}

function started(node: AudioWorkletNode): Promise<void> {
  return new Promise((resolve, reject) => {
    node.port.addEventListener('message', () => resolve(), { once: true });
    node.addEventListener('processorerror', () => reject(new Error('RNNoise could not be started')), { once: true });
    node.port.start();
  });
}
