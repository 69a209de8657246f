import * as contract from '@chat-app/contract';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { connect, type Device } from '../../../test/device.ts';
import { type Person, people } from '../../../test/people.ts';
import { useTestApp } from '../../../test/test-app.ts';

const app = useTestApp();
const { aChat, aVerifiedUser } = people(app);

const start = (person: Person, chatId: contract.ChatId, leaveCallIn?: contract.ChatId) =>
  person.call(contract.startVoiceCall, { chatId, ...(leaveCallIn !== undefined && { leaveCallIn }) });
const calling = async (person: Person, chatId: contract.ChatId) =>
  (await person.call(contract.getChat, { chatId })).body.data.calling;
const join = async (device: Device, person: Person, chatId: contract.ChatId, leaveCallIn?: contract.ChatId) => {
  device.socket.emit('joinVoiceRoom', chatId, person.user.id, leaveCallIn);
  await device.waitFor('callingUsers', (ids, about) => about === chatId && ids.includes(person.user.id));
};
const refusals = (device: Device) => device.all('errorMessage').map(([, , refusal]) => refusal);

let ann: Person;
let bob: Person;
let cem: Person;
/** The chat of Ann and Bob. */
let direct: contract.ChatId;
/** The chat of Ann and Cem. */
let other: contract.ChatId;
/** The chat of all three. */
let group: contract.ChatId;
/** Ann's call window in the direct chat, Bob's, and Cem's page. */
let annsWindow: Device;
let bobsWindow: Device;
let cemsPage: Device;
beforeEach(async () => {
  ann = await aVerifiedUser({ name: 'Ann' });
  bob = await aVerifiedUser({ name: 'Bob' });
  cem = await aVerifiedUser({ name: 'Cem' });
  [direct, group] = [await aChat(ann, bob), await aChat(cem, ann, bob)];
  other = (await ann.call(contract.createChat, { members: [cem.user.id] })).body.chatId;
  [annsWindow, bobsWindow, cemsPage] = await Promise.all([connect(app, ann), connect(app, bob), connect(app, cem)]);
  await start(ann, direct);
  await join(annsWindow, ann, direct);
});

describe('[CALL-200] a person in the call of another chat', () => {
  test('is refused with the chat of that call when starting or joining another', async () => {
    expect(await start(ann, other)).toMatchObject({
      status: 409,
      body: { code: 'in_other_call', chatId: direct, message: contract.answerTexts.callElsewhere },
    });
    expect(cemsPage.all('voiceCallStart')).toEqual([]);

    await start(cem, group);
    const phone = await connect(app, ann);
    expect(await start(ann, group)).toMatchObject({ status: 409, body: { code: 'in_other_call', chatId: direct } });
    phone.socket.emit('joinVoiceRoom', group, ann.user.id);
    await phone.waitFor('errorMessage', (event) => event === 'joinVoiceRoom');
    expect(refusals(phone)).toEqual([{ code: 'in_other_call', chatId: direct }]);
    expect(await calling(bob, direct)).toBe('voice');
  });

  test('is not refused on another device in the chat of the same call', async () => {
    const phone = await connect(app, ann);
    expect((await start(ann, direct)).status).toBe(200);
    await join(phone, ann, direct);
    expect(refusals(phone)).toEqual([]);
  });
});

describe('[CALL-201] leaving one call for another', () => {
  test('to start one ends the call of two for both and rings in the new chat', async () => {
    await join(bobsWindow, bob, direct);
    expect((await start(ann, other, direct)).status).toBe(200);
    for (const window of [annsWindow, bobsWindow]) await window.waitFor('voiceCallEnd', (about) => about === direct);
    await cemsPage.waitFor('voiceCallStart', (about) => about === other);
    expect(await calling(bob, direct)).toBeNull();
    await join(await connect(app, ann), ann, other);
  });

  test('to join one leaves a group call, which continues, and ends it in its window', async () => {
    await start(cem, group);
    await join(cemsPage, cem, group);
    await join(bobsWindow, bob, group);
    const annsPhone = await connect(app, ann);
    await join(annsPhone, ann, group, direct);
    await annsWindow.waitFor('voiceCallEnd', (about) => about === direct);

    // This call cannot be started, so the other one is not left.
    const withDan = await aChat(ann, await aVerifiedUser({ name: 'Dan' }));
    expect((await start(ann, withDan, group)).body).toMatchObject({ code: 'peer_offline' });
    expect(annsPhone.all('voiceCallEnd').filter(([about]) => about === group)).toEqual([]);

    const eve = await aVerifiedUser({ name: 'Eve' });
    await connect(app, eve);
    expect((await start(ann, await aChat(ann, eve), group)).status).toBe(200);
    await annsPhone.waitFor('voiceCallEnd', (about) => about === group);
    await cemsPage.waitFor('callingUsers', (ids) => !ids.includes(ann.user.id) && ids.includes(bob.user.id));
    expect(await calling(cem, group)).toBe('voice');
    expect(cemsPage.all('voiceCallEnd').filter(([about]) => about === group)).toEqual([]);
  });

  test('works when the window of the other call is closed or that call ended at the same moment', async () => {
    annsWindow.socket.disconnect();
    expect((await start(ann, other, direct)).status).toBe(200);
    await ann.call(contract.endVoiceCall, { chatId: other });
    await vi.waitFor(async () => expect(await calling(ann, direct)).toBeNull());
    expect((await start(ann, other, direct)).status).toBe(200);
  });

  test('works for a person who is no longer a member of the other chat', async () => {
    await start(cem, group);
    const phone = await connect(app, ann);
    await join(phone, ann, group, direct);
    await app.database.sql`delete from chat_members where chat_id = ${group} and user_id = ${ann.user.id}`;
    // The server notices by itself, too, and may have done so by now.
    expect((await start(ann, other, group)).status).toBe(200);
    await phone.waitFor('voiceCallEnd', (about) => about === group);
  });

  test('leaves only the named call, not one that the person joined meanwhile', async () => {
    await start(cem, group);
    await join(await connect(app, ann), ann, group, direct);
    expect(await start(ann, other, direct)).toMatchObject({ status: 409, body: { chatId: group } });
    expect(await calling(cem, group)).toBe('voice');
  });

  test('does not end a call of others', async () => {
    await join(bobsWindow, bob, direct);
    expect((await start(cem, other, direct)).status).toBe(409);
    cemsPage.socket.emit('joinVoiceRoom', direct, cem.user.id, group);
    await cemsPage.waitFor('errorMessage', (event) => event === 'joinVoiceRoom');
    expect(await calling(bob, direct)).toBe('voice');
  });

  test('requested by two devices at once for two chats results in one call', async () => {
    await start(cem, group);
    const [first, second] = await Promise.all([connect(app, ann), connect(app, ann)]);
    await start(ann, other, direct);
    first.socket.emit('joinVoiceRoom', group, ann.user.id, direct);
    second.socket.emit('joinVoiceRoom', other, ann.user.id, direct);
    const answered = (device: Device) => device.all('errorMessage').length + device.all('callingUsers').length > 0;
    await vi.waitUntil(() => answered(first) && answered(second));
    const refused = [...refusals(first), ...refusals(second)];
    expect(refused).toHaveLength(1);
    expect(refused[0]?.code).toBe('in_other_call');
    expect([group, other]).toContain(refused[0]?.chatId);
  });
});
