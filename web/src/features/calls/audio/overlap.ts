/**
 * The number of samples at the head of one recording that repeat the tail of the previous one. The start times of
 * overlapping recorders are not exact, so the overlap is where the two recordings correlate best.
 */
export function findOverlap(tail: Float32Array, head: Float32Array, { least, most }: { least: number; most: number }) {
  const longest = Math.min(most, tail.length, head.length);
  let best = { overlap: Math.min(least, longest), correlation: -Infinity };
  // A coarse search first: comparing every sample at every shift would take longer than the chunk lasts.
  for (let overlap = least; overlap <= longest; overlap += 4) {
    const correlation = correlationAt(tail, head, { overlap, stride: 4 });
    if (correlation > best.correlation) best = { overlap, correlation };
  }
  const around = best.overlap;
  best = { overlap: around, correlation: -Infinity };
  for (let overlap = Math.max(least, around - 4); overlap <= Math.min(longest, around + 4); overlap += 1) {
    const correlation = correlationAt(tail, head, { overlap, stride: 1 });
    if (correlation > best.correlation) best = { overlap, correlation };
  }
  return best.overlap;
}

/** The normalized correlation, between -1 and 1. Silence yields 0. */
function correlationAt(
  tail: Float32Array,
  head: Float32Array,
  { overlap, stride }: { overlap: number; stride: number },
): number {
  const from = tail.length - overlap;
  let [product, tailPower, headPower] = [0, 0, 0];
  for (let at = 0; at < overlap; at += stride) {
    const a = tail[from + at] ?? 0;
    const b = head[at] ?? 0;
    product += a * b;
    tailPower += a * a;
    headPower += b * b;
  }
  const power = Math.sqrt(tailPower * headPower);
  return power < 1e-9 ? 0 : product / power;
}
