import * as contract from '@chat-app/contract';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { connect, type Device } from '../../../test/device.ts';
import { type Person, people } from '../../../test/people.ts';
import { useTestApp } from '../../../test/test-app.ts';

const app = useTestApp();
const { aChat, aVerifiedUser } = people(app);

/** Of two who are friends already. */
const aDirectChat = async (owner: Person, other: Person) =>
  (await owner.call(contract.createChat, { members: [other.user.id] })).body.chatId;
const startVideo = (person: Person, chatId: contract.ChatId) => person.call(contract.startVideoCall, { chatId });
const startVoice = (person: Person, chatId: contract.ChatId) => person.call(contract.startVoiceCall, { chatId });
const hangUp = (person: Person, chatId: contract.ChatId) => person.call(contract.endVoiceCall, { chatId });
const calling = async (person: Person, chatId: contract.ChatId) =>
  (await person.call(contract.getChat, { chatId })).body.data.calling;
const callingInList = async (person: Person) => (await person.call(contract.getChats, {})).body.data[0]?.calling;
const systemMessages = async (person: Person, chatId: contract.ChatId) =>
  (await person.call(contract.getMessages, { chatId })).body.data
    .filter(({ type }) => type === 'system')
    .map(({ content }) => content)
    .toReversed();

const nothing = { isCameraOn: false, isScreenShared: false };
const camera = { isCameraOn: true, isScreenShared: false };
const screen = { isCameraOn: false, isScreenShared: true };
const both = { isCameraOn: true, isScreenShared: true };
const ok = { ok: true };
const unknown = { ok: false, code: 'not_found', message: contract.answerTexts.callUnknown };

/** Anything, as a hostile page may send it. */
const show = (device: Device, ...args: unknown[]) =>
  new Promise<contract.Ack>((resolve) => {
    (device.socket as unknown as { emit: (...all: unknown[]) => void }).emit('callMedia', ...args, resolve);
  });
const join = (device: Device, person: Person, chatId: contract.ChatId) =>
  new Promise<contract.Ack>((resolve) => {
    (device.socket.emit as (...all: unknown[]) => void)('joinVoiceRoom', chatId, person.user.id, resolve);
  });
const ids = (...given: Person[]) => given.map(({ user }) => user.id);
/** Waits until this is the last that the device received. */
const seesAtLast = (device: Device, cameraIds: contract.UserId[], screenId: contract.UserId | null = null) =>
  vi.waitFor(() => expect(device.all('callMedia').at(-1)?.[1]).toEqual({ cameraIds, screenId }));

let ann: Person;
let bob: Person;
let cem: Person;
/** The chat of Ann and Bob. */
let direct: contract.ChatId;
/** The chat of all three. */
let group: contract.ChatId;
beforeEach(async () => {
  [ann, bob, cem] = [
    await aVerifiedUser({ name: 'Ann' }),
    await aVerifiedUser({ name: 'Bob' }),
    await aVerifiedUser({ name: 'Cem' }),
  ];
  group = await aChat(ann, bob, cem);
  direct = await aDirectChat(ann, bob);
});

/** A call of a group, in which Ann and Bob are, but not Cem. */
async function talking() {
  const [mine, theirs, cems] = [await connect(app, ann), await connect(app, bob), await connect(app, cem)];
  await startVoice(ann, group);
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
    expect(await calling(bob, direct)).toBe('video');
    expect(await callingInList(bob)).toBe('video');

    expect((await startVoice(bob, direct)).status).toBe(200);
    expect(await calling(ann, direct)).toBe('video');
    await join(theirs, bob, direct);
    await hangUp(ann, direct);
    await theirs.waitFor('voiceCallEnd');
    expect(await callingInList(bob)).toBeNull();
    const ended = expect.stringMatching(/^Video call ended, \d+ s$/);
    expect(await systemMessages(ann, direct)).toEqual(['Ann started a video call', ended]);
  });

  test('follows the rules of a voice call, which rings as such, also after one of video', async () => {
    expect((await startVideo(ann, direct)).body).toMatchObject({ code: 'peer_offline' });
    const [mine, theirs] = [await connect(app, ann), await connect(app, bob)];
    await startVideo(ann, direct);
    await hangUp(ann, direct);
    await startVideo(ann, direct);
    await hangUp(bob, direct);
    const before = theirs.all('voiceCallStart').length;
    await startVoice(ann, direct);
    await vi.waitFor(() => expect(theirs.all('voiceCallStart').slice(before)).toEqual([[direct, 'voice']]));
    expect(await calling(bob, direct)).toBe('voice');
    await join(mine, ann, direct);
    await join(theirs, bob, direct);

    const other = await aChat(cem, bob);
    await connect(app, cem);
    expect(await startVideo(cem, other)).toMatchObject({ status: 409, body: { code: 'peer_busy' } });
    expect(await systemMessages(bob, other)).toEqual(['Missed video call']);
    const withCem = await aDirectChat(ann, cem);
    expect(await startVideo(ann, withCem)).toMatchObject({ status: 409, body: { code: 'in_other_call' } });
    const input = { chatId: withCem, leaveCallIn: direct };
    expect((await ann.call(contract.startVideoCall, input)).status).toBe(200);
    expect(await systemMessages(ann, direct)).toEqual([
      'Ann started a video call',
      'Missed video call',
      'Ann started a video call',
      'Video call ended',
      'Ann started a voice call',
      expect.stringMatching(/^Voice call ended/),
    ]);

    await hangUp(ann, withCem);
    await ann.call(contract.removeFriend, { friendId: cem.user.id });
    expect((await startVideo(cem, withCem)).status).toBe(403);
  });
});

