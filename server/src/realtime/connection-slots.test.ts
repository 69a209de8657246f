import type { UserId } from '@chat-app/contract';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { asId } from '../../test/as-id.ts';
import { useRedis } from '../../test/use-redis.ts';
import { type DeviceId, newId, type NodeId } from '../platform/ids.ts';
import { nodesKey } from '../platform/nodes/redis-nodes.ts';
import { createConnectionSlots } from './connection-slots.ts';
import { createRedisConnectionSlots } from './redis-connection-slots.ts';

const redis = useRedis();
const ann = asId<UserId>('ann');
const maxSlots = 5;
const leaseMs = 60_000;

async function createNode(connection: 0 | 1) {
  const nodeId = newId<NodeId>();
  const lease = { score: Date.now() + leaseMs, value: nodeId };
  await redis.nodes[connection].client.zAdd(nodesKey, lease);
  const slots = createConnectionSlots(createRedisConnectionSlots(redis.nodes[connection], nodeId), maxSlots);
  return { nodeId, slots };
}

type Node = Awaited<ReturnType<typeof createNode>>;
let one: Node;
let two: Node;
beforeEach(async () => {
  await redis.empty();
  [one, two] = [await createNode(0), await createNode(1)];
});

const take = (node: Node, count: number, userId = ann) =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const deviceId = newId<DeviceId>();
      return (await node.slots.take(userId, deviceId)) ? deviceId : null;
    }),
  );
const taken = (results: readonly (DeviceId | null)[]) => results.filter((deviceId) => deviceId !== null);
const release = (node: Node, deviceIds: readonly DeviceId[]) =>
  deviceIds.forEach((deviceId) => node.slots.release(ann, deviceId));

describe('[RT-320] the connections of one person', () => {
  test('that are opened at once through two nodes share one limit', async () => {
    const results = await Promise.all([take(one, 100), take(two, 100)]);
    expect(taken(results.flat())).toHaveLength(maxSlots);
    expect(taken(await take(two, 3, asId('bob')))).toHaveLength(3);
  });

  test('count until they are closed, through whichever node', async () => {
    const devices = taken(await take(one, maxSlots));
    expect(taken(await take(two, 1))).toEqual([]);
    release(one, devices.slice(0, 2));
    // A second release, and that of a device without a slot, free nothing.
    release(one, devices.slice(0, 1));
    release(one, [asId('unknown')]);
    await vi.waitFor(async () => expect(taken(await take(two, 1))).toHaveLength(1));
    expect(taken(await take(two, 9))).toHaveLength(1);
  });

  test('no longer count when their node is gone or its lease has expired', async () => {
    await take(one, 3);
    const { client } = redis.nodes[1];
    await client.zAdd(nodesKey, { score: Date.now() - 1, value: one.nodeId });
    expect(taken(await take(two, 1))).toHaveLength(1);
    // It was only late.
    await client.zAdd(nodesKey, { score: Date.now() + leaseMs, value: one.nodeId });
    expect(taken(await take(two, 9))).toHaveLength(1);
    await client.zRem(nodesKey, one.nodeId);
    expect(taken(await take(two, 9))).toHaveLength(3);
  });

  test('are counted again after Redis has lost everything', async () => {
    await take(one, 3);
    await redis.empty();
    await redis.nodes[0].client.zAdd(nodesKey, { score: Date.now() + leaseMs, value: one.nodeId });
    await one.slots.restore();
    expect(taken(await take(two, 9))).toHaveLength(2);
  });
});

const clients = () => redis.nodes.map(({ client }) => client);
const returns = () => Promise.all(clients().map(async (client) => client.isOpen || client.connect()));
afterEach(returns);

test('[RT-320] without Redis the limit holds per node, and Redis learns what it missed', async () => {
  const devices = taken(await take(one, 2));
  for (const client of clients()) client.destroy();
  const more = taken(await take(one, 9));
  expect(more).toHaveLength(3);
  expect(taken(await take(two, 9))).toHaveLength(maxSlots);
  release(one, [...devices, ...more.slice(0, 2)]);
  await returns();
  for (const node of [one, two]) await node.slots.restore();
  // One and five of them: nobody is disconnected, but there is no slot left.
  expect(taken([...(await take(one, 9)), ...(await take(two, 9))])).toEqual([]);
  const third = await createNode(0);
  expect(taken(await take(third, 1))).toEqual([]);
  const { client } = redis.nodes[0];
  expect(await client.hLen('chat-app:slots:ann')).toBe(6);
});
