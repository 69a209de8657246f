import { type EngineConnection, engineOf, listenForConnections, ping, takeOverPings } from './engine-internals.ts';
import type { SocketServer } from './rooms.ts';

const defaultIntervalMs = 25_000;
/** How many groups of devices are pinged during one interval. */
const groupCount = 100;

/**
 * Pings the devices in groups. With a timer for each, ten thousand idle devices woke the process 800 times a second, for
 * pings and answers one by one; waking up costs more than either.
 */
export function pingInGroups(io: SocketServer, every: (ms: number, work: () => void) => void): void {
  const engine = engineOf(io);
  if (!engine) return;
  const groups = Array.from({ length: groupCount }, () => new Set<EngineConnection>());
  const stepMs = (engine.opts.pingInterval ?? defaultIntervalMs) / groupCount;
  const startedAt = performance.now();
  let turn = 0;

  listenForConnections(engine, (connection) => {
    takeOverPings(connection);
    // Its turn has just passed, so it is pinged one interval from now.
    const group = groups[turn % groupCount];
    group?.add(connection);
    connection.once('close', () => group?.delete(connection));
  });

  every(stepMs, () => {
    // A busy process runs its timers late; none of the groups may wait longer for that.
    const dueTurn = Math.floor((performance.now() - startedAt) / stepMs);
    for (turn = Math.max(turn, dueTurn - groupCount); turn < dueTurn;) {
      turn += 1;
      for (const connection of groups[turn % groupCount] ?? []) ping(connection);
    }
  });
}
