import type { ChatId } from '@chat-app/contract';
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { asId } from '../../../test/as-id.ts';
import { createGate } from '../../../test/gate.ts';
import { type Person, people } from '../../../test/people.ts';
import { useTestApp } from '../../../test/test-app.ts';
import { useRedis } from '../../../test/use-redis.ts';
import type { DeviceId, NodeId } from '../../platform/ids.ts';
import { isRedisUnavailable } from '../../platform/redis/redis-errors.ts';
import { callRepository } from './calls.repository.ts';
import { createInMemoryParticipantStore } from './in-memory-participant-store.ts';
import { createRedisParticipantStore } from './redis-participant-store.ts';
import { createTwoNodes } from './two-nodes.fixture.ts';

const app = useTestApp();
const { aChat, aVerifiedUser } = people(app);

const redis = useRedis();

let ann: Person;
let bob: Person;
let chatId: ChatId;
beforeEach(async () => {
  [ann, bob] = [await aVerifiedUser({ name: 'Ann' }), await aVerifiedUser({ name: 'Bob' })];
  chatId = await aChat(ann, bob);
  await callRepository.begin(app.database.sql, chatId, ann.user.id);
});

async function redisTime() {
  const [seconds, microseconds] = await redis.nodes[0].client.time();
  return Number(seconds) * 1000 + Math.floor(Number(microseconds) / 1000);
}

const callIsThere = async () => (await app.database.sql`select from calls where chat_id = ${chatId}`).length > 0;

function twoNodes({ graceMs = 50, participants = createRedisParticipantStore(redis.nodes[0].client) } = {}) {
  const nodes = createTwoNodes({ database: app.database, participants, graceMs });
  const { here, there } = nodes;
  const joinBoth = async () => {
    await here.join({ userId: ann.user.id, deviceId: asId('ann-1') }, chatId);
    await there.join({ userId: bob.user.id, deviceId: asId('bob-1') }, chatId);
  };
  return { ...nodes, joinBoth };
}

describe('[CALL-6] a node that dies', () => {
  test('leaves no participants behind: its calls of two end', async () => {
    const { here, participants, inRoom, joinBoth } = twoNodes();
    await joinBoth();
    await here.releaseNode(asId('there'), await redisTime());
    await vi.waitFor(async () => expect(await callIsThere()).toBe(false));
    await vi.waitFor(async () => expect(await participants.chatOf(ann.user.id)).toBeNull());
    expect(inRoom).toEqual(new Set());
    // A second notification has no effect.
    await here.releaseNode(asId('there'), await redisTime());
  });

  test('loses nobody who reconnected to another node meanwhile', async () => {
    const { here, participants, joinBoth } = twoNodes({ graceMs: 0 });
    await joinBoth();
    await here.join({ userId: bob.user.id, deviceId: asId('bob-2') }, chatId);
    await here.releaseNode(asId('there'), await redisTime());
    // A participant of a third node, whose removal shows that the work is done.
    const cem = await aVerifiedUser({ name: 'Cem' });
    await participants.join(
      { chatId: asId(randomUUID()), userId: cem.user.id, deviceId: asId('c'), nodeId: asId('third') },
      { isGroup: true },
    );
    await here.releaseNode(asId('third'), await redisTime());
    await vi.waitFor(async () => expect(await participants.chatOf(cem.user.id)).toBeNull());
    expect((await participants.list(chatId)).map(({ deviceId }) => deviceId)).toEqual(['ann-1', 'bob-2']);
    expect(await callIsThere()).toBe(true);
  });

  test('but was alive after all keeps the participants that it renews', async () => {
    const store = createRedisParticipantStore(redis.nodes[0].client);
    const renewed = createGate();
    const listAbandoned: typeof store.listAbandoned = async (...args) => {
      await renewed.opened;
      return store.listAbandoned(...args);
    };
    const { here, there, participants, joinBoth } = twoNodes({ graceMs: 0, participants: { ...store, listAbandoned } });
    await joinBoth();
    const cem = await aVerifiedUser({ name: 'Cem' });
    await participants.join(
      { chatId: asId(randomUUID()), userId: cem.user.id, deviceId: asId('c'), nodeId: asId('there') },
      { isGroup: true },
    );
    await here.releaseNode(asId('there'), await redisTime());
    await there.renewLeases();
    renewed.open();
    await vi.waitFor(async () => expect(await participants.chatOf(cem.user.id)).toBeNull());
    expect(await participants.list(chatId)).toHaveLength(2);
    expect(await callIsThere()).toBe(true);
  });
});

