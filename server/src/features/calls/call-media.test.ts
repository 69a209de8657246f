import type { CallMedia, ChatId, ShownMedia } from '@chat-app/contract';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { asId } from '../../../test/as-id.ts';
import { type Person, people } from '../../../test/people.ts';
import { useTestApp } from '../../../test/test-app.ts';
import { useRedis } from '../../../test/use-redis.ts';
import type { DeviceId } from '../../platform/ids.ts';
import { isRedisUnavailable } from '../../platform/redis/redis-errors.ts';
import { callRepository } from './calls.repository.ts';
import { createRedisParticipantStore } from './redis-participant-store.ts';
import { createTwoNodes } from './two-nodes.fixture.ts';

const app = useTestApp();
const { aChat, aVerifiedUser } = people(app);
const redis = useRedis();

const camera: ShownMedia = { isCameraOn: true, isScreenShared: false };
const both: ShownMedia = { isCameraOn: true, isScreenShared: true };
const deviceOf = (person: Person, name = 'window') => ({
  userId: person.user.id,
  deviceId: asId<DeviceId>(`${name} of ${person.user.id}`),
});
const shows = (cameras: readonly Person[], screenOf: Person | null = null): CallMedia => ({
  cameraIds: cameras.map(({ user }) => user.id),
  screenId: screenOf?.user.id ?? null,
});
const kindOf = async (chatId: ChatId) => {
  const [call] = await app.database.sql<{ kind: string }[]>`select kind from calls where chat_id = ${chatId}`;
  return call?.kind;
};

let ann: Person;
let bob: Person;
let group: ChatId;
let nodes: ReturnType<typeof createTwoNodes>;
beforeEach(async () => {
  [ann, bob] = [await aVerifiedUser(), await aVerifiedUser()];
  group = await aChat(ann, bob, await aVerifiedUser());
  await callRepository.begin(app.database.sql, group, ann.user.id);
  const participants = createRedisParticipantStore(redis.nodes[0].client);
  nodes = createTwoNodes({ database: app.database, participants, graceMs: 0 });
  await nodes.here.join(deviceOf(ann), group);
  await nodes.there.join(deviceOf(bob), group);
});
afterEach(async () => {
  redis.server.signal('SIGCONT');
  await vi.waitFor(() => redis.nodes[0].client.ping(), { interval: 50 });
  nodes.here.close();
  nodes.there.close();
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

  test('the device of another node takes over: nothing is shown until it says so', async () => {
    const { here, there, media } = nodes;
    await here.showMedia(deviceOf(ann), group, both);
    await there.join(deviceOf(ann, 'phone'), group);
    expect(media.emitted.at(-1)).toEqual(shows([]));
    await expect(here.showMedia(deviceOf(ann), group, both)).rejects.toMatchObject({ code: 'not_found' });
    await there.showMedia(deviceOf(ann, 'phone'), group, camera);
    expect(media.emitted.at(-1)).toEqual(shows([ann]));
  });

  test('what a participant of a dead node showed ends', async () => {
    const { here, there, media, participants } = nodes;
    await there.showMedia(deviceOf(bob), group, both);
    await here.releaseNode(asId('there'), Date.now() * 2);
    await vi.waitFor(() => expect(media.emitted.at(-1)).toEqual(shows([])));
    expect(await participants.mediaOf(group)).toEqual(shows([]));
  });
});

describe('[CALL-408] when Redis', () => {
  test('lost everything, the devices are notified that nothing is shown, and can show it again', async () => {
    const { here, there, media } = nodes;
    await here.showMedia(deviceOf(ann), group, both);
    await here.renewLeases();
    expect(media.emittedHere.at(-1)).toEqual(shows([ann], ann));
    await redis.nodes[0].client.flushAll();
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
    redis.server.signal('SIGSTOP');
    await expect(here.showMedia(deviceOf(ann), group, camera)).rejects.toSatisfy(isRedisUnavailable);
    await there.leave(deviceOf(bob), group);
    expect([media.emitted.length, await kindOf(group)]).toEqual([before, 'voice']);

    redis.server.signal('SIGCONT');
    await vi.waitFor(() => redis.nodes[0].client.ping(), { interval: 50 });
    await there.saveLeaves();
    const { cameraIds } = await participants.mediaOf(group);
    expect(cameraIds).not.toContain(bob.user.id);
    expect((await participants.list(group)).map(({ userId }) => userId)).toEqual([ann.user.id]);
  });
});

test('[CALL-408] a device that a node of the previous release replaced shows nothing', async () => {
  const { here, participants } = nodes;
  await here.showMedia(deviceOf(ann), group, both);
  // What its script does.
  await redis.nodes[0].client.hSet(`chat-app:calls:seat:${ann.user.id}`, { device: 'phone', node: 'older' });
  expect(await participants.mediaOf(group)).toEqual(shows([]));
  expect(await participants.leave({ chatId: group, userId: ann.user.id })).toMatchObject({ media: null });
});

test('[CALL-400] a call that a node of the previous release starts and ends is one of voice', async () => {
  const { sql } = app.database;
  await sql`delete from calls where chat_id = ${group}`;
  await sql`
    insert into calls (chat_id, started_by, lease_until)
    values (${group}, ${ann.user.id}, now() + interval '45 seconds')`;
  expect(await callRepository.end(sql, group)).toMatchObject({ kind: 'voice' });
});

test('[CALL-400] the database refuses a call of another kind', async () => {
  const { sql } = app.database;
  await expect(sql`update calls set kind = 'film' where chat_id = ${group}`).rejects.toThrow('calls_kind');
});
