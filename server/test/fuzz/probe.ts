import type { ChildProcess } from 'node:child_process';
import { vi } from 'vitest';

/** What the program tells about itself since it was last asked. */
export interface Reading {
  readonly rssMb: number;
  readonly heapMb: number;
  readonly longestStallMs: number;
  /** Times that the event loop came round more than 250 ms late. */
  readonly stalls: number;
}

/** Runs inside the program, before it: keeps the time, and when asked collects the garbage and tells. */
const source = `
  import { setFlagsFromString } from 'node:v8';
  import { runInNewContext } from 'node:vm';
  import { isMainThread } from 'node:worker_threads';
  if (isMainThread) {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc');
    const every = 20;
    let seen = { at: performance.now(), longestStallMs: 0, stalls: 0 };
    setInterval(() => {
      const late = performance.now() - seen.at - every;
      seen = {
        at: performance.now(),
        longestStallMs: Math.max(seen.longestStallMs, Math.round(late)),
        stalls: seen.stalls + (late > 250 ? 1 : 0),
      };
    }, every).unref();
    process.on('SIGUSR2', () => {
      const { longestStallMs, stalls } = seen;
      for (let times = 0; times < 3; times += 1) collect();
      const { rss, heapUsed } = process.memoryUsage();
      const mb = (bytes) => Math.round(bytes / 1024 / 1024);
      console.log('probe ' + JSON.stringify({ rssMb: mb(rss), heapMb: mb(heapUsed), longestStallMs, stalls }));
      seen = { at: performance.now(), longestStallMs: 0, stalls: 0 };
    });
  }
`;

export const probeEnvironment = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(source)}` };

/** Asks a program that was started with the environment above. */
export async function readProbe(program: { child: ChildProcess; output: { text: string } }): Promise<Reading> {
  const readings = () => [...program.output.text.matchAll(/^probe (.+)$/gm)];
  const known = readings().length;
  program.child.kill('SIGUSR2');
  const [, text = ''] = await vi.waitUntil(() => readings()[known], { timeout: 20_000, interval: 10 });
  return JSON.parse(text) as Reading;
}
