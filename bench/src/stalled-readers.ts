import { setTimeout as pause } from 'node:timers/promises';
import { makeChat, makeCrowd } from './crowd.ts';
import { deliver, type DeliveryResult, openEars } from './deliveries.ts';
import { openEar } from './ear.ts';
import { openLane } from './http-lane.ts';
import { residentMegabytesOf, watchMemory } from './processes.ts';
import { runScenario, sized } from './scenario.ts';
import { readMetrics } from './server-metrics.ts';

const readers = 100;
const stalledCount = sized(100, 20);
const writerCount = 4;
/** Enough to fill the system's buffers of a stalled connection quickly, so that the program's own queue grows. */
const rate = 40;
const contentLength = 10_000;
const seconds = sized(30, 10);

/** A group that receives long messages; then some of its devices stop reading. */
await runScenario('stalled-readers', async ({ program, sql }) => {
  const crowd = await makeCrowd(sql, readers + stalledCount);
  const chatId = await makeChat(sql, crowd);
  const ears = await openEars(program.url, crowd.slice(0, readers));
  const writers = await Promise.all(
    crowd.slice(0, writerCount).map(async ({ cookie }) => ({ chatId, lane: await openLane(program.url, cookie) })),
  );
  const load = { pid: program.pid, writers, ears, audience: readers, rate, contentLength };
  const measure = async () => {
    const beforeMegabytes = await residentMegabytesOf(program.pid);
    const most = watchMemory(program.pid);
    const delivered = await deliver({ ...load, seconds });
    return { ...delivered, memory: { beforeMegabytes, mostMegabytes: await most() } };
  };

  // As long as the other runs, so that memory has reached its normal size.
  await deliver({ ...load, seconds });
  const alone = await measure();
  let closed = 0;
  // They read at first: their number alone costs time.
  const stalled = await Promise.all(
    crowd.slice(readers).map(({ cookie }) => openEar(program.url, { cookie, onClose: () => (closed += 1) })),
  );
  const reading = await measure();
  stalled.forEach((ear) => ear.stall());
  const beside = await measure();
  const { stalledDropped } = await readMetrics(program.url);
  // A connection that is not read does not notice that it was closed.
  stalled.forEach((ear) => ear.recover());
  await pause(2_000);
  ears.close();
  writers.forEach(({ lane }) => lane.close());
  return {
    stalled: stalledCount,
    dropped: stalledDropped,
    closed,
    extraMegabytes: beside.memory.mostMegabytes - alone.memory.mostMegabytes,
    laterThanAlonePercent: laterPercent(beside, alone),
    laterThanReadingPercent: laterPercent(beside, reading),
    alone,
    reading,
    beside,
  };
});

function laterPercent(one: DeliveryResult, other: DeliveryResult): number {
  return Math.round((100 * (one.latency.p99Ms - other.latency.p99Ms)) / other.latency.p99Ms);
}
