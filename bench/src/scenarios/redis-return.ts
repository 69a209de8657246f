import { type ChatId, sendMessage } from '@chat-app/contract';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { openHttpConnection } from '../http-connection.ts';
import { round2 } from '../measure.ts';
import { type Program, startProgram } from '../program.ts';
import { openReconnectingClient, type ReconnectStats } from '../reconnecting-client.ts';
import { startRedis } from '../redis.ts';
import { runScenario, sized } from '../scenario.ts';
import { readMetrics } from '../server-metrics.ts';
import type { Sql } from '../sql.ts';
import { type BenchUser, createChats, createUsers } from '../users.ts';

const clientCount = sized(5_000, 200);
const chatSize = 10;
const messageEveryMs = 200;
const stoppedMs = 10_000;
/** Nodes may spread reconnects over some seconds, and clients wait some seconds between attempts. */
const leastWatchMs = 15_000;
const calmMs = 6_000;
const patienceMs = 120_000;

/** Redis hangs for a while under many devices and a little traffic, and returns. */
await runScenario('redis-return', async ({ program, sql }) => {
  const redis = await startRedis();
  const nodes: Program[] = [];
  // Uses the database of the first program, which does nothing else here.
  const { host, user, database } = program.database;
  const shared = { DATABASE_URL: `postgres:///${database}`, PGHOST: host, PGUSER: user, REDIS_URL: redis.url };
  try {
    for (const ROLE of ['api', 'chat', 'chat']) nodes.push(await startProgram({ ...shared, ROLE }));
    return await measureReturn(nodes, sql, (signal) => process.kill(redis.pid, signal));
  } finally {
    process.kill(redis.pid, 'SIGCONT');
    await Promise.allSettled(nodes.map((node) => node.stop()));
    await redis.stop();
  }
});

async function measureReturn([api, ...chats]: Program[], sql: Sql, signalRedis: (signal: NodeJS.Signals) => void) {
  if (!api) throw new Error('a cluster needs an API node');
  const users = await createUsers(sql, clientCount);
  const chatIds = await createChats(sql, users, chatSize);
  await sql`vacuum analyze`;
  const devices = await connectAll(users, { chatIds, urls: chats.map(({ url }) => url), apiUrl: api.url });
  const nodes = [api, ...chats];
  const writing = await startWriting(api.url, users, chatIds);
  await pause(5_000);
  Object.assign(devices.stats, { attempts: 0, serverErrors: 0, cutRequests: 0 });

  await readLag(nodes);
  const sentBefore = writing.answers.length;
  signalRedis('SIGSTOP');
  await pause(stoppedMs);
  const whileStopped = await readLag(nodes);
  const affectedChats = Math.min(writing.answers.length - sentBefore, chatIds.length);
  signalRedis('SIGCONT');
  const returnedAt = performance.now();
  await devices.areCalm();
  const afterReturn = await readLag(nodes);
  await writing.stop();
  devices.close();
  const { backAt, stats } = devices;
  return {
    clients: clientCount,
    stoppedSeconds: stoppedMs / 1000,
    /** Members of chats that were written to while Redis was stopped. */
    affectedClients: affectedChats * chatSize,
    reconnects: backAt.length,
    reconnectedPercent: round2((100 * backAt.length) / clientCount),
    lastBackSeconds: round2((Math.max(returnedAt, ...backAt) - returnedAt) / 1000),
    attempts: stats.attempts,
    failedAttempts: stats.failures,
    cutRequests: stats.cutRequests,
    messages: writing.answers.length,
    serverErrors: Math.max(
      afterReturn.serverErrors,
      stats.serverErrors + writing.answers.filter((status) => status >= 500).length,
    ),
    lagWhileStoppedMs: whileStopped.lag,
    loopLagMs: afterReturn.lag,
  };
}

/** The highest lag of any node since the last reading, and the answers 5xx of all. */
async function readLag(nodes: readonly Program[]) {
  const metrics = await Promise.all(nodes.map(({ url }) => readMetrics(url)));
  const most = (name: 'p50Ms' | 'p99Ms' | 'maxMs') => Math.max(...metrics.map(({ loopLagMs }) => loopLagMs[name]));
  return {
    lag: { p50Ms: most('p50Ms'), p99Ms: most('p99Ms'), maxMs: most('maxMs') },
    serverErrors: metrics.reduce((total, { serverErrors }) => total + serverErrors, 0),
  };
}

interface Places {
  readonly chatIds: readonly ChatId[];
  /** Of the chat nodes, which take turns. */
  readonly urls: readonly string[];
  readonly apiUrl: string;
}

async function connectAll(users: readonly BenchUser[], { chatIds, urls, apiUrl }: Places) {
  const backAt: number[] = [];
  const stats: ReconnectStats = { attempts: 0, serverErrors: 0, cutRequests: 0, failures: {} };
  const open = (user: BenchUser, index: number) =>
    openReconnectingClient({
      url: urls[index % urls.length] ?? '',
      apiUrl,
      user,
      openChatId: chatIds[Math.floor(index / chatSize)] as ChatId,
      stats,
      onReconnect: () => backAt.push(performance.now()),
    });
  const clients: { close: () => void }[] = [];
  for (let start = 0; start < users.length; start += 50) {
    const some = users.slice(start, start + 50);
    clients.push(...(await Promise.all(some.map((user, index) => open(user, start + index)))));
  }

  /** Resolves when nobody has tried to reconnect for some seconds. */
  async function areCalm() {
    let [seen, seenAt] = [stats.attempts, performance.now()];
    const startedAt = seenAt;
    for (let now = startedAt; now - startedAt < patienceMs; now = performance.now()) {
      if (stats.attempts !== seen) [seen, seenAt] = [stats.attempts, now];
      if (now - startedAt > leastWatchMs && now - seenAt > calmMs) return;
      await pause(100);
    }
  }
  return { backAt, stats, areCalm, close: () => clients.forEach((client) => client.close()) };
}

/** A member of another chat writes every time. */
async function startWriting(apiUrl: string, users: readonly BenchUser[], chatIds: readonly ChatId[]) {
  const answers: number[] = [];
  const clock = { isOver: false };
  const work = async () => {
    for (let number = 0; !clock.isOver; number += 1) {
      const chatIndex = number % chatIds.length;
      const [chatId, writer] = [chatIds[chatIndex], users[chatIndex * chatSize]];
      if (chatId === undefined || writer === undefined) return;
      const connection = await openHttpConnection(apiUrl, writer.cookie, { maxResponseBytes: 64 * 1024 });
      const body = { chatId, content: 'hello', type: 'text' };
      answers.push((await connection.tryPost(sendMessage.path, body)).status);
      connection.close();
      await pause(messageEveryMs);
    }
  };
  const working = work();
  return {
    /** The status of each answer so far. */
    answers: answers as readonly number[],
    stop: async () => {
      clock.isOver = true;
      await working;
    },
  };
}
