/** The audio output of a page under measurement, with its start time. */
export interface Recording {
  readonly sampleRate: number;
  /** Time of the first sample, on the machine's clock. */
  readonly startedAtMs: number;
  readonly samples: string;
}

declare global {
  interface Window {
    startRecording?: () => Promise<void>;
    stopRecording?: () => Recording;
    /** When the pitch of the microphone changed, on the machine's clock. */
    pulsesAtMs?: number[];
  }
}

/** Taps the audio output of the page's own audio graph. Runs in the page, before everything else. */
export function tapAudioOutput(): void {
  const worklet = `registerProcessor('output-tap', class extends AudioWorkletProcessor {
    process([[channel]]) { this.port.postMessage({ at: currentFrame, samples: channel ? channel.slice() : new Float32Array(128) }); return true; }
  });`;
  let output: { context: AudioContext; node: AudioNode } | null = null;
  const own = Object.getOwnPropertyDescriptor(AudioNode.prototype, 'connect');
  const connect = own?.value as (...args: unknown[]) => unknown;
  AudioNode.prototype.connect = function tapped(this: AudioNode, ...args: unknown[]) {
    const isOutput = args[0] instanceof AudioDestinationNode && this instanceof GainNode;
    if (isOutput) output = { context: this.context as AudioContext, node: this };
    return connect.apply(this, args);
  } as typeof AudioNode.prototype.connect;

  const blocks: { at: number; samples: Float32Array }[] = [];
  let isRecording = false;
  window.startRecording = async () => {
    if (!output) throw new Error('nothing is played here');
    const { context, node } = output;
    await context.audioWorklet.addModule(URL.createObjectURL(new Blob([worklet], { type: 'text/javascript' })));
    const tap = new AudioWorkletNode(context, 'output-tap', { channelCount: 1, channelCountMode: 'explicit' });
    tap.port.addEventListener('message', ({ data }) => isRecording && blocks.push(data as (typeof blocks)[number]));
    tap.port.start();
    connect.call(node, tap);
    connect.call(tap, context.destination);
    isRecording = true;
  };
  window.stopRecording = () => {
    isRecording = false;
    if (!output) throw new Error('nothing is played here');
    const { contextTime = 0, performanceTime = 0 } = output.context.getOutputTimestamp();
    const { sampleRate } = output.context;
    const first = blocks[0]?.at ?? 0;
    const whole = new Int16Array((blocks.at(-1)?.at ?? 0) + 128 - first);
    for (const { at, samples } of blocks) {
      samples.forEach((sample, index) => {
        whole[at - first + index] = Math.max(-1, Math.min(1, sample)) * 32_767;
      });
    }
    let text = '';
    const bytes = new Uint8Array(whole.buffer);
    for (let from = 0; from < bytes.length; from += 32_768) {
      text += String.fromCharCode(...bytes.subarray(from, from + 32_768));
    }
    const startedAtMs = performance.timeOrigin + performanceTime + (first / sampleRate - contextTime) * 1000;
    return { sampleRate, startedAtMs, samples: btoa(text) };
  };
}

/** A fake microphone with a steady tone and, given `pulseHertz`, a short pulse every second. Runs in the page. */
export function fakeMicrophone({ hertz, pulseHertz }: { hertz: number; pulseHertz: number | null }): void {
  navigator.mediaDevices.getUserMedia = async () => {
    const context = new AudioContext({ sampleRate: 48_000 });
    const tone = context.createOscillator();
    const volume = context.createGain();
    const output = context.createMediaStreamDestination();
    tone.frequency.value = hertz;
    volume.gain.value = 0.3;
    tone.connect(volume).connect(output);
    tone.start();
    window.pulsesAtMs = [];
    if (pulseHertz !== null) {
      setInterval(() => {
        const { contextTime = 0, performanceTime = 0 } = context.getOutputTimestamp();
        const at = context.currentTime + 0.05;
        tone.frequency.setValueAtTime(pulseHertz, at);
        tone.frequency.setValueAtTime(hertz, at + 0.1);
        window.pulsesAtMs?.push(performance.timeOrigin + performanceTime + (at - contextTime) * 1000);
      }, 1_037);
    }
    return output.stream;
  };
}

/** Simulates two browsers that cannot reach each other directly. Runs in the page. */
export function disableWebRtc(): void {
  Reflect.deleteProperty(window, 'RTCPeerConnection');
}
