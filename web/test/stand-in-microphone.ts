import { onTestFinished, vi } from 'vitest';

interface MicrophoneOptions {
  /** The only rate that an audio graph takes this microphone at; any by default. */
  readonly onlyRate?: number;
  /** Whether an `AudioContext` can be created. */
  readonly hasContext?: boolean;
}

const defaultRate = 44_100;

class StandInTrack extends EventTarget {
  isStopped = false;
  stop() {
    this.isStopped = true;
  }
}

/** A fake microphone, with what records it, for the present test. */
export function standInForMicrophone({ onlyRate, hasContext = true }: MicrophoneOptions = {}) {
  const tracks: StandInTrack[] = [];
  const ports: EventTarget[] = [];
  const openContexts = new Set<object>();
  const recorders: unknown[] = [];

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
    readonly port = Object.assign(new EventTarget(), { start: () => {}, postMessage: () => {} });
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
    return { getTracks: () => [track], getAudioTracks: () => [track] };
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
    isOpen: () => tracks.some(({ isStopped }) => !isStopped),
    openContexts,
    recorders,
    /** Says something for so long. */
    speak: (ms: number) => {
      for (let block = 0; block < ms / 20; block += 1)
        ports.at(-1)?.dispatchEvent(new MessageEvent('message', { data: new Float32Array(960).fill(0.5) }));
    },
  };
}
