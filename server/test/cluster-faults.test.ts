import { setTimeout as pause } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { type Device, waitForOnline } from './cluster-device.ts';
import { sendText, useCluster } from './cluster-fixture.ts';
import { deadlineMs } from './deadline.ts';
import { noFaults, verifyAcknowledged } from './faults/tally.ts';
import { startWriters } from './faults/writers.ts';

const { fixture, nodesOf, aDevice } = useCluster();

/** Every fault of a cluster, one after the other. */
async function causeFaults(anns: Device, bobs: Device) {
  const { cluster, ann, bob, dan } = fixture();
  const [chatOne, chatTwo] = nodesOf('chat');
  const [apiOne] = nodesOf('api');
  // Dan is on one of the two and does not reconnect; Ann and Bob are on different nodes.
  const dans = aDevice(dan, { isReconnecting: false });
  await waitForOnline(anns, bob, dan);
  const lost = vi.waitUntil(() => !dans.socket.connected, { timeout: 2 * deadlineMs });
  await chatOne?.end('SIGKILL');
  if (dans.socket.connected) {
    await chatOne?.start();
    await chatTwo?.end('SIGKILL');
    await lost;
    await chatTwo?.start();
  } else {
    await chatOne?.start();
  }
  await waitForOnline(anns, bob);
  await waitForOnline(bobs, ann);

  // One after the other, so that every device is moved at least once.
  for (const node of [chatTwo, chatOne, apiOne]) {
    expect(await node?.end('SIGTERM')).toBe(0);
    await node?.start();
  }
  await waitForOnline(anns, bob);
  await waitForOnline(bobs, ann);

  await cluster.redis.kill();
  // Real time: Redis is away this long.
  await pause(1000);
  await cluster.redis.start();
  await waitForOnline(anns, bob);
  await waitForOnline(bobs, ann);

  await cluster.postgres.kill?.();
  // They reconnect while no database is available to authenticate them.
  for (const device of [anns, bobs]) device.cut();
}

test('[CLU-9] a cluster loses and duplicates nothing it has acknowledged, and recovers from every fault', async () => {
  const { cluster, database, ann, bob, direct, group } = fixture();
  const [anns, bobs] = [aDevice(ann), aDevice(bob)];
  const people = [ann, bob];
  const chatIds = [direct, group];
  const writers = startWriters(
    chatIds.flatMap((chatId) => people.map(({ client }) => ({ client, chatId }))),
    { pauseMs: 20 },
  );
  try {
    await causeFaults(anns, bobs);
    await waitForOnline(anns, bob);
    await waitForOnline(bobs, ann);
  } finally {
    await writers.stop();
  }
  for (const { client: reader } of people)
    expect(await verifyAcknowledged(writers.acknowledged, { database, reader })).toMatchObject(noFaults);
  for (const chatId of chatIds)
    expect(writers.acknowledged.filter((one) => one.chatId === chatId).length).toBeGreaterThan(50);

  // Delivered live over all nodes again, not only on request.
  await sendText(ann, direct, 'still-there');
  await vi.waitUntil(() => bobs.texts().includes('still-there'), { interval: 20 });

  expect(cluster.nodes.map((node) => node.isRunning())).toEqual([true, true, true, true]);
});
