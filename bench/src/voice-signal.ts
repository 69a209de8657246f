/** Between two sounds the output is digital silence for at least this long, in seconds. */
const silence = 0.1;
/** How much of a sound is compared, and how far around the position that was asked for, in seconds. */
const comparedLength = 0.25;
const searchedAround = 1;
/** Every sample would take eight times as long and find the same. */
const comparedEvery = 8;

/** Where each sound begins, as an index into the samples. */
export function findSounds(samples: Int16Array, sampleRate: number): number[] {
  const starts: number[] = [];
  let lastSoundAt = -Infinity;
  samples.forEach((sample, index) => {
    if (sample === 0) return;
    if (index - lastSoundAt > silence * sampleRate) starts.push(index);
    lastSoundAt = index;
  });
  return starts;
}

interface Search {
  readonly heard: Int16Array;
  readonly original: Int16Array;
  readonly sampleRate: number;
  /** About where to look in the original, in seconds. */
  readonly near: number;
}

/** Where what is heard is in the original, in seconds. Null if it is not there. */
export function positionOf({ heard, original, sampleRate, near }: Search): number | null {
  const part = heard.subarray(0, Math.round(comparedLength * sampleRate));
  const [around, centre] = [Math.round(searchedAround * sampleRate), Math.round(near * sampleRate)];
  let best = { at: 0, similarity: 0.9 };
  for (let at = centre - around; at <= centre + around; at += 1) {
    const found = { at, similarity: similarity(part, original, at) };
    if (found.similarity > best.similarity) best = found;
  }
  return best.similarity > 0.9 ? best.at / sampleRate : null;
}

/** From 1 (the same) to -1 (the opposite), whatever the volumes. */
function similarity(part: Int16Array, original: Int16Array, at: number): number {
  let [both, own, other] = [0, 0, 0];
  for (let index = 0; index < part.length; index += comparedEvery) {
    const [one = 0, two = 0] = [part[index], original[at + index]];
    both += one * two;
    own += one * one;
    other += two * two;
  }
  return own === 0 || other === 0 ? 0 : both / Math.sqrt(own * other);
}
