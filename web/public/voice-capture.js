// Runs on the audio thread, where no slow page can make it miss anything: posts what the microphone hears in blocks of 20 ms.
const blockSamples = Math.round(sampleRate / 50);

class VoiceCapture extends AudioWorkletProcessor {
  constructor() {
    super();
    this.block = new Float32Array(blockSamples);
    this.filled = 0;
    this.isOver = false;
    this.port.addEventListener('message', ({ data }) => {
      this.isOver = data === 'close';
    });
    this.port.start();
  }

  process([[channel]]) {
    // Only one that says so is put away.
    if (this.isOver) return false;
    if (!channel) return true;
    for (let from = 0; from < channel.length;) {
      const part = channel.subarray(from, from + blockSamples - this.filled);
      this.block.set(part, this.filled);
      this.filled += part.length;
      from += part.length;
      if (this.filled < blockSamples) continue;
      this.port.postMessage(this.block, [this.block.buffer]);
      this.block = new Float32Array(blockSamples);
      this.filled = 0;
    }
    return true;
  }
}

registerProcessor('voice-capture', VoiceCapture);