describe('[CALL-6] Redis', () => {
  test('gets all participants again after it lost its data', async () => {
    const { here, there, participants, emittedHere, joinBoth } = twoNodes();
    await joinBoth();
    await redis.nodes[0].client.flushAll();
    await here.renewLeases();
    await there.renewLeases();
    expect(await participants.list(chatId)).toEqual([
      { userId: ann.user.id, deviceId: 'ann-1' },
      { userId: bob.user.id, deviceId: 'bob-1' },
    ]);
    expect(emittedHere.at(-1)).toEqual([ann.user.id, bob.user.id]);
  });

  test('decides which device of a person is in the call', async () => {
    const { here, participants, inRoom, joinBoth } = twoNodes();
    await joinBoth();
    await redis.nodes[0].client.flushAll();
    const phone = { chatId, userId: ann.user.id, deviceId: asId<DeviceId>('ann-2'), nodeId: asId<NodeId>('there') };
    await participants.join(phone, { isGroup: false });
    await here.renewLeases();
    expect(await participants.deviceOf(chatId, ann.user.id)).toBe('ann-2');
    expect(inRoom).toEqual(new Set([`${chatId} bob-1`]));
  });

  test('does not end calls while it is unreachable', async () => {
    const { here, joinBoth } = twoNodes();
    await joinBoth();
    await app.database.sql`update calls set lease_until = now() + interval '1 second' where chat_id = ${chatId}`;
    redis.server.signal('SIGSTOP');
    try {
      await expect(here.renewLeases()).rejects.toSatisfy(isRedisUnavailable);
    } finally {
      redis.server.signal('SIGCONT');
    }
    await vi.waitFor(() => redis.nodes[0].client.ping(), { interval: 50 });
    const [call] = await app.database.sql`
      select from calls where chat_id = ${chatId} and lease_until > now() + interval '10 seconds'`;
    expect(call).toBeDefined();
  });
});

test('[CALL-201] a call that is left through another node ends on the device of the first node', async () => {
  const { here, there, participants, inRoom, endedOn, joinBoth } = twoNodes();
  await joinBoth();
  const cem = await aVerifiedUser({ name: 'Cem' });
  const other = await aChat(ann, cem);
  await expect(there.start(ann.user.id, other)).rejects.toMatchObject({ code: 'in_other_call', extra: { chatId } });
  await there.start(ann.user.id, other, { leaveCallIn: chatId });
  await there.join({ userId: ann.user.id, deviceId: asId('ann-2') }, other);
  expect(endedOn).toEqual([`${chatId} ann-1`]);
  expect(await callIsThere()).toBe(false);
  // The first node does not restore the participant for the device it still knows.
  await here.renewLeases();
  expect(await participants.chatOf(ann.user.id)).toBe(other);
  expect(inRoom.has(`${chatId} ann-1`)).toBe(false);
  there.close();
});

test('[CALL-6] a participant that its node no longer renews is removed, even if nobody reports a death', async () => {
  const clock = { now: 1_000_000 };
  const { here, participants, joinBoth } = twoNodes({ participants: createInMemoryParticipantStore(() => clock.now) });
  await joinBoth();
  await here.renewLeases();
  clock.now += 29_000;
  await here.renewLeases();
  expect(await participants.list(chatId)).toHaveLength(2);
  clock.now += 1000;
  await here.renewLeases();
  expect(await callIsThere()).toBe(false);
});

test('[CALL-6] a call that rings on a node that died stops ringing', async () => {
  const { here } = twoNodes();
  await here.join({ userId: ann.user.id, deviceId: asId('ann-1') }, chatId);
  await here.renewLeases();
  expect(await callIsThere()).toBe(true);
  await app.database.sql`update calls set started_at = now() - interval '46 seconds' where chat_id = ${chatId}`;
  await here.renewLeases();
  expect(await callIsThere()).toBe(false);
});

test('[CALL-6] a person who joined at the moment the call ended is removed', async () => {
  const { here, participants, inRoom } = twoNodes();
  await here.join({ userId: ann.user.id, deviceId: asId('ann-1') }, chatId);
  await app.database.sql`delete from calls where chat_id = ${chatId}`;
  await here.renewLeases();
  expect(await participants.chatOf(ann.user.id)).toBeNull();
  expect(inRoom).toEqual(new Set());
});
