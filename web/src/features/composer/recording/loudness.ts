/** The values of a waveform, as the contract has them. */
export const waveformLength = 64;
const loudest = 31;
/** Quieter sound than this is not blown up to the full height. */
const quietest = 0.03;

/** The loudness of some samples, from 0 to 1. */
export function loudnessOf(samples: Float32Array): number {
  const sum = samples.reduce((total, sample) => total + sample * sample, 0);
  return Math.sqrt(sum / Math.max(1, samples.length));
}

/** The waveform of a sound whose loudness is known for each block, relative to its loudest part. */
export function toWaveform(levels: readonly number[], length = waveformLength): number[] {
  const bars = Array.from({ length }, (_, index) => {
    const from = Math.floor((index * levels.length) / length);
    const to = Math.max(from + 1, Math.floor(((index + 1) * levels.length) / length));
    const part = levels.slice(from, to);
    return part.length === 0 ? 0 : part.reduce((sum, level) => sum + level, 0) / part.length;
  });
  const top = Math.max(quietest, ...bars);
  // Ears judge loudness roughly by its square root.
  return bars.map((bar) => Math.round(loudest * Math.sqrt(bar / top)));
}
