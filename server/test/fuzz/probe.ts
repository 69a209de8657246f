import type { ChildProcess } from 'node:child_process';
import { vi } from 'vitest';

/** Measurements of the program since the last reading. */
export interface Reading {
  readonly rssMb: number;
  readonly heapMb: number;
  /** How often the event loop was more than 250 ms late because the program itself was busy. */
  readonly stalls: number;
  readonly longestStallMs: number;
  /** How often it was late because other processes had the CPU. */
  readonly starved: number;
}

/** Preloaded into the program: measures lag, and on request collects garbage and reports. */
const source = `
  import { setFlagsFromString } from 'node:v8';
  import { runInNewContext } from 'node:vm';
  import { isMainThread } from 'node:worker_threads';
  if (isMainThread) {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc');
    const every = 20;
    const fresh = () => ({ at: performance.now(), cpu: process.cpuUsage(), longestStallMs: 0, stalls: 0, starved: 0 });
    let seen = fresh();
    setInterval(() => {
      const late = performance.now() - seen.at - every;
      const { user, system } = process.cpuUsage(seen.cpu);
      const worked = (user + system) / 1000;
      seen = {
        at: performance.now(),
        cpu: process.cpuUsage(),
        longestStallMs: Math.max(seen.longestStallMs, Math.round(Math.min(late, worked))),
        stalls: seen.stalls + (late > 250 && worked > 250 ? 1 : 0),
        starved: seen.starved + (late > 250 && worked <= 250 ? 1 : 0),
      };
    }, every).unref();
    process.on('SIGUSR2', () => {
      const { longestStallMs, stalls, starved } = seen;
      for (let times = 0; times < 3; times += 1) collect();
      const { rss, heapUsed } = process.memoryUsage();
      const mb = (bytes) => Math.round(bytes / 1024 / 1024);
      console.log('probe ' + JSON.stringify({ rssMb: mb(rss), heapMb: mb(heapUsed), longestStallMs, stalls, starved }));
      seen = fresh();
    });
  }
`;

export const probeEnvironment = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(source)}` };

/** Reads the probe of a program that was started with the environment above. */
export async function readProbe(program: { child: ChildProcess; output: { text: string } }): Promise<Reading> {
  const readings = () => [...program.output.text.matchAll(/^probe (.+)$/gm)];
  const known = readings().length;
  program.child.kill('SIGUSR2');
  const [, text = ''] = await vi.waitUntil(() => readings()[known], { timeout: 20_000, interval: 10 });
  return JSON.parse(text) as Reading;
}
