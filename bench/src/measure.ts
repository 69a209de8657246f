import { performance } from 'node:perf_hooks';

export interface Latencies {
  readonly count: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

/** Runs `work` `count` times, one after the other, after some uncounted warm-up rounds. */
export async function measure(count: number, work: () => Promise<unknown>): Promise<Latencies> {
  for (let warmUp = 0; warmUp < Math.min(20, count); warmUp += 1) await work();
  const times: number[] = [];
  for (let round = 0; round < count; round += 1) {
    const startedAt = performance.now();
    await work();
    times.push(performance.now() - startedAt);
  }
  return summarise(times);
}

export function summarise(times: readonly number[]): Latencies {
  const sorted = Float64Array.from(times).toSorted();
  const at = (share: number) => round2(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
  return { count: sorted.length, p50Ms: at(0.5), p95Ms: at(0.95), p99Ms: at(0.99), maxMs: at(1) };
}

export const round2 = (value: number) => Math.round(value * 100) / 100;
