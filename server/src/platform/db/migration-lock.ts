import { setTimeout as pause } from 'node:timers/promises';
import type { Sql } from './database.ts';

/** An arbitrary lock id that nothing else uses. Nodes that start at the same time take turns on it. */
export const migrationLock = 7_204_518_331;

const pollEveryMs = 200;

/**
 * Waits for the lock, which the session keeps until it ends. Polls, because a session that waits inside a statement holds
 * a snapshot: the owner's `create index concurrently` would wait for that snapshot to end, and both for ever.
 */
export async function takeMigrationLock(sql: Sql, { isShared = false } = {}): Promise<void> {
  for (;;) {
    const [lock] = await (isShared
      ? sql<{ isTaken: boolean }[]>`select pg_try_advisory_lock_shared(${migrationLock}) as is_taken`
      : sql<{ isTaken: boolean }[]>`select pg_try_advisory_lock(${migrationLock}) as is_taken`);
    if (lock?.isTaken) return;
    await pause(pollEveryMs);
  }
}
