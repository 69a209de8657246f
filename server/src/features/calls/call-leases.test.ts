import type { ChatId } from '@chat-app/contract';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { asId } from '../../../test/as-id.ts';
import { createGate } from '../../../test/gate.ts';
import type { Person } from '../../../test/people.ts';
import { useTestApp } from '../../../test/test-app.ts';
import { type NodeId, newId } from '../../platform/ids.ts';
import { isRedisUnavailable } from '../../platform/redis/redis-errors.ts';
import { chats } from '../../../test/chats.ts';
import { callRepository } from './calls.repository.ts';
import { createInMemoryParticipantStore } from './in-memory-participant-store.ts';
import type { ParticipantStore } from './participant-store.ts';
import { deviceOf, useTwoNodes } from './two-nodes.fixture.ts';

const app = useTestApp();
const { aChat, aPair, users } = chats(app);
const { aStore, client, redisIsLost, redisReturns, twoNodes } = useTwoNodes(app);

let ann: Person, bob: Person, chatId: ChatId;
beforeEach(async () => {
  ({ ann, bob, chatId } = await aPair());
  await callRepository.begin(app.database.sql, chatId, ann.user.id);
});

async function redisTime() {
  const [seconds, microseconds] = await client().time();
  return Number(seconds) * 1000 + Math.floor(Number(microseconds) / 1000);
}

const callIsThere = async () => (await app.database.sql`select from calls where chat_id = ${chatId}`).length > 0;

/** A call of two, who are on different nodes. */
async function talking(store?: ParticipantStore) {
  const nodes = twoNodes(store);
  await nodes.here.join(deviceOf(ann), chatId);
  await nodes.there.join(deviceOf(bob), chatId);
  const { participants } = nodes;
  return {
    ...nodes,
    /** Somebody in another call, whose removal shows that the work on this node is done. */
    joinThird: async (nodeId: string) => {
      const third = { chatId: newId<ChatId>(), userId: newId<typeof ann.user.id>(), nodeId: asId<NodeId>(nodeId) };
      await participants.join({ ...third, deviceId: newId() }, { isGroup: true });
      return () => vi.waitFor(async () => expect(await participants.chatOf(third.userId)).toBeNull());
    },
  };
}

describe('[CALL-6] a node that dies', () => {
  test('leaves no participants behind: its calls of two end', async () => {
    const { here, participants, inRoom } = await talking();
    await here.releaseNode(asId('there'), await redisTime());
    await vi.waitFor(async () => expect(await callIsThere()).toBe(false));
    await vi.waitFor(async () => expect(await participants.chatOf(ann.user.id)).toBeNull());
    expect(inRoom).toEqual(new Set());
    // A second notification has no effect.
    await here.releaseNode(asId('there'), await redisTime());
  });

  test('loses nobody who reconnected to another node meanwhile', async () => {
    const { here, participants, joinThird } = await talking();
    await here.join(deviceOf(bob, 'phone'), chatId);
    await here.releaseNode(asId('there'), await redisTime());
    const isRemoved = await joinThird('third');
    await here.releaseNode(asId('third'), await redisTime());
    await isRemoved();
    expect(await participants.list(chatId)).toEqual([deviceOf(ann), deviceOf(bob, 'phone')]);
    expect(await callIsThere()).toBe(true);
  });

  test('but was alive after all keeps the participants that it renews', async () => {
    const store = aStore();
    const renewed = createGate();
    const listAbandoned: typeof store.listAbandoned = async (...args) => {
      await renewed.opened;
      return store.listAbandoned(...args);
    };
    const { here, there, participants, joinThird } = await talking({ ...store, listAbandoned });
    const isRemoved = await joinThird('there');
    await here.releaseNode(asId('there'), await redisTime());
    await there.renewLeases();
    renewed.open();
    await isRemoved();
    expect(await participants.list(chatId)).toHaveLength(2);
    expect(await callIsThere()).toBe(true);
  });
});

describe('[CALL-6] Redis', () => {
  test('gets all participants again after it lost its data, and decides which device of a person is in the call', async () => {
    const { here, there, participants, emittedHere, inRoom } = await talking();
    await client().flushAll();
    for (const node of [here, there]) await node.renewLeases();
    expect(await participants.list(chatId)).toEqual([deviceOf(ann), deviceOf(bob)]);
    expect(emittedHere.at(-1)).toEqual([ann.user.id, bob.user.id]);

    await client().flushAll();
    const phone = { chatId, ...deviceOf(ann, 'phone'), nodeId: asId<NodeId>('there') };
    await participants.join(phone, { isGroup: false });
    await here.renewLeases();
    expect(await participants.deviceOf(chatId, ann.user.id)).toBe(phone.deviceId);
    expect(inRoom).toEqual(new Set([`${chatId} ${deviceOf(bob).deviceId}`]));
  });

  test('does not end calls while it is unreachable', async () => {
    const { here } = await talking();
    await app.database.sql`update calls set lease_until = now() + interval '9 seconds' where chat_id = ${chatId}`;
    redisIsLost();
    await expect(here.renewLeases()).rejects.toSatisfy(isRedisUnavailable);
    await redisReturns();
    const renewed = await app.database.sql`
      select from calls where chat_id = ${chatId} and lease_until > now() + interval '10 seconds'`;
    expect(renewed).toHaveLength(1);
  });
});

test('[CALL-201] a call that is left through another node ends on the device of the first node', async () => {
  const { here, there, participants, inRoom, endedOn } = await talking();
  const other = await aChat(ann, ...(await users('Cem')));
  await expect(there.start(ann.user.id, other)).rejects.toMatchObject({ code: 'in_other_call', extra: { chatId } });
  await there.start(ann.user.id, other, { leaveCallIn: chatId });
  await there.join(deviceOf(ann, 'phone'), other);
  const left = `${chatId} ${deviceOf(ann).deviceId}`;
  expect([endedOn, await callIsThere()]).toEqual([[left], false]);
  // The first node does not restore the participant for the device it still knows.
  await here.renewLeases();
  expect(await participants.chatOf(ann.user.id)).toBe(other);
  expect(inRoom.has(left)).toBe(false);
});

test('[CALL-6] a participant that its node no longer renews is removed, even if nobody reports a death', async () => {
  const clock = { now: 1_000_000 };
  const { here, participants } = await talking(createInMemoryParticipantStore(() => clock.now));
  await here.renewLeases();
  clock.now += 29_000;
  await here.renewLeases();
  expect(await participants.list(chatId)).toHaveLength(2);
  clock.now += 1000;
  await here.renewLeases();
  expect(await callIsThere()).toBe(false);
});

test('[CALL-6] a call that rings on a node that died stops, and who joined at the moment it ended is removed', async () => {
  const { here, participants, inRoom, settle } = twoNodes();
  await here.join(deviceOf(ann), chatId);
  await here.renewLeases();
  expect(await callIsThere()).toBe(true);
  await app.database.sql`update calls set started_at = now() - interval '46 seconds' where chat_id = ${chatId}`;
  await here.renewLeases();
  expect(await callIsThere()).toBe(false);
  await settle();

  await callRepository.begin(app.database.sql, chatId, ann.user.id);
  await here.join(deviceOf(ann), chatId);
  await app.database.sql`delete from calls where chat_id = ${chatId}`;
  await here.renewLeases();
  expect([await participants.chatOf(ann.user.id), inRoom.size]).toEqual([null, 0]);
});
