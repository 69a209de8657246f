import { vi } from 'vitest';
import type { Database } from '../../src/platform/db/database.ts';
import { listTables } from '../../src/platform/db/tables.ts';
import { serverDir } from '../../src/platform/paths.ts';
import type { startCluster } from '../cluster.ts';
import { follow } from './follower.ts';
import { verifyAcknowledged } from './tally.ts';
import type { createUsers } from './users.ts';
import { startWriters } from './writers.ts';

interface Upgrade {
  /** Nodes of the previous release; the last one is not started. */
  readonly cluster: Awaited<ReturnType<typeof startCluster>>;
  readonly database: Database;
  readonly users: Awaited<ReturnType<typeof createUsers>>;
}

const wantedRetries = 4;

/** Upgrades a cluster as docs/operations/upgrade.md describes it, while users write and a long transaction is open. */
export async function upgradeNodes({ cluster, database, users }: Upgrade) {
  const { ann, bob, cem, aGroup } = users;
  const chatId = await aGroup();
  const followers = [bob, cem, bob, cem].map((user) => follow(cluster.balancer.url, user, chatId));
  const writers = startWriters(
    [ann, bob, cem, ann].map(({ client }) => ({ client, chatId })),
    { pauseMs: 5 },
  );
  const send = async (count: number) => {
    const wanted = writers.acknowledged.length + count;
    await vi.waitUntil(() => writers.acknowledged.length >= wanted, { timeout: 60_000 });
  };
  await send(100);

  const newcomer = cluster.nodes.at(-1);
  if (!newcomer) throw new Error('the cluster has no node');
  const migrationsBefore = await countMigrations(database);
  const retries = () => newcomer.output.text.split('migration will be retried').length - 1;
  const { starting } = await database.transaction(async (holder) => {
    await holder`set local idle_in_transaction_session_timeout = 0`;
    // No query of a node conflicts with it; most changes of a table do.
    for (const { name } of await listTables(holder))
      await holder`lock table ${holder.identifier(name)} in row exclusive mode`;
    const started = newcomer.start(serverDir);
    // A migration that needs none of these tables, or waits for the transaction itself, is not retried.
    const retried = vi.waitUntil(() => retries() >= wantedRetries, { timeout: 20_000 }).catch(() => {});
    await Promise.race([retried, started]);
    await send(100);
    return { starting: started };
  });
  await starting;
  const migrations = (await countMigrations(database)) - migrationsBefore;
  // Both releases serve everybody.
  await send(600);
  const [failedSends, slowestMs] = [writers.repeats(), writers.slowestMs()];

  let unclean = 0;
  for (const node of cluster.nodes.slice(0, -1)) {
    if ((await node.end('SIGTERM')) !== 0) unclean += 1;
    await node.start(serverDir);
    await send(100);
  }
  await writers.stop();
  const tally = await verifyAcknowledged(writers.acknowledged, { database, reader: ann.client });
  const last = Math.max(...writers.acknowledged.map(({ seq }) => seq));
  await vi.waitUntil(() => followers.every(({ shown }) => shown.at(-1)?.seq === last), { timeout: 30_000 });
  const scattered = followers.filter(({ shown }) => shown.some(({ seq }, index) => seq !== index + 1)).length;
  for (const follower of followers) follower.stop();
  return {
    migrations,
    retries: retries(),
    failedSends,
    slowestMs,
    repeatsOfRestarts: writers.repeats() - failedSends,
    unclean,
    scattered,
    ...tally,
  };
}

async function countMigrations({ sql }: Database): Promise<number> {
  const [row] = await sql<{ count: number }[]>`select count(*)::int as count from migrations`;
  return row?.count ?? 0;
}
