import { type CallMedia, type ChatId, limits, type ShownMedia } from '@chat-app/contract';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { asId } from '../../../test/as-id.ts';
import type { Person } from '../../../test/people.ts';
import { useTestApp } from '../../../test/test-app.ts';
import { isRedisUnavailable } from '../../platform/redis/redis-errors.ts';
import { chats, idsOf } from '../../../test/chats.ts';
import { callRepository } from './calls.repository.ts';
import { aParticipant } from './participant-store.suite.ts';
import { deviceOf, useTwoNodes } from './two-nodes.fixture.ts';

const app = useTestApp();
const { aChat, aGroup, users } = chats(app);
const { client, redisIsLost, redisReturns, twoNodes } = useTwoNodes(app);

const camera: ShownMedia = { isCameraOn: true, isScreenShared: false };
const both: ShownMedia = { isCameraOn: true, isScreenShared: true };
const shows = (cameras: readonly Person[], screenOf: Person | null = null): CallMedia => ({
  cameraIds: idsOf(...cameras),
  screenId: screenOf?.user.id ?? null,
});
const kindOf = async (chatId: ChatId) => {
  const [call] = await app.database.sql<{ kind: string }[]>`select kind from calls where chat_id = ${chatId}`;
  return call?.kind;
};

let ann: Person, bob: Person, group: ChatId, nodes: ReturnType<typeof twoNodes>;
beforeEach(async () => {
  ({ ann, bob, chatId: group } = await aGroup());
  await callRepository.begin(app.database.sql, group, ann.user.id);
  nodes = twoNodes();
  await nodes.here.join(deviceOf(ann), group);
  await nodes.there.join(deviceOf(bob), group);
});

describe('[CALL-408] over two nodes', () => {
  test('everybody is notified of both, and the call becomes one of video once', async () => {
    const { here, there, media, settle } = nodes;
    await here.showMedia(deviceOf(ann), group, both);
    await there.showMedia(deviceOf(bob), group, both);
    await settle();
    expect(media.emitted.slice(-2)).toEqual([shows([ann], ann), shows([ann, bob], bob)]);
    expect([await kindOf(group), media.becameVideo]).toEqual(['video', [group]]);
  });

  test('cameras that are turned on at once make it a video call once', async () => {
    const { here, there, media, settle } = nodes;
    await Promise.all([here.showMedia(deviceOf(ann), group, camera), there.showMedia(deviceOf(bob), group, camera)]);
    await settle();
    expect([await kindOf(group), media.becameVideo]).toEqual(['video', [group]]);
  });

  test('[CALL-405] a device that takes over, or leaves, ends what its person showed', async () => {
    const { here, there, media } = nodes;
    await here.showMedia(deviceOf(ann), group, both);
    await there.join(deviceOf(ann, 'phone'), group);
    expect(media.emitted.at(-1)).toEqual(shows([]));
    await expect(here.showMedia(deviceOf(ann), group, both)).rejects.toMatchObject({ code: 'not_found' });
    await there.showMedia(deviceOf(ann, 'phone'), group, camera);
    expect(media.emitted.at(-1)).toEqual(shows([ann]));
    await there.leave(deviceOf(ann, 'phone'), group);
    expect(media.emitted.at(-1)).toEqual(shows([]));
  });

  test('[CALL-405] what a participant showed who lost the connection, or whose node died, ends', async () => {
    const { here, there, media, participants } = nodes;
    await here.showMedia(deviceOf(ann), group, both);
    await there.showMedia(deviceOf(bob), group, both);
    here.handleDisconnect(deviceOf(ann));
    await vi.waitFor(() => expect(media.emitted.at(-1)).toEqual(shows([bob], bob)));
    await here.releaseNode(asId('there'), Date.now() * 2);
    await vi.waitFor(() => expect(media.emitted.at(-1)).toEqual(shows([])));
    expect(await participants.mediaOf(group)).toEqual(shows([]));
  });
});

test('[CALL-403] a camera too many is refused, and leaves the call one of voice', async () => {
  const { here, media, participants } = nodes;
  for (let count = 0; count < limits.callCamerasMax; count += 1) {
    const other = aParticipant({ chatId: group });
    await participants.join(other, { isGroup: true });
    await participants.show(other, camera);
  }
  const before = media.emitted.length;
  await expect(here.showMedia(deviceOf(ann), group, camera)).rejects.toMatchObject({ code: 'limit_reached' });
  expect([media.emitted.length, await kindOf(group)]).toEqual([before, 'voice']);
});

describe('[CALL-408] when Redis', () => {
  test('lost everything, the devices are notified that nothing is shown, and can show it again', async () => {
    const { here, there, media } = nodes;
    await here.showMedia(deviceOf(ann), group, both);
    await here.renewLeases();
    expect(media.emittedHere.at(-1)).toEqual(shows([ann], ann));
    // Each node ends any overdue call, which concerns no other one.
    const abandoned = await aChat(ann, ...(await users('Cem', 'Dan')));
    await callRepository.begin(app.database.sql, abandoned, ann.user.id);
    await app.database.sql`update calls set lease_until = now() where chat_id = ${abandoned}`;
    await client().flushAll();
    await here.renewLeases();
    await there.renewLeases();
    expect(media.emittedHere.slice(-2)).toEqual([shows([]), shows([])]);
    await here.showMedia(deviceOf(ann), group, both);
    expect(media.emitted.at(-1)).toEqual(shows([ann], ann));
  });

  test('is unreachable, showing is refused and changes nothing; leaving then hides it', async () => {
    const { here, there, media, participants } = nodes;
    await there.showMedia(deviceOf(bob), group, camera);
    await app.database.sql`update calls set kind = 'voice' where chat_id = ${group}`;
    const before = media.emitted.length;
    redisIsLost();
    await expect(here.showMedia(deviceOf(ann), group, camera)).rejects.toSatisfy(isRedisUnavailable);
    await there.leave(deviceOf(bob), group);
    expect([media.emitted.length, await kindOf(group)]).toEqual([before, 'voice']);

    await redisReturns();
    await there.saveLeaves();
    expect(await participants.mediaOf(group)).toEqual(shows([]));
    expect(await participants.list(group)).toEqual([deviceOf(ann)]);
  });
});

test('[CALL-408] a device that a node of the previous release replaced shows nothing', async () => {
  const { here, participants } = nodes;
  await here.showMedia(deviceOf(ann), group, both);
  // What its script does.
  await client().hSet(`chat-app:calls:seat:${ann.user.id}`, { device: 'phone', node: 'older' });
  expect(await participants.mediaOf(group)).toEqual(shows([]));
  expect(await participants.leave({ chatId: group, userId: ann.user.id })).toMatchObject({ media: null });
});

test('[CALL-400] a call that a node of the previous release starts is one of voice; no other kinds exist', async () => {
  const { sql } = app.database;
  await expect(sql`update calls set kind = 'film' where chat_id = ${group}`).rejects.toThrow('calls_kind');
  await sql`delete from calls where chat_id = ${group}`;
  await sql`
    insert into calls (chat_id, started_by, lease_until)
    values (${group}, ${ann.user.id}, now() + interval '45 seconds')`;
  expect(await callRepository.end(sql, group)).toMatchObject({ kind: 'voice' });
});
