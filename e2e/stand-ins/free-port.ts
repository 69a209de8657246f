import { createServer } from 'node:net';

/** Below the ports that systems give to outgoing connections: one of those could be taken before it is used. */
const lowest = 15_000;
/** Each process has ports of its own, so that no two find the same one free before either of them uses it. */
const portsPerProcess = 500;
const first = lowest + (process.pid % 34) * portsPerProcess;

let count = 0;

/** Returns a port that was free a moment ago, and the same one again only after many others. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = first + (count % portsPerProcess);
    count += 1;
    if (await canListen(port)) return port;
  }
}

function canListen(port: number): Promise<boolean> {
  const probe = createServer();
  return new Promise((resolve) => {
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
