import { round2 } from './measure.ts';

interface Sound {
  readonly samples: Int16Array;
  readonly sampleRate: number;
}

/** How much of a steady tone is missing or distorted. */
export function analyseTone({ samples, sampleRate }: Sound, hertz: number) {
  const windowLength = Math.round(sampleRate * 0.01);
  const windows = Array.from({ length: Math.floor(samples.length / windowLength) }, (_, index) =>
    samples.subarray(index * windowLength, (index + 1) * windowLength),
  );
  const loudness = windows.map(powerOf);
  const usual = Float64Array.from(loudness).toSorted()[Math.floor(loudness.length / 2)] ?? 0;
  const isSilent = loudness.map((power) => power < usual * 0.05);
  const isSpoilt = windows.map((part, index) => {
    const share = tonePower(part, hertz / sampleRate) / (loudness[index] || 1);
    return !isSilent[index] && share < 0.9;
  });
  const percent = (flags: readonly boolean[]) => round2((flags.filter(Boolean).length * 100) / flags.length);
  return {
    seconds: round2(samples.length / sampleRate),
    silentPercent: percent(isSilent),
    spoiltPercent: percent(isSpoilt),
  };
}

/** When another pitch begins, in seconds from the start. */
export function findPulses({ samples, sampleRate }: Sound, hertz: number): number[] {
  const step = Math.round(sampleRate * 0.001);
  const length = Math.round(sampleRate * 0.01);
  const found: number[] = [];
  let wasPulse = false;
  for (let from = 0; from + length <= samples.length; from += step) {
    const part = samples.subarray(from, from + length);
    const isPulse = tonePower(part, hertz / sampleRate) > 0.5 * Math.max(powerOf(part), 1e4);
    // Half a window belongs to the pulse when it is first detected.
    if (isPulse && !wasPulse) found.push((from + length / 2) / sampleRate);
    wasPulse = isPulse;
  }
  return found;
}

function powerOf(part: Int16Array): number {
  return part.reduce((sum, sample) => sum + sample * sample, 0) / part.length;
}

/** The power of one frequency, given as cycles per sample. */
function tonePower(part: Int16Array, cycles: number): number {
  let [real, imaginary] = [0, 0];
  part.forEach((sample, index) => {
    const angle = 2 * Math.PI * cycles * index;
    real += sample * Math.cos(angle);
    imaginary += sample * Math.sin(angle);
  });
  return (2 * (real * real + imaginary * imaginary)) / part.length ** 2;
}