describe('[CALL-401] callMedia is refused', () => {
  test('for everybody but the device in the call', async () => {
    const { mine, theirs, cems } = await talking();
    const eve = await connect(app, await aVerifiedUser());
    const phone = await connect(app, ann);
    for (const device of [cems, eve, phone]) expect(await show(device, group, both)).toEqual(unknown);
    expect(await show(mine, direct, both)).toEqual(unknown);
    expect(await show(mine, group, nothing)).toEqual(ok);
    await seesAtLast(theirs, []);
    expect(theirs.all('callMedia').flatMap(([, { cameraIds }]) => cameraIds)).toEqual([]);
    for (const device of [cems, eve, phone]) expect(device.all('callMedia')).toEqual([]);
    expect(await calling(ann, group)).toBe('voice');
  });

  test.each([
    ['no content', null],
    ['a text', 'camera'],
    ['a missing switch', { isCameraOn: true }],
    ['a number as a switch', { isCameraOn: 1, isScreenShared: false }],
    ['a list', [true, true]],
  ])('with %s', async (_, given) => {
    const { mine, theirs } = await talking();
    expect(await show(mine, group, given)).toMatchObject({ ok: false, code: 'invalid_input' });
    expect(await show(mine, { chatId: group }, camera)).toMatchObject({ ok: false, code: 'invalid_input' });
    expect(await show(mine, group, screen)).toEqual(ok);
    await seesAtLast(theirs, [], ann.user.id);
    expect(theirs.all('callMedia').some(([, { cameraIds }]) => cameraIds.length > 0)).toBe(false);
  });

  test('and nothing else that it carries reaches the others', async () => {
    const { mine, theirs } = await talking();
    const note = 'x'.repeat(50_000);
    expect(await show(mine, group, { ...camera, note, cameraIds: ids(cem) })).toEqual(ok);
    await seesAtLast(theirs, ids(ann));
    expect(JSON.stringify(theirs.received)).not.toContain('xxx');
  });
});

describe('[CALL-402] what participants show', () => {
  test('is sent to everybody in the call in the order of turning on, and to a device that joins', async () => {
    const { mine, theirs, cems } = await talking();
    expect(mine.all('callMedia')[0]).toEqual([group, { cameraIds: [], screenId: null }]);
    expect(await show(theirs, group, camera)).toEqual(ok);
    expect(await show(mine, group, both)).toEqual(ok);
    expect(await show(theirs, group, camera)).toEqual(ok);
    for (const device of [mine, theirs]) await seesAtLast(device, ids(bob, ann), ann.user.id);
    expect(cems.all('callMedia')).toEqual([]);
    await join(cems, cem, group);
    await seesAtLast(cems, ids(bob, ann), ann.user.id);
    await show(theirs, group, nothing);
    await show(theirs, group, camera);
    for (const device of [mine, theirs, cems]) await seesAtLast(device, ids(ann, bob), ann.user.id);
  });

  test('[CALL-404] a further screen replaces the first one', async () => {
    const { mine, theirs } = await talking();
    expect(await show(mine, group, both)).toEqual(ok);
    expect(await show(theirs, group, screen)).toEqual(ok);
    for (const device of [mine, theirs]) await seesAtLast(device, ids(ann), bob.user.id);
    await show(mine, group, camera);
    await show(theirs, group, nothing);
    for (const device of [mine, theirs]) await seesAtLast(device, ids(ann));
  });
});

