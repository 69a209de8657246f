import { setTimeout as pause } from 'node:timers/promises';
import { createChat, createUsers } from '../users.ts';
import { measureDeliveries, type DeliveryResult, openReceivers } from '../deliveries.ts';
import { openSocketClient } from '../socket-client.ts';
import { openHttpConnection } from '../http-connection.ts';
import { residentMegabytesOf, watchMemory } from '../processes.ts';
import { runScenario, sized } from '../scenario.ts';
import { readMetrics } from '../server-metrics.ts';

const readers = 100;
const stalledCount = sized(100, 20);
const writerCount = 4;
/** Enough to fill the system's buffers of a stalled connection quickly, so that the program's own queue grows. */
const rate = 40;
const contentLength = 10_000;
const seconds = sized(30, 10);

/** A group that receives long messages; then some of its devices stop reading. */
await runScenario('stalled-readers', async ({ program, sql }) => {
  const users = await createUsers(sql, readers + stalledCount);
  const chatId = await createChat(sql, users);
  const receivers = await openReceivers(program.url, users.slice(0, readers));
  const writers = await Promise.all(
    users
      .slice(0, writerCount)
      .map(async ({ cookie }) => ({ chatId, connection: await openHttpConnection(program.url, cookie) })),
  );
  const load = { pid: program.pid, writers, receivers, recipients: readers, rate, contentLength };
  const measure = async () => {
    const beforeMegabytes = await residentMegabytesOf(program.pid);
    const most = watchMemory(program.pid);
    const delivered = await measureDeliveries({ ...load, seconds });
    return { ...delivered, memory: { beforeMegabytes, mostMegabytes: await most() } };
  };

  // As long as the other runs, so that memory has reached its normal size.
  await measureDeliveries({ ...load, seconds });
  const alone = await measure();
  let closed = 0;
  // They read at first: their number alone costs time.
  const stalled = await Promise.all(
    users.slice(readers).map(({ cookie }) => openSocketClient(program.url, { cookie, onClose: () => (closed += 1) })),
  );
  const reading = await measure();
  stalled.forEach((client) => client.stall());
  const beside = await measure();
  const { stalledDropped } = await readMetrics(program.url);
  // A connection that is not read does not notice that it was closed.
  stalled.forEach((client) => client.resume());
  await pause(2_000);
  receivers.close();
  writers.forEach(({ connection }) => connection.close());
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
