import type { ChatId } from '@chat-app/contract';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Person } from '../../../test/people.ts';
import { useTestApp } from '../../../test/test-app.ts';
import { isRedisUnavailable } from '../../platform/redis/redis-errors.ts';
import { chatAmong, chats } from '../../../test/chats.ts';
import { callRepository } from './calls.repository.ts';
import { deviceOf, useTwoNodes } from './two-nodes.fixture.ts';

const app = useTestApp();
const { aChat, users } = chats(app);
const { redisHangs, redisIsLost, redisReturns, twoNodes } = useTwoNodes(app);

let ann: Person, bob: Person, cem: Person, direct: ChatId, group: ChatId, nodes: ReturnType<typeof twoNodes>;
beforeEach(async () => {
  [ann, bob, cem] = await users('Ann', 'Bob', 'Cem');
  group = await aChat(ann, bob, cem);
  direct = await chatAmong(ann, bob);
  for (const chatId of [direct, group]) await callRepository.begin(app.database.sql, chatId, ann.user.id);
  nodes = twoNodes();
});

const isOngoing = async (chatId: ChatId) => (await callRepository.find(app.database.sql, chatId)) !== null;
const placeOf = (person: Person, chatId: ChatId) => `${chatId} ${deviceOf(person).deviceId}`;
/** Ann and Bob join on different nodes. */
async function talking(chatId: ChatId) {
  await nodes.here.join(deviceOf(ann), chatId);
  await nodes.there.join(deviceOf(bob), chatId);
}
const currentChat = (person: Person) => nodes.participants.chatOf(person.user.id);

describe('[CALL-320] without Redis, leaving', () => {
  test('a call of two ends it, and Redis is cleaned up when it returns', async () => {
    const { here, there, inRoom, settle } = nodes;
    await talking(direct);
    redisIsLost();
    const leaving = here.leave(deviceOf(ann), direct);
    expect(inRoom).toEqual(new Set([placeOf(bob, direct)]));
    await leaving;
    await settle();
    expect([await isOngoing(direct), inRoom.size]).toEqual([false, 0]);

    await redisReturns();
    await here.saveLeaves();
    expect(await currentChat(ann)).toBeNull();
    // The other node has not heard of the end; it renews nothing, and its device is not in the room.
    await there.renewLeases();
    await callRepository.begin(app.database.sql, direct, ann.user.id);
    await here.join(deviceOf(ann), direct);
    expect(await currentChat(ann)).toBe(direct);
  });

  test('a group call leaves the others in it, on whichever node', async () => {
    const { here, there, inRoom, emitted } = nodes;
    await talking(group);
    await here.join(deviceOf(cem), group);
    redisIsLost();
    await here.leave(deviceOf(cem), group);
    expect(emitted.at(-1)).toEqual([ann.user.id, bob.user.id]);
    await here.leave(deviceOf(ann), group);
    expect(await isOngoing(group)).toBe(true);
    expect(inRoom).toEqual(new Set([placeOf(bob, group)]));

    await redisReturns();
    await here.saveLeaves();
    expect((await nodes.participants.list(group)).map(({ userId }) => userId)).toEqual([bob.user.id]);
    await there.leave(deviceOf(bob), group);
    expect(await isOngoing(group)).toBe(false);
  });

  test('by losing the connection ends the call when Redis returns and the person has not', async () => {
    const { here } = nodes;
    await talking(direct);
    redisIsLost();
    here.handleDisconnect(deviceOf(ann));
    // Afterwards the leave has failed and is kept.
    await vi.waitFor(() => expect(here.saveLeaves()).rejects.toSatisfy(isRedisUnavailable));
    expect(await isOngoing(direct)).toBe(true);
    await redisReturns();
    await here.saveLeaves();
    expect(await isOngoing(direct)).toBe(false);
  });
});

