import * as contract from '@chat-app/contract';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { connect, type Device } from '../../../test/device.ts';
import type { Person } from '../../../test/people.ts';
import { useTestApp } from '../../../test/test-app.ts';
import { chatAmong, chats, idsOf, rowOf } from '../../../test/chats.ts';
import { calling, hangUp, join, startCall, startVideo, systemMessages } from './calls.fixture.ts';

const app = useTestApp();
const { aChat, users } = chats(app);

const callingInList = async (person: Person, chatId: contract.ChatId) => (await rowOf(person, chatId))?.calling;

const nothing = { isCameraOn: false, isScreenShared: false };
const camera = { isCameraOn: true, isScreenShared: false };
const screen = { isCameraOn: false, isScreenShared: true };
const both = { isCameraOn: true, isScreenShared: true };
const ok = { ok: true };
const unknown = { ok: false, code: 'not_found', message: contract.answerTexts.callUnknown };

/** Anything, as a hostile page may send it. */
const show = (device: Device, ...args: unknown[]) =>
  (device.socket.emitWithAck as (...all: unknown[]) => Promise<contract.Ack>)('callMedia', ...args);
/** Waits until this is the last that the device received. */
const seesAtLast = (device: Device, cameraIds: contract.UserId[], screenId: contract.UserId | null = null) =>
  vi.waitFor(() => expect(device.all('callMedia').at(-1)?.[1]).toEqual({ cameraIds, screenId }));

let ann: Person, bob: Person, cem: Person;
/** The chat of Ann and Bob, and that of all three. */
let direct: contract.ChatId, group: contract.ChatId;
beforeEach(async () => {
  [ann, bob, cem] = await users('Ann', 'Bob', 'Cem');
  group = await aChat(ann, bob, cem);
  direct = await chatAmong(ann, bob);
});

/** A call of a group, in which Ann and Bob are, but not Cem. */
async function talking() {
  const [mine, theirs, cems] = [await connect(app, ann), await connect(app, bob), await connect(app, cem)];
  await startCall(ann, group);
  await join(mine, ann, group);
  await join(theirs, bob, group);
  return { mine, theirs, cems };
}

describe('[CALL-400] a video call', () => {
  test('rings and shows as one, and is the call of the chat for those who start one of voice', async () => {
    const theirs = await connect(app, bob);
    await connect(app, ann);
    expect((await startVideo(ann, direct)).status).toBe(200);
    expect(await theirs.waitFor('voiceCallStart')).toEqual([direct, 'video']);
    expect([await calling(bob, direct), await callingInList(bob, direct)]).toEqual(['video', 'video']);

    expect((await startCall(bob, direct)).status).toBe(200);
    expect(await calling(ann, direct)).toBe('video');
    await join(theirs, bob, direct);
    await hangUp(ann, direct);
    await theirs.waitFor('voiceCallEnd');
    expect(await callingInList(bob, direct)).toBeNull();
    const ended = expect.stringMatching(/^Video call ended, \d+ s$/);
    expect(await systemMessages(ann, direct)).toEqual(['Ann started a video call', ended]);
  });

  test('follows the rules of a voice call, which rings as such, also after one of video', async () => {
    expect((await startVideo(ann, direct)).body).toMatchObject({ code: 'peer_offline' });
    const [mine, theirs] = [await connect(app, ann), await connect(app, bob)];
    await startVideo(ann, direct);
    await hangUp(ann, direct);
    const before = theirs.all('voiceCallStart').length;
    await startCall(ann, direct);
    await vi.waitFor(() => expect(theirs.all('voiceCallStart').slice(before)).toEqual([[direct, 'voice']]));
    await join(mine, ann, direct);
    await join(theirs, bob, direct);
    expect((await systemMessages(ann, direct)).slice(1)).toEqual(['Missed video call', 'Ann started a voice call']);

    const other = await aChat(cem, bob);
    await connect(app, cem);
    expect(await startVideo(cem, other)).toMatchObject({ status: 409, body: { code: 'peer_busy' } });
    expect(await systemMessages(bob, other)).toEqual(['Missed video call']);
    const withCem = await chatAmong(ann, cem);
    expect(await startVideo(ann, withCem)).toMatchObject({ status: 409, body: { code: 'in_other_call' } });
    expect((await startVideo(ann, withCem, direct)).status).toBe(200);
    await hangUp(ann, withCem);
    await ann.call(contract.removeFriend, { friendId: cem.user.id });
    expect((await startVideo(cem, withCem)).status).toBe(403);
  });
});

