import { onTestFinished, vi } from 'vitest';
import { standInStream, StandInTrack } from './stand-in-media.ts';

interface MicrophoneOptions {
  /** The only rate that an audio graph takes this microphone at; any by default. */
  readonly onlyRate?: number;
  /** Whether an `AudioContext` can be created. */
  readonly hasContext?: boolean;
}

const defaultRate = 44_100;

/** A fake microphone, with what records it, for the present test. */
export function standInForMicrophone({ onlyRate, hasContext = true }: MicrophoneOptions = {}) {
  const tracks: StandInTrack[] = [];
  const ports: EventTarget[] = [];
  const openContexts = new Set<object>();
  const recorders: Recorder[] = [];
  /** What the audio thread is told. */
  const posted: unknown[] = [];

  class Context {
    readonly sampleRate: number;
    readonly destination = {};
    readonly audioWorklet = { addModule: async () => {} };
    constructor({ sampleRate = defaultRate }: { sampleRate?: number } = {}) {
      if (!hasContext) throw new DOMException('no more contexts', 'NotSupportedError');
      this.sampleRate = sampleRate;
      openContexts.add(this);
    }
    createMediaStreamSource() {
      if (onlyRate !== undefined && onlyRate !== this.sampleRate)
        throw new DOMException('Connecting AudioNodes of different sample rates', 'NotSupportedError');
      return { connect: () => {}, disconnect: () => {} };
    }
    async close() {
      openContexts.delete(this);
    }
  }
  class WorkletNode {
    readonly port = Object.assign(new EventTarget(), {
      start: () => {},
      postMessage: (what: unknown) => posted.push(what),
    });
    constructor() {
      ports.push(this.port);
    }
    connect() {}
    disconnect() {}
  }
  class Recorder extends EventTarget {
    static readonly isTypeSupported = () => true;
    state: RecordingState = 'inactive';
    constructor() {
      super();
      recorders.push(this);
    }
    start() {
      this.state = 'recording';
    }
    stop() {
      this.state = 'inactive';
      this.dispatchEvent(Object.assign(new Event('dataavailable'), { data: new Blob(['sound']) }));
      this.dispatchEvent(new Event('stop'));
    }
  }
  const getUserMedia = vi.fn<() => Promise<unknown>>(async () => {
    const track = new StandInTrack();
    tracks.push(track);
    return standInStream(null, track);
  });
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia } });
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, 'mediaDevices');
    vi.unstubAllGlobals();
  });
  vi.stubGlobal('AudioContext', Context);
  vi.stubGlobal('AudioWorkletNode', WorkletNode);
  vi.stubGlobal('MediaRecorder', Recorder);
  return {
    getUserMedia,
    isOpen: () => tracks.some(({ readyState }) => readyState === 'live'),
    openContexts,
    recorders,
    posted,
    /** Says something for so long. */
    speak: (ms: number) => {
      for (let block = 0; block < ms / 20; block += 1)
        ports.at(-1)?.dispatchEvent(new MessageEvent('message', { data: new Float32Array(960).fill(0.5) }));
    },
  };
}

/** Replaces the encoder of Opus for the present test. Returns those that were created, which can be made to fail. */
export function standInForOpus(isSupported: () => Promise<boolean> = async () => true) {
  const encoders: OpusEncoder[] = [];
  class OpusEncoder {
    static readonly isConfigSupported = async () => ({ supported: await isSupported() });
    state: CodecState = 'unconfigured';
    constructor(private readonly callbacks: { error: () => void }) {
      encoders.push(this);
    }
    configure() {
      this.state = 'configured';
    }
    encode() {}
    async flush() {}
    close() {
      this.state = 'closed';
    }
    fail() {
      this.close();
      this.callbacks.error();
    }
  }
  vi.stubGlobal('AudioEncoder', OpusEncoder);
  vi.stubGlobal(
    'AudioData',
    class {
      close() {}
    },
  );
  return encoders;
}
