import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { createChats, createUsers, type BenchUser } from '../users.ts';
import { measureDeliveries, openReceivers } from '../deliveries.ts';
import { openHttpConnection } from '../http-connection.ts';
import { round2 } from '../measure.ts';
import { residentMegabytesOf, watchMemory } from '../processes.ts';
import { runScenario, sized } from '../scenario.ts';
import { readMetrics } from '../server-metrics.ts';

const people = sized(10_000, 500);
const chatSize = 10;
const writerCount = 50;
const rate = 50;
const seconds = sized(60, 5);
/** Connecting leaves garbage and deferred work behind. */
const settleMs = sized(10_000, 1_000);

/** Many idle users, each with one device and nine contacts; then a few of them write. */
await runScenario('idle-memory', async ({ program, sql }) => {
  const users = await createUsers(sql, people);
  const chatIds = await createChats(sql, users, chatSize);
  await sql`vacuum analyze`;
  const beforeMegabytes = await residentMegabytesOf(program.pid);
  const most = watchMemory(program.pid);

  const startedAt = performance.now();
  const receivers = await openReceivers(program.url, users, { areOnline: true });
  const connectedWithinSeconds = round2((performance.now() - startedAt) / 1000);
  await pause(settleMs);
  const connectedMegabytes = await residentMegabytesOf(program.pid);

  const writers = await Promise.all(
    chatIds.slice(0, writerCount).map(async (chatId, index) => {
      const { cookie } = users[index * chatSize] as BenchUser;
      return { chatId, connection: await openHttpConnection(program.url, cookie) };
    }),
  );
  await readMetrics(program.url);
  const delivered = await measureDeliveries({
    pid: program.pid,
    writers,
    receivers,
    recipients: chatSize,
    seconds,
    rate,
  });
  const { loopLagMs } = await readMetrics(program.url);
  const results = {
    people,
    connectedWithinSeconds,
    memory: {
      beforeMegabytes,
      connectedMegabytes,
      afterTrafficMegabytes: await residentMegabytesOf(program.pid),
      mostMegabytes: await most(),
      perDeviceKilobytes: round2(((connectedMegabytes - beforeMegabytes) * 1024) / people),
    },
    ...delivered,
    loopLagMs,
  };
  receivers.close();
  writers.forEach(({ connection }) => connection.close());
  return results;
});