describe('[CALL-320] without Redis, hanging up', () => {
  test('ends a call of two, and the nodes of its devices find out from the database', async () => {
    const { here, there, inRoom, endedOn, settle } = nodes;
    await there.join(deviceOf(ann), direct);
    await there.join(deviceOf(bob), direct);
    const rooms = [...inRoom];
    redisIsLost();
    await here.hangUp(bob.user.id, direct);
    await settle();
    expect(await isOngoing(direct)).toBe(false);
    // As if the event that clears the room had not reached the other node.
    rooms.forEach((place) => inRoom.add(place));
    await there.removeDeparted();
    expect([inRoom.size, endedOn.toSorted()]).toEqual([0, rooms.toSorted()]);
    await redisReturns();
    await there.saveLeaves();
    expect([await currentChat(ann), await currentChat(bob)]).toEqual([null, null]);
  });

  test('ends a group call that nobody has answered, if its caller does', async () => {
    redisIsLost();
    await nodes.here.hangUp(bob.user.id, group);
    expect(await isOngoing(group)).toBe(true);
    await nodes.here.hangUp(ann.user.id, group);
    expect(await isOngoing(group)).toBe(false);
  });

  test('leaves an answered group call through the node of the device, and fails elsewhere', async () => {
    const { here, there, inRoom } = nodes;
    await here.join(deviceOf(ann), group);
    await here.join(deviceOf(bob), group);
    redisIsLost();
    await expect(there.hangUp(bob.user.id, group)).rejects.toSatisfy(isRedisUnavailable);
    // The devices share one room here, so the other node's attempt has already removed it.
    inRoom.add(placeOf(bob, group));
    await here.hangUp(bob.user.id, group);
    expect([await isOngoing(group), [...inRoom]]).toEqual([true, [placeOf(ann, group)]]);
  });
});

describe('[CALL-320] without Redis', () => {
  test('nobody joins or starts a call, and nothing is left of the attempt', async () => {
    const { here } = nodes;
    redisIsLost();
    await expect(here.join(deviceOf(ann), direct)).rejects.toSatisfy(isRedisUnavailable);
    await expect(here.start(ann.user.id, direct)).rejects.toSatisfy(isRedisUnavailable);
    await redisReturns();
    expect(await currentChat(ann)).toBeNull();
    await here.join(deviceOf(ann), direct);
    expect(await currentChat(ann)).toBe(direct);
  });

  test('a join that Redis stores without answering is undone', async () => {
    const { here } = nodes;
    await here.join(deviceOf(bob), direct);
    const { participants } = nodes;
    const { join } = participants;
    participants.join = (...given) => {
      redisHangs();
      return join(...given);
    };
    await expect(here.join(deviceOf(ann), direct)).rejects.toSatisfy(isRedisUnavailable);
    participants.join = join;
    await redisReturns();
    await here.saveLeaves();
    expect(await currentChat(ann)).toBeNull();
    expect(await isOngoing(direct)).toBe(true);
  });

  test('signals are relayed between devices of the same node', async () => {
    const { here } = nodes;
    await talking(group);
    redisIsLost();
    expect(await here.deviceOf(group, ann.user.id)).toBe(deviceOf(ann).deviceId);
    await expect(here.deviceOf(group, bob.user.id)).rejects.toSatisfy(isRedisUnavailable);
  });
});

describe('[CALL-321] a person who is removed from the chat', () => {
  test('leaves the room before anything waits for Redis', async () => {
    const { here, inRoom } = nodes;
    await talking(group);
    redisHangs();
    const removing = here.removeParticipant(group, bob.user.id);
    expect([...inRoom]).toEqual([placeOf(ann, group)]);
    await redisReturns();
    await removing;
  });

  test('is removed by the node of the device, although nothing tells it', async () => {
    const { here, inRoom } = nodes;
    await here.join(deviceOf(ann), group);
    await here.join(deviceOf(bob), group);
    await app.database.sql`delete from chat_members where chat_id = ${group} and user_id = ${bob.user.id}`;
    redisHangs();
    const removing = here.removeDeparted();
    await vi.waitUntil(() => inRoom.size === 1, { interval: 5 });
    expect([...inRoom]).toEqual([placeOf(ann, group)]);
    await redisReturns();
    await removing;
    expect(await isOngoing(group)).toBe(true);
  });

  test('at the moment of joining does not stay in the room', async () => {
    const { here, inRoom, participants } = nodes;
    const { join } = participants;
    participants.join = async (...given) => {
      await app.database.sql`delete from chat_members where chat_id = ${group} and user_id = ${bob.user.id}`;
      return join(...given);
    };
    await here.join(deviceOf(bob), group);
    expect([inRoom.size, await currentChat(bob)]).toEqual([0, null]);
  });
});

test('[CALL-320] a leave that is stored late does not end a call that has started since', async () => {
  const { here } = nodes;
  await talking(direct);
  redisIsLost();
  here.handleDisconnect(deviceOf(ann));
  await vi.waitFor(() => expect(here.saveLeaves()).rejects.toSatisfy(isRedisUnavailable));
  await callRepository.end(app.database.sql, direct);
  await callRepository.begin(app.database.sql, direct, bob.user.id);
  await redisReturns();
  await here.saveLeaves();
  expect([await isOngoing(direct), await currentChat(ann)]).toEqual([true, null]);
});
