import { cpus } from 'node:os';
import type { Sql } from './sql.ts';
import { holdToShare } from './cpu-share.ts';
import { makeChat, makeCrowd } from './crowd.ts';
import { deliver, openEars } from './deliveries.ts';
import { openLane } from './http-lane.ts';
import { round2 } from './measure.ts';
import { cpuMsOf } from './processes.ts';
import { startProgram } from './program.ts';
import { startRedis } from './redis.ts';
import { runScenario } from './scenario.ts';

const members = 400;
const writerCount = 4;
const seconds = 10;
const maxUnderWay = 16;
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
    const held = await Promise.all(chats.map(({ pid }) => holdToShare(pid, heldShare)));
    const undo = held.filter((one) => one !== null);
    try {
      const inHeldNodes = undo.length === chats.length ? await compare(common, chats) : 'needs root and Linux';
      return { cores: cpus().length, members, asItIs, heldShare, inHeldNodes };
    } finally {
      for (const giveBack of undo) await giveBack();
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
  const one = await play({ ...common, chats: chats.slice(0, 1) });
  const two = await play({ ...common, chats });
  return { one, two, gain: round2(two.deliveriesPerSecond / one.deliveriesPerSecond) };
}

async function play({ api, chats, redis, databasePid, sql }: Cluster) {
  const crowd = await makeCrowd(sql, members);
  const chatId = await makeChat(sql, crowd);
  const ears = await openEars((index) => chats[index % chats.length]?.url ?? '', crowd);
  const writers = await Promise.all(
    crowd.slice(0, writerCount).map(async ({ cookie }) => ({ chatId, lane: await openLane(api.url, cookie) })),
  );
  const load = { pid: api.pid, writers, ears, audience: members };
  await deliver({ ...load, seconds: 2, rate: 5 });
  const pids = { api: api.pid, redis: redis.pid, database: databasePid, load: process.pid };
  const watched = [...Object.entries(pids), ...chats.map(({ pid }, index) => [`chat ${index + 1}`, pid] as const)];
  const read = () => Promise.all(watched.map(([, pid]) => cpuMsOf(pid, { isAlone: pid === process.pid })));
  const before = await read();
  const startedAt = performance.now();
  const { messagesPerSecond, deliveriesPerSecond, latency } = await deliver({
    ...load,
    seconds,
    rate: 'as fast as it goes',
    maxUnderWay,
  });
  const tookMs = performance.now() - startedAt;
  const after = await read();
  ears.close();
  writers.forEach(({ lane }) => lane.close());
  const share = (index: number) => Math.round((100 * ((after[index] ?? 0) - (before[index] ?? 0))) / tookMs);
  const cpuPercentOfOneCore = Object.fromEntries(watched.map(([name], index) => [name, share(index)]));
  return { chatNodes: chats.length, messagesPerSecond, deliveriesPerSecond, latency, cpuPercentOfOneCore };
}