test('[CALL-401] malformed callMedia is refused, and nothing else that it carries reaches the others', async () => {
  const { mine, theirs } = await talking();
  const accepted: unknown[] = [];
  for (const given of [
    [group, null],
    [group, 'camera'],
    [group, { isCameraOn: true }],
    [group, { isCameraOn: 1, isScreenShared: false }],
    [group, [true, true]],
    [{ chatId: group }, camera],
  ]) {
    const answer = await show(mine, ...given);
    if (answer.ok || answer.code !== 'invalid_input') accepted.push(given);
  }
  const note = 'x'.repeat(50_000);
  expect(await show(mine, group, { ...screen, note, cameraIds: idsOf(cem) })).toEqual(ok);
  await seesAtLast(theirs, [], ann.user.id);
  expect(JSON.stringify(theirs.received)).not.toContain('xxx');
  const shown = theirs.all('callMedia').flatMap(([, { cameraIds }]) => cameraIds);
  expect([accepted, shown]).toEqual([[], []]);
});

test('[CALL-402] what participants show is sent to all of them in the order of turning on, and on joining', async () => {
  const { mine, theirs, cems } = await talking();
  expect(mine.all('callMedia')[0]).toEqual([group, { cameraIds: [], screenId: null }]);
  expect(await show(theirs, group, camera)).toEqual(ok);
  expect(await show(mine, group, both)).toEqual(ok);
  expect(await show(theirs, group, camera)).toEqual(ok);
  for (const device of [mine, theirs]) await seesAtLast(device, idsOf(bob, ann), ann.user.id);
  expect(cems.all('callMedia')).toEqual([]);
  await join(cems, cem, group);
  await seesAtLast(cems, idsOf(bob, ann), ann.user.id);
  await show(theirs, group, nothing);
  await show(theirs, group, camera);
  for (const device of [mine, theirs, cems]) await seesAtLast(device, idsOf(ann, bob), ann.user.id);
});

test('[CALL-405] what a participant shows ends with the call', async () => {
  const [mine, theirs] = [await connect(app, ann), await connect(app, bob)];
  await startVideo(ann, direct);
  await join(mine, ann, direct);
  await join(theirs, bob, direct);
  await show(mine, direct, both);
  await hangUp(bob, direct);
  await mine.waitFor('voiceCallEnd');
  await vi.waitFor(async () => expect(await show(mine, direct, both)).toEqual(unknown));
  await startCall(ann, direct);
  await join(mine, ann, direct);
  await seesAtLast(mine, []);
  expect(await calling(bob, direct)).toBe('voice');
});

test('[CALL-406] a voice call becomes a video call for all members with the first camera, and stays one', async () => {
  const { mine, theirs, cems } = await talking();
  await show(mine, group, screen);
  await seesAtLast(theirs, [], ann.user.id);
  expect(await calling(cem, group)).toBe('voice');
  const before = cems.all('updateChat').length;
  await show(mine, group, camera);
  await vi.waitFor(() => expect(cems.all('updateChat').slice(before)).toEqual([[group]]));
  expect([await calling(cem, group), await callingInList(cem, group)]).toEqual(['video', 'video']);

  await show(theirs, group, camera);
  await show(mine, group, nothing);
  await show(theirs, group, nothing);
  await seesAtLast(mine, []);
  expect(await calling(cem, group)).toBe('video');
  expect(cems.all('updateChat')).toHaveLength(before + 1);
  for (const device of [mine, theirs]) device.socket.emit('leaveVoiceRoom', group);
  await cems.waitFor('voiceCallEnd', (about) => about === group);
  const ended = expect.stringMatching(/^Video call ended, \d+ s$/);
  expect((await systemMessages(cem, group)).slice(-2)).toEqual(['Ann started a voice call', ended]);
});
