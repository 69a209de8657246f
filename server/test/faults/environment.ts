import type { ChatId } from '@chat-app/contract';
import { afterAll, beforeAll, expect, vi } from 'vitest';
import { startSmtpMailbox } from '../../../e2e/stand-ins/smtp-mailbox.ts';
import { connectDatabase } from '../../src/platform/db/database.ts';
import { startCluster } from '../cluster.ts';
import type { Follower } from './follower.ts';
import { createUsers } from './users.ts';

// As a URL: NODE_OPTIONS splits a path at its first space.
const shiftedClock = new URL('shifted-clock.mjs', import.meta.url).href;
export const withShiftedClock = (shiftMs: number) => ({
  NODE_OPTIONS: `--import ${shiftedClock}`,
  CLOCK_SHIFT_MS: String(shiftMs),
});
/** One node's clock is fast and the other's slow, in every scenario. */
const clockShiftsMs = [60 * 60_000, -10 * 60_000];

export type Environment = Awaited<ReturnType<typeof startEnvironment>>;

/** Two nodes with wrong clocks behind a load balancer, with their own PostgreSQL and Redis, and users. */
async function startEnvironment() {
  const mailbox = await startSmtpMailbox();
  const environments = clockShiftsMs.map((shiftMs) => ({ ...withShiftedClock(shiftMs), SMTP_URL: mailbox.url }));
  const cluster = await startCluster({ roles: ['all', 'all'], environments });
  const database = connectDatabase(cluster.postgres.connection);
  const stop = async () => {
    await database.close();
    await cluster.stop();
    await mailbox.stop();
  };
  const users = await createUsers(cluster.balancer.url, database);
  const urls = cluster.nodes.map(({ url }) => url) as [string, string];

  /** Waits until each follower shows the content of the database, in its order. */
  async function converge(followers: readonly Follower[], chatId: ChatId): Promise<void> {
    const rows = await database.sql<{ id: string }[]>`select id from messages where chat_id = ${chatId} order by seq`;
    await vi.waitUntil(() => followers.every(({ shown }) => shown.length >= rows.length), {
      timeout: 45_000,
      interval: 20,
    });
    for (const { shown } of followers) expect(shown.map(({ _id: id }) => ({ id }))).toEqual([...rows]);
  }
  return { cluster, converge, database, mailbox, users, stop, urls };
}

/** Starts the environment for the tests of a file. Call the result inside of a test. */
export function useEnvironment(): () => Environment {
  let environment: Environment | undefined;
  beforeAll(async () => {
    environment = await startEnvironment();
  }, 180_000);
  afterAll(async () => {
    await environment?.stop();
  });
  return () => {
    if (!environment) throw new Error('The environment is started before the first test');
    return environment;
  };
}