test('[CALL-403] of seven people who turn their cameras on at once, six succeed', async () => {
  const owner = await aVerifiedUser();
  const others = [ann, bob, cem, await aVerifiedUser(), await aVerifiedUser(), await aVerifiedUser()];
  const crowd = [owner, ...others];
  const large = await aChat(owner, ...others);
  const devices = await Promise.all(crowd.map((person) => connect(app, person)));
  await startVoice(owner, large);
  for (const [index, device] of devices.entries()) await join(device, crowd[index] ?? owner, large);

  const answers = await Promise.all(devices.map((device) => show(device, large, both)));
  const { camerasFull } = contract.answerTexts;
  const refusals = answers.filter((answer) => !answer.ok);
  expect(refusals).toEqual([{ ok: false, code: 'limit_reached', message: camerasFull }]);
  const seventh = answers.findIndex((answer) => !answer.ok);
  const [last, first] = [devices[seventh], devices[seventh === 0 ? 1 : 0]];
  if (!last || !first) throw new Error('no devices');
  const on = crowd.filter((_, index) => index !== seventh).map(({ user }) => user.id);
  const latest = () => last.all('callMedia').at(-1)?.[1];
  await vi.waitFor(() => expect(latest()?.cameraIds.toSorted()).toEqual(on.toSorted()));

  expect(await show(last, large, screen)).toEqual(ok);
  await vi.waitFor(() => expect(latest()?.screenId).toBe(crowd[seventh]?.user.id));
  expect(await show(first, large, nothing)).toEqual(ok);
  expect(await show(last, large, both)).toEqual(ok);
  await vi.waitFor(() => expect(latest()?.cameraIds.at(-1)).toBe(crowd[seventh]?.user.id));
});

describe('[CALL-405] what a participant shows ends', () => {
  test('when they leave, and when they join with another device', async () => {
    const { mine, theirs } = await talking();
    await show(mine, group, camera);
    await show(theirs, group, both);
    const phone = await connect(app, bob);
    await join(phone, bob, group);
    for (const device of [mine, phone]) await seesAtLast(device, ids(ann));
    expect(await show(theirs, group, both)).toEqual(unknown);
    expect(await show(phone, group, both)).toEqual(ok);
    await seesAtLast(mine, ids(ann, bob), bob.user.id);
    phone.socket.emit('leaveVoiceRoom', group);
    await seesAtLast(mine, ids(ann));
    expect(await show(phone, group, both)).toEqual(unknown);
  });

  test('when they lose the connection', async () => {
    const { mine, theirs } = await talking();
    expect(await show(theirs, group, both)).toEqual(ok);
    await seesAtLast(mine, ids(bob), bob.user.id);
    theirs.socket.disconnect();
    await seesAtLast(mine, []);
  });

  test('when they are removed from the chat, and they cannot show anything again', async () => {
    const { mine, theirs } = await talking();
    await show(theirs, group, both);
    await seesAtLast(mine, ids(bob), bob.user.id);
    await ann.call(contract.removeMember, { chatId: group, memberId: bob.user.id });
    await seesAtLast(mine, []);
    const heard = theirs.all('callMedia').length;
    expect(await show(theirs, group, both)).toEqual(unknown);
    expect(await join(theirs, bob, group)).toMatchObject({ ok: false });
    expect(await show(mine, group, camera)).toEqual(ok);
    await seesAtLast(mine, ids(ann));
    expect(theirs.all('callMedia')).toHaveLength(heard);
  });

  test('with the call', async () => {
    const [mine, theirs] = [await connect(app, ann), await connect(app, bob)];
    await startVideo(ann, direct);
    await join(mine, ann, direct);
    await join(theirs, bob, direct);
    await show(mine, direct, both);
    await hangUp(bob, direct);
    await mine.waitFor('voiceCallEnd');
    await vi.waitFor(async () => expect(await show(mine, direct, both)).toEqual(unknown));
    await startVoice(ann, direct);
    const heard = mine.all('callMedia').length;
    await join(mine, ann, direct);
    await vi.waitFor(() => expect(mine.all('callMedia').length).toBeGreaterThan(heard));
    await seesAtLast(mine, []);
    expect(await calling(bob, direct)).toBe('voice');
  });
});

describe('[CALL-406] a voice call', () => {
  test('becomes a video call for all members with the first camera, and stays one', async () => {
    const { mine, theirs, cems } = await talking();
    await show(mine, group, screen);
    await seesAtLast(theirs, [], ann.user.id);
    expect(await calling(cem, group)).toBe('voice');
    const before = cems.all('updateChat').length;
    await show(mine, group, camera);
    await vi.waitFor(() => expect(cems.all('updateChat').slice(before)).toEqual([[group]]));
    expect([await calling(cem, group), await callingInList(cem)]).toEqual(['video', 'video']);

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
});
