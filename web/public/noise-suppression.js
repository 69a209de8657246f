// Runs RNNoise on the audio thread. RNNoise works on frames of 10 ms at 48 kHz, with samples between -32768 and 32767.
const frameSamples = 480;
const scale = 32_767;
// The browser asks for 128 samples at a time. Of a frame, at most this many were asked for before it was complete.
const delaySamples = frameSamples - 32;

class NoiseSuppression extends AudioWorkletProcessor {
  constructor({ processorOptions: { module } }) {
    super();
    this.isOver = false;
    this.port.addEventListener('message', ({ data }) => {
      this.isOver = data === 'close';
    });
    this.port.start();
    this.frame = new Float32Array(frameSamples);
    this.filled = 0;
    this.output = new Float32Array(2 * frameSamples);
    this.outputFilled = delaySamples;
    this.denoiser = openDenoiser(module);
    this.port.postMessage('started', []);
  }

  process([[channel]], [[output]]) {
    if (this.isOver) return false;
    // Without an input, such as before the microphone delivers anything, there is silence to be cleaned.
    this.read(channel ?? new Float32Array(output.length));
    output.set(this.output.subarray(0, output.length));
    this.output.copyWithin(0, output.length, this.outputFilled);
    this.outputFilled -= output.length;
    return true;
  }

  read(channel) {
    for (let from = 0; from < channel.length;) {
      const part = channel.subarray(from, from + frameSamples - this.filled);
      this.frame.set(part, this.filled);
      this.filled += part.length;
      from += part.length;
      if (this.filled < frameSamples) continue;
      this.output.set(this.denoiser(this.frame), this.outputFilled);
      this.outputFilled += frameSamples;
      this.filled = 0;
    }
  }
}

/** Returns a function that removes the noise from a frame. Its result is valid until the next frame. */
function openDenoiser(module) {
  const instance = new WebAssembly.Instance(module, {
    env: {
      emscripten_memcpy_big: (to, from, count) => void heap().copyWithin(to, from, from + count),
      // It allocates its state once, within the memory that it starts with.
      emscripten_resize_heap: () => 0,
      __assert_fail: () => {
        throw new Error('RNNoise failed');
      },
    },
  });
  const { memory, ...rnnoise } = instance.exports;
  const heap = () => new Uint8Array(memory.buffer);
  rnnoise.emscripten_stack_init();
  rnnoise.__wasm_call_ctors();
  const state = rnnoise.rnnoise_create(0);
  const pointer = rnnoise.malloc(frameSamples * Float32Array.BYTES_PER_ELEMENT);
  if (state === 0 || pointer === 0) throw new Error('RNNoise could not be started');
  const samples = new Float32Array(memory.buffer, pointer, frameSamples);
  return (frame) => {
    for (let index = 0; index < frameSamples; index += 1) samples[index] = frame[index] * scale;
    rnnoise.rnnoise_process_frame(state, pointer, pointer);
    for (let index = 0; index < frameSamples; index += 1) samples[index] /= scale;
    return samples;
  };
}

registerProcessor('noise-suppression', NoiseSuppression);
