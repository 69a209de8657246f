import { performance } from 'node:perf_hooks';

export interface Latencies {
  readonly count: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

/** Runs `work` so often, one after the other, after some rounds that are not counted. */
export async function measure(count: number, work: () => Promise<unknown>): Promise<Latencies> {
  for (let warmUp = 0; warmUp < Math.min(20, count); warmUp += 1) await work();
  const times: number[] = [];
  for (let round = 0; round < count; round += 1) {
    const startedAt = performance.now();
    await work();
    times.push(performance.now() - startedAt);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => round2(times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0);
  return { count, p50Ms: at(0.5), p95Ms: at(0.95), p99Ms: at(0.99), maxMs: at(1) };
}

const round2 = (value: number) => Math.round(value * 100) / 100;
