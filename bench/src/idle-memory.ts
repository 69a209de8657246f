import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { makeChats, makeCrowd, type Somebody } from './crowd.ts';
import { deliver, openEars } from './deliveries.ts';
import { openLane } from './http-lane.ts';
import { round2 } from './measure.ts';
import { residentMegabytesOf, watchMemory } from './processes.ts';
import { runScenario, sized } from './scenario.ts';
import { readMetrics } from './server-metrics.ts';

const people = sized(10_000, 500);
const chatSize = 10;
const writerCount = 50;
const rate = 50;
const seconds = sized(60, 5);
/** Connecting leaves garbage and deferred work behind. */
const settleMs = sized(10_000, 1_000);

/** Many idle users, each with one device and nine contacts; then a few of them write. */
await runScenario('idle-memory', async ({ program, sql }) => {
  const crowd = await makeCrowd(sql, people);
  const chatIds = await makeChats(sql, crowd, chatSize);
  await sql`vacuum analyze`;
  const beforeMegabytes = await residentMegabytesOf(program.pid);
  const most = watchMemory(program.pid);

  const startedAt = performance.now();
  const ears = await openEars(program.url, crowd, { areAnnounced: true });
  const connectedWithinSeconds = round2((performance.now() - startedAt) / 1000);
  await pause(settleMs);
  const connectedMegabytes = await residentMegabytesOf(program.pid);

  const writers = await Promise.all(
    chatIds.slice(0, writerCount).map(async (chatId, index) => {
      const { cookie } = crowd[index * chatSize] as Somebody;
      return { chatId, lane: await openLane(program.url, cookie) };
    }),
  );
  await readMetrics(program.url);
  const delivered = await deliver({ pid: program.pid, writers, ears, audience: chatSize, seconds, rate });
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
  ears.close();
  writers.forEach(({ lane }) => lane.close());
  return results;
});
