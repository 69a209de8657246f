import { beforeEach, describe, expect, test, vi } from 'vitest';
import { afterTest } from '../../../test/after-test.ts';
import { createGate } from '../../../test/gate.ts';
import { useRedis } from '../../../test/use-redis.ts';
import { createLogger } from '../logger.ts';
import { connectRedis } from '../redis/redis.ts';
import { registerNode, nodesKey } from './redis-nodes.ts';

const logger = createLogger('silent');
const redis = useRedis();
beforeEach(async () => {
  await redis.server.start();
  // The connections of the file return a moment after Redis does.
  await vi.waitFor(redis.empty);
});

async function aConnection() {
  const connection = await connectRedis(redis.server.url, logger);
  afterTest(() => connection.close());
  return connection;
}

/** A node that records its callbacks. Closing its connection lets its lease expire. */
async function aNode({ leaseMs = 600 } = {}) {
  const connection = await aConnection();
  const nodes = await registerNode({ redis: connection, logger, leaseMs, renewEveryMs: 100 });
  const expired: string[] = [];
  let losses = 0;
  nodes.onNodeExpired(async (id) => void expired.push(id));
  nodes.onRegistrationLost(async () => void (losses += 1));
  return { nodes, expired, die: () => connection.close(), registrationLosses: () => losses };
}

describe('[CLU-5] nodes', () => {
  test('that die are noticed, each by one of the others', async () => {
    const [one, two, dead, later] = [await aNode(), await aNode(), await aNode(), await aNode()];
    await dead.die();
    await vi.waitUntil(() => [one, two, later].some(({ expired }) => expired.includes(dead.nodes.id)));
    // By the time the next expiry is noticed, every node has checked more than once.
    await later.die();
    await vi.waitUntil(() => [one, two].some(({ expired }) => expired.includes(later.nodes.id)));
    const expired = [one, two, later].flatMap((node) => node.expired);
    expect(expired.toSorted()).toEqual([dead.nodes.id, later.nodes.id].toSorted());
    expect([one.registrationLosses(), two.registrationLosses()]).toEqual([0, 0]);
  });

  test('that stop are released at the next check', async () => {
    const [one, other] = [await aNode({ leaseMs: 60_000 }), await aNode({ leaseMs: 60_000 })];
    await other.nodes.close();
    await vi.waitUntil(() => one.expired.length > 0);
    expect(one.expired).toEqual([other.nodes.id]);
  });

  test('that fail to release another are followed by a retry', async () => {
    const one = await aNode();
    let failures = 0;
    one.nodes.onNodeExpired(async () => {
      failures += 1;
      if (failures === 1) throw new Error('not now');
    });
    const dead = await aNode();
    await dead.die();
    await vi.waitUntil(() => failures === 2);
    expect(one.expired).toEqual([dead.nodes.id, dead.nodes.id]);
  });

  test('[CLU-200] keep renewing their own lease while they are still releasing another', async () => {
    const one = await aNode();
    const held = createGate();
    one.nodes.onNodeExpired(() => held.opened);
    const dead = await aNode();
    await dead.die();
    await vi.waitUntil(() => one.expired.length > 0);
    // For longer than a lease, after which the other node would consider it dead.
    const looking = await aNode();
    const leaseEnd = async () => Number(await redis.nodes[0].client.zScore(nodesKey, one.nodes.id));
    const leaseAtFirst = await leaseEnd();
    await vi.waitUntil(async () => (await leaseEnd()) > leaseAtFirst + 600);
    expect(looking.expired).not.toContain(one.nodes.id);
    held.open();
  });

  test('register again when Redis has lost all data, and report it', async () => {
    const [one, other] = [await aNode(), await aNode()];
    await redis.server.kill();
    await redis.server.start();
    await vi.waitUntil(() => one.registrationLosses() > 0 && other.registrationLosses() > 0);
    expect([one.registrationLosses(), other.registrationLosses(), ...one.expired, ...other.expired]).toEqual([1, 1]);
  });
});

describe('[CLU-6] a Redis that', () => {
  test('hangs fails pending commands in time, and is used again when it resumes', async () => {
    const connection = await aConnection();
    let returns = 0;
    connection.onReconnect(() => void (returns += 1));
    redis.server.signal('SIGSTOP');
    await expect(connection.client.get('x')).rejects.toThrow('Disconnects client');
    await expect(connection.client.get('x')).rejects.toThrow('offline');
    redis.server.signal('SIGCONT');
    await vi.waitUntil(() => returns === 1);
    expect(await connection.client.get('x')).toBeNull();
  });

  test('is unreachable stops the start with one sentence', async () => {
    await redis.server.kill();
    const connecting = connectRedis(redis.server.url, logger, { connectWithinMs: 300 });
    await expect(connecting).rejects.toThrow(/^Redis does not answer at 127\.0\.0\.1:\d+$/);
  });
});
