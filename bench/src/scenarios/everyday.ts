import type { ChatId } from '@chat-app/contract';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { Sql } from '../sql.ts';
import { performRandomAction, type ActiveUser, seededMessages } from '../user-actions.ts';
import { createChats, createUsers, type BenchUser } from '../users.ts';
import { type SocketClient, openSocketClient } from '../socket-client.ts';
import { type HttpConnection, openHttpConnection } from '../http-connection.ts';
import { round2, summarise } from '../measure.ts';
import { cpuMsOf } from '../processes.ts';
import { runScenario, sized } from '../scenario.ts';
import { readMetrics } from '../server-metrics.ts';

/** The number of users in each step. */
const userCounts = sized([500, 1000, 2000, 4000], [20, 40]);
const seconds = sized(60, 5);
const meanThinkingMs = 20_000;
const groupSize = 10;
const joinAtOnce = 50;
/** Shorter than the server's idle timeout, which could close a connection during a request. */
const longestIdleMs = 30_000;
const maxResponseBytes = 64 * 1024;
/** Up to here, users perceive it as fast. */
const budget = { meanMs: 60, p99Ms: 500 };

interface ConnectedUser extends ActiveUser {
  readonly socket: SocketClient;
  readonly closeConnection: () => void;
}

interface Step extends Awaited<ReturnType<typeof runFor>> {
  readonly people: number;
  readonly loopLagMs: object;
  readonly cpuPercentOfOneCore: number;
}

/** Users with typical actions, each after some time of reading and thinking: 500 of them, then more and more. */
await runScenario('everyday', async ({ program, sql }) => {
  const users = await createUsers(sql, Math.max(...userCounts));
  const groups = await createChats(sql, users, groupSize);
  const pairs = await createChats(sql, users, 2);
  await fill(sql);
  const join = async (user: BenchUser, position: number): Promise<ConnectedUser> => ({
    chatIds: [groups[Math.floor(position / groupSize)] as ChatId, pairs[Math.floor(position / 2)] as ChatId],
    ...keepConnection(() => openHttpConnection(program.url, user.cookie, { maxResponseBytes })),
    socket: await openSocketClient(program.url, { cookie: user.cookie, announceAs: user.id }),
  });
  const online: ConnectedUser[] = [];
  const steps: Step[] = [];
  for (const count of userCounts) {
    while (online.length < count) {
      const first = online.length;
      const joining = users.slice(first, Math.min(count, first + joinAtOnce));
      online.push(...(await Promise.all(joining.map((user, index) => join(user, first + index)))));
    }
    await readMetrics(program.url);
    const cpuBefore = await cpuMsOf(program.pid);
    const measured = await runFor(seconds * 1000, online);
    const cpuMs = (await cpuMsOf(program.pid)) - cpuBefore;
    const { loopLagMs } = await readMetrics(program.url);
    steps.push({ people: count, ...measured, loopLagMs, cpuPercentOfOneCore: round2(cpuMs / (seconds * 10)) });
  }
  for (const { closeConnection, socket } of online) {
    closeConnection();
    socket.close();
  }
  return { steps, mostPeopleWithinBudget: Math.max(0, ...steps.filter(isWithinBudget).map((step) => step.people)) };
});

/** Inserts the earlier messages of each chat. */
async function fill(sql: Sql) {
  await sql`
    insert into messages (id, chat_id, seq, author_id, type, content)
    select gen_random_uuid(), chats.id, n, chats.owner_id, 'text', 'Message number ' || n
    from chats, generate_series(1, ${seededMessages}) as n`;
  await sql`update chats set last_seq = ${seededMessages}`;
  await sql`vacuum analyze`;
}

/** All users act repeatedly; the pause before the next action starts after the last response. */
async function runFor(ms: number, online: readonly ConnectedUser[]) {
  const endsAt = performance.now() + ms;
  const times: number[] = [];
  let requestErrors = 0;
  const measure = async (request: () => Promise<{ status: number }>) => {
    const startedAt = performance.now();
    const { status } = await request();
    times.push(performance.now() - startedAt);
    if (status >= 300) requestErrors += 1;
  };
  await Promise.all(
    online.map(async (user) => {
      for (;;) {
        const thinkingMs = -Math.log(1 - Math.random()) * meanThinkingMs;
        if (performance.now() + thinkingMs > endsAt) return;
        await pause(thinkingMs);
        await performRandomAction(user, measure);
      }
    }),
  );
  const { p50Ms, p95Ms, p99Ms, maxMs } = summarise(times);
  const meanMs = round2(times.reduce((sum, time) => sum + time, 0) / Math.max(1, times.length));
  return {
    requests: times.length,
    requestsPerSecond: round2((times.length * 1000) / ms),
    meanMs,
    p50Ms,
    p95Ms,
    p99Ms,
    maxMs,
    requestErrors,
  };
}

function isWithinBudget({ meanMs, p99Ms, requestErrors }: Step): boolean {
  return meanMs <= budget.meanMs && p99Ms <= budget.p99Ms && requestErrors === 0;
}

/** The connection of one user, reopened when it was idle for long. */
function keepConnection(open: () => Promise<HttpConnection>) {
  let connection: HttpConnection | null = null;
  let usedAt = 0;
  return {
    openConnection: async () => {
      if (performance.now() - usedAt > longestIdleMs) {
        connection?.close();
        connection = null;
      }
      connection ??= await open();
      usedAt = performance.now();
      return connection;
    },
    closeConnection: () => connection?.close(),
  };
}
