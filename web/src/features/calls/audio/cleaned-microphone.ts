import { createNoiseSuppressor } from './noise-suppressor.ts';
import type { NoiseSuppressor } from './noise-suppressor.ts';

/** A microphone whose noise can be removed. */
export interface CleanedMicrophone {
  /** For the audio graph. Both paths continue without a gap when the noise suppression is turned on or off. */
  readonly node: AudioNode;
  /** The microphone's own stream while the noise suppression is off: it is not processed then. */
  readonly stream: () => MediaStream;
  /** Rejects if noise suppression is not possible here; the microphone stays as it is. */
  setSuppressed: (isOn: boolean) => Promise<void>;
  close: () => void;
}

interface CleanedMicrophoneOptions {
  readonly context: AudioContext;
  readonly source: AudioNode;
  readonly stream: MediaStream;
  /** `stream` returns another one. */
  readonly onChange: () => void;
  /** The noise suppression has failed while it was on, and is off. */
  readonly onFailed: () => void;
}

/** The suppressor fills its frames before it is heard. */
const warmUpSeconds = 0.05;
const fadeSeconds = 0.02;

interface Cleaning {
  readonly suppressor: NoiseSuppressor;
  readonly gain: GainNode;
  readonly destination: MediaStreamAudioDestinationNode;
}

export function createCleanedMicrophone(options: CleanedMicrophoneOptions): CleanedMicrophone {
  const { context, source, stream, onChange, onFailed } = options;
  const [plain, output] = [context.createGain(), context.createGain()];
  source.connect(plain);
  plain.connect(output);
  let isWanted = false;
  let isClosed = false;
  let cleaning: Cleaning | null = null;
  /** Turned off, and heard until they have faded out. */
  const timerByFading = new Map<Cleaning, ReturnType<typeof setTimeout>>();

  async function turnOn() {
    const suppressor: NoiseSuppressor = await createNoiseSuppressor({
      context,
      onFailed: () => cleaning?.suppressor === suppressor && fail(),
    });
    // Turned off meanwhile, or on once more.
    if (!isWanted || isClosed || cleaning) return suppressor.close();
    const [gain, destination] = [context.createGain(), context.createMediaStreamDestination()];
    gain.gain.value = 0;
    source.connect(suppressor.node);
    suppressor.node.connect(gain);
    gain.connect(output);
    output.connect(destination);
    fade(context, { from: plain, to: gain });
    cleaning = { suppressor, gain, destination };
    return onChange();
  }

  function fail() {
    isWanted = false;
    turnOff();
    onFailed();
  }

  function turnOff() {
    if (!cleaning) return;
    const fading = cleaning;
    cleaning = null;
    fade(context, { from: fading.gain, to: plain });
    onChange();
    timerByFading.set(fading, setTimeout(remove, 2_000 * (warmUpSeconds + fadeSeconds), fading));
  }

  function remove(removed: Cleaning) {
    const { suppressor, gain, destination } = removed;
    clearTimeout(timerByFading.get(removed));
    timerByFading.delete(removed);
    suppressor.close();
    gain.disconnect();
    output.disconnect(destination);
    destination.stream.getTracks().forEach((track) => track.stop());
  }

  return {
    node: output,
    stream: () => cleaning?.destination.stream ?? stream,
    setSuppressed: async (isOn) => {
      isWanted = isOn;
      if (!isOn) turnOff();
      else if (!cleaning) await turnOn();
    },
    close: () => {
      isClosed = true;
      [...timerByFading.keys()].forEach(remove);
      if (cleaning) remove(cleaning);
      cleaning = null;
      source.disconnect();
      output.disconnect();
    },
  };
}

function fade({ currentTime }: AudioContext, { from, to }: { from: GainNode; to: GainNode }): void {
  const [at, until] = [currentTime + warmUpSeconds, currentTime + warmUpSeconds + fadeSeconds];
  const change = ({ gain }: GainNode, before: number, after: number) => {
    gain.cancelScheduledValues(0);
    gain.setValueAtTime(before, at);
    gain.linearRampToValueAtTime(after, until);
  };
  change(from, 1, 0);
  change(to, 0, 1);
}
