import { createServer } from 'node:net';

/** Below the ports that systems give to outgoing connections: one of those could be taken before it is used. */
const lowest = 15_000;
/** Each worker of the test runners has ports of its own, so that no two find the same one free before either uses it. */
const portsPerWorker = 500;
const workersPerRunner = 16;
const first = lowest + workerIndex() * portsPerWorker;

/** Elsewhere in each process: another run may be going on, or what the worker before this one started may be ending. */
let count = process.pid * 37;

/** Returns a port that was free a moment ago, and the same one again only after many others. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = first + (count % portsPerWorker);
    count += 1;
    if (await canListen(port)) return port;
  }
}

function workerIndex(): number {
  const { VITEST_POOL_ID: vitest, TEST_PARALLEL_INDEX: playwright } = process.env;
  if (vitest !== undefined) return Number(vitest) % workersPerRunner;
  if (playwright !== undefined) return workersPerRunner + (Number(playwright) % workersPerRunner);
  return 2 * workersPerRunner;
}

function canListen(port: number): Promise<boolean> {
  const probe = createServer();
  return new Promise((resolve) => {
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
