import type { ChatId } from '@chat-app/contract';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { Sql } from './sql.ts';
import { act, type Actor, messagesBefore } from './daily-acts.ts';
import { makeChats, makeCrowd, type Somebody } from './crowd.ts';
import { type Ear, openEar } from './ear.ts';
import { type Lane, openLane } from './http-lane.ts';
import { round2, summarise } from './measure.ts';
import { cpuMsOf } from './processes.ts';
import { runScenario, sized } from './scenario.ts';
import { readMetrics } from './server-metrics.ts';

/** The number of users in each step. */
const crowds = sized([500, 1000, 2000, 4000], [20, 40]);
const seconds = sized(60, 5);
const meanThinkingMs = 20_000;
const groupSize = 10;
const joinAtOnce = 50;
/** Shorter than the server's idle timeout, which could close a connection during a request. */
const longestIdleMs = 30_000;
const answerBytes = 64 * 1024;
/** Up to here, users perceive it as fast. */
const budget = { meanMs: 60, p99Ms: 500 };

interface Person extends Actor {
  readonly ear: Ear;
  readonly closeLine: () => void;
}

interface Step extends Awaited<ReturnType<typeof liveFor>> {
  readonly people: number;
  readonly loopLagMs: object;
  readonly cpuPercentOfOneCore: number;
}

/** Users with typical actions, each after some time of reading and thinking: 500 of them, then more and more. */
await runScenario('everyday', async ({ program, sql }) => {
  const crowd = await makeCrowd(sql, Math.max(...crowds));
  const groups = await makeChats(sql, crowd, groupSize);
  const pairs = await makeChats(sql, crowd, 2);
  await fill(sql);
  const join = async (somebody: Somebody, place: number): Promise<Person> => ({
    chatIds: [groups[Math.floor(place / groupSize)] as ChatId, pairs[Math.floor(place / 2)] as ChatId],
    ...keepLine(() => openLane(program.url, somebody.cookie, { answerBytes })),
    ear: await openEar(program.url, { cookie: somebody.cookie, announceAs: somebody.id }),
  });
  const people: Person[] = [];
  const steps: Step[] = [];
  for (const count of crowds) {
    while (people.length < count) {
      const first = people.length;
      const coming = crowd.slice(first, Math.min(count, first + joinAtOnce));
      people.push(...(await Promise.all(coming.map((somebody, index) => join(somebody, first + index)))));
    }
    await readMetrics(program.url);
    const cpuBefore = await cpuMsOf(program.pid);
    const met = await liveFor(seconds * 1000, people);
    const cpuMs = (await cpuMsOf(program.pid)) - cpuBefore;
    const { loopLagMs } = await readMetrics(program.url);
    steps.push({ people: count, ...met, loopLagMs, cpuPercentOfOneCore: round2(cpuMs / (seconds * 10)) });
  }
  for (const { closeLine, ear } of people) {
    closeLine();
    ear.close();
  }
  return { steps, mostPeopleWithinBudget: Math.max(0, ...steps.filter(isWithinBudget).map((step) => step.people)) };
});

/** Inserts the earlier messages of each chat. */
async function fill(sql: Sql) {
  await sql`
    insert into messages (id, chat_id, seq, author_id, type, content)
    select gen_random_uuid(), chats.id, n, chats.owner_id, 'text', 'Message number ' || n
    from chats, generate_series(1, ${messagesBefore}) as n`;
  await sql`update chats set last_seq = ${messagesBefore}`;
  await sql`vacuum analyze`;
}

/** All users act repeatedly; the pause before the next action starts after the last response. */
async function liveFor(ms: number, people: readonly Person[]) {
  const endsAt = performance.now() + ms;
  const times: number[] = [];
  let requestErrors = 0;
  const ask = async (asking: () => Promise<{ status: number }>) => {
    const startedAt = performance.now();
    const { status } = await asking();
    times.push(performance.now() - startedAt);
    if (status >= 300) requestErrors += 1;
  };
  await Promise.all(
    people.map(async (person) => {
      for (;;) {
        const thinkingMs = -Math.log(1 - Math.random()) * meanThinkingMs;
        if (performance.now() + thinkingMs > endsAt) return;
        await pause(thinkingMs);
        await act(person, ask);
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
function keepLine(open: () => Promise<Lane>) {
  let line: Lane | null = null;
  let usedAt = 0;
  return {
    openLine: async () => {
      if (performance.now() - usedAt > longestIdleMs) {
        line?.close();
        line = null;
      }
      line ??= await open();
      usedAt = performance.now();
      return line;
    },
    closeLine: () => line?.close(),
  };
}
