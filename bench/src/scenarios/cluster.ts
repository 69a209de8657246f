import { cpus } from 'node:os';
import type { Sql } from '../sql.ts';
import { limitCpu } from '../cpu-limit.ts';
import { createChat, createUsers } from '../users.ts';
import { measureDeliveries, openReceivers } from '../deliveries.ts';
import { openHttpConnection } from '../http-connection.ts';
import { round2 } from '../measure.ts';
import { cpuMsOf } from '../processes.ts';
import { startProgram } from '../program.ts';
import { startRedis } from '../redis.ts';
import { runScenario } from '../scenario.ts';

const members = 400;
const writerCount = 4;
const seconds = 10;
const maxInFlight = 16;
/**
 * Two cores leave no room for a second node next to load and database, so each node is limited to this share of one.
 */
const heldShare = 0.2;

/** One group whose members are spread over the chat nodes; messages are sent at full speed, through one API node. */
await runScenario('cluster', async ({ program, sql }) => {
  const redis = await startRedis();
  const nodes: Node[] = [];
  // Uses the database of the first program, which does nothing else here.
  const { host, user, database } = program.database;
  const shared = { DATABASE_URL: `postgres:///${database}`, PGHOST: host, PGUSER: user, REDIS_URL: redis.url };
  async function start(ROLE: string) {
    const node = await startProgram({ ...shared, ROLE });
    nodes.push(node);
    return node;
  }
  try {
    const api = await start('api');
    const chats = [await start('chat'), await start('chat')];
    const common = { api, redis, databasePid: program.pid, sql };
    const asItIs = await compare(common, chats);
    const limits = await Promise.all(chats.map(({ pid }) => limitCpu(pid, heldShare)));
    const removals = limits.filter((one) => one !== null);
    try {
      const inHeldNodes = removals.length === chats.length ? await compare(common, chats) : 'needs root and Linux';
      return { cores: cpus().length, members, asItIs, heldShare, inHeldNodes };
    } finally {
      for (const removeLimit of removals) await removeLimit();
    }
  } finally {
    await Promise.allSettled(nodes.map((node) => node.stop()));
    await redis.stop();
  }
});

type Node = Awaited<ReturnType<typeof startProgram>>;

interface Cluster {
  readonly api: Node;
  readonly chats: readonly Node[];
  readonly redis: { readonly pid: number };
  readonly databasePid: number;
  readonly sql: Sql;
}

async function compare(common: Omit<Cluster, 'chats'>, chats: readonly Node[]) {
  const one = await measureCluster({ ...common, chats: chats.slice(0, 1) });
  const two = await measureCluster({ ...common, chats });
  return { one, two, gain: round2(two.deliveriesPerSecond / one.deliveriesPerSecond) };
}

async function measureCluster({ api, chats, redis, databasePid, sql }: Cluster) {
  const users = await createUsers(sql, members);
  const chatId = await createChat(sql, users);
  const receivers = await openReceivers((index) => chats[index % chats.length]?.url ?? '', users);
  const writers = await Promise.all(
    users
      .slice(0, writerCount)
      .map(async ({ cookie }) => ({ chatId, connection: await openHttpConnection(api.url, cookie) })),
  );
  const load = { pid: api.pid, writers, receivers, recipients: members };
  await measureDeliveries({ ...load, seconds: 2, rate: 5 });
  const pids = { api: api.pid, redis: redis.pid, database: databasePid, load: process.pid };
  const watched = [...Object.entries(pids), ...chats.map(({ pid }, index) => [`chat ${index + 1}`, pid] as const)];
  const read = () => Promise.all(watched.map(([, pid]) => cpuMsOf(pid, { isAlone: pid === process.pid })));
  const before = await read();
  const startedAt = performance.now();
  const { messagesPerSecond, deliveriesPerSecond, latency } = await measureDeliveries({
    ...load,
    seconds,
    rate: 'as fast as it goes',
    maxInFlight,
  });
  const tookMs = performance.now() - startedAt;
  const after = await read();
  receivers.close();
  writers.forEach(({ connection }) => connection.close());
  const share = (index: number) => Math.round((100 * ((after[index] ?? 0) - (before[index] ?? 0))) / tookMs);
  const cpuPercentOfOneCore = Object.fromEntries(watched.map(([name], index) => [name, share(index)]));
  return { chatNodes: chats.length, messagesPerSecond, deliveriesPerSecond, latency, cpuPercentOfOneCore };
}
