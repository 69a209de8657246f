import type { ChatId } from '@chat-app/contract';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { Sql } from '../sql.ts';
import { createChats, createUsers, type BenchUser } from '../users.ts';
import { round2, summarise } from '../measure.ts';
import { residentMegabytesOf } from '../processes.ts';
import { type ReconnectStats, openReconnectingClient } from '../reconnecting-client.ts';
import { runScenario, sized } from '../scenario.ts';
import { readMetrics } from '../server-metrics.ts';

const clientCount = sized(5_000, 200);
const chatSize = 10;
const downMs = 2_000;
const promisedMs = 60_000;
/** A client that has not reconnected by then counts as failed. */
const patienceMs = 120_000;

/** The program is killed under many clients, stays down for a moment, and all reconnect as our page does. */
await runScenario('reconnect-storm', async ({ program, sql }) => {
  const users = await createUsers(sql, clientCount);
  const chatIds = await createChats(sql, users, chatSize);
  await sql`vacuum analyze`;
  const backAt: number[] = [];
  const stats: ReconnectStats = { attempts: 0, serverErrors: 0, cutRequests: 0, failures: {} };
  const open = (user: BenchUser, index: number) =>
    openReconnectingClient({
      url: program.url,
      user,
      openChatId: chatIds[Math.floor(index / chatSize)] as ChatId,
      stats,
      onReconnect: () => backAt.push(performance.now()),
    });
  const arrivalsBefore = await countQueries(sql);
  const clients: { close: () => void }[] = [];
  for (let start = 0; start < users.length; start += 50) {
    const some = users.slice(start, start + 50);
    clients.push(...(await Promise.all(some.map((user, index) => open(user, start + index)))));
  }
  // The library resets its retry count after five seconds.
  await pause(5_000);
  const arrivalQueries = (await countQueries(sql)) - arrivalsBefore;
  Object.assign(stats, { attempts: 0, serverErrors: 0, cutRequests: 0 });

  const killedAt = performance.now();
  await program.kill();
  await pause(downMs);
  await program.restart();
  const readyAt = performance.now();
  await readMetrics(program.url);
  const queriesBefore = await countQueries(sql);
  for (let waited = 0; backAt.length < clientCount && waited < patienceMs; waited += 50) await pause(50);
  const { loopLagMs, serverErrors } = await readMetrics(program.url);
  // The database updates its statistics a moment later.
  await pause(2_000);
  const queries = (await countQueries(sql)) - queriesBefore;
  const results = {
    clients: clientCount,
    back: backAt.length,
    readyAfterSeconds: round2((readyAt - killedAt) / 1000),
    lastBackSeconds: round2((Math.max(...backAt) - killedAt) / 1000),
    backSinceKilled: summarise(backAt.map((at) => at - killedAt)),
    backSinceReady: summarise(backAt.map((at) => at - readyAt)),
    lateCount: backAt.filter((at) => at - killedAt > promisedMs).length,
    attempts: stats.attempts,
    failedAttempts: stats.failures,
    serverErrors: Math.max(serverErrors, stats.serverErrors),
    cutRequests: stats.cutRequests,
    loopLagMs,
    /** For the connection alone, with fifty connecting at once. */
    queriesPerArrival: round2(arrivalQueries / clientCount),
    /** Including the five requests of the page. */
    queriesPerReconnect: round2(queries / clientCount),
    residentMegabytes: await residentMegabytesOf(program.pid),
  };
  clients.forEach((client) => client.close());
  return results;
});

/** Every statement outside a transaction is its own transaction. */
async function countQueries(sql: Sql): Promise<number> {
  const [row] = await sql<{ count: number }>`
    select xact_commit::int as count from pg_stat_database where datname = current_database()`;
  return row?.count ?? 0;
}
