import * as contract from '@chat-app/contract';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { connect, type Device } from '../../../test/device.ts';
import type { Person } from '../../../test/people.ts';
import { useTestApp } from '../../../test/test-app.ts';
import { chatAmong, chats } from '../../../test/chats.ts';
import { calling, hangUp, join, startCall } from './calls.fixture.ts';

const app = useTestApp();
const { aChat, users } = chats(app);

let ann: Person, bob: Person, cem: Person;
/** The chat of Ann and Bob, that of Ann and Cem, and that of all three. */
let direct: contract.ChatId, other: contract.ChatId, group: contract.ChatId;
/** Ann's call window in the direct chat, Bob's, and Cem's page. */
let annsWindow: Device, bobsWindow: Device, cemsPage: Device;
beforeEach(async () => {
  [ann, bob, cem] = await users('Ann', 'Bob', 'Cem');
  [direct, group] = [await aChat(ann, bob), await aChat(cem, ann, bob)];
  other = await chatAmong(ann, cem);
  [annsWindow, bobsWindow, cemsPage] = await Promise.all([connect(app, ann), connect(app, bob), connect(app, cem)]);
  await startCall(ann, direct);
  await join(annsWindow, ann, direct);
});

const elsewhere = (chatId: contract.ChatId) => ({
  code: 'in_other_call',
  chatId,
  message: contract.answerTexts.callElsewhere,
});

test('[CALL-3] [CALL-200] a person in the call of another chat cannot start or join one, and is told which', async () => {
  expect(await startCall(ann, other)).toMatchObject({ status: 409, body: elsewhere(direct) });
  expect(cemsPage.all('voiceCallStart')).toEqual([]);
  expect(await calling(cem, other)).toBeNull();

  await startCall(cem, group);
  const phone = await connect(app, ann);
  expect(await startCall(ann, group)).toMatchObject({ status: 409, body: elsewhere(direct) });
  expect(await join(phone, ann, group)).toEqual({ ok: false, ...elsewhere(direct) });
  expect(await calling(bob, direct)).toBe('voice');

  // In the chat of the same call, any device may join.
  expect((await startCall(ann, direct)).status).toBe(200);
  expect(await join(phone, ann, direct)).toEqual({ ok: true });
});

describe('[CALL-201] leaving one call for another', () => {
  test('to start one ends the call of two for both and rings in the new chat', async () => {
    await join(bobsWindow, bob, direct);
    expect((await startCall(ann, other, direct)).status).toBe(200);
    for (const window of [annsWindow, bobsWindow]) await window.waitFor('voiceCallEnd', (about) => about === direct);
    await cemsPage.waitFor('voiceCallStart', (about) => about === other);
    expect(await calling(bob, direct)).toBeNull();
    expect(await join(await connect(app, ann), ann, other)).toEqual({ ok: true });
  });

  test('to join one leaves a group call, which continues, and ends it in its window', async () => {
    await startCall(cem, group);
    await join(cemsPage, cem, group);
    await join(bobsWindow, bob, group);
    const annsPhone = await connect(app, ann);
    await join(annsPhone, ann, group, direct);
    await annsWindow.waitFor('voiceCallEnd', (about) => about === direct);
    // A call that was not named is not left, nor one for another that cannot be started.
    expect(await startCall(ann, other, direct)).toMatchObject({ status: 409, body: elsewhere(group) });
    const [dan, eve] = await users('Dan', 'Eve');
    const withDan = await aChat(ann, dan);
    expect((await startCall(ann, withDan, group)).body).toMatchObject({ code: 'peer_offline' });
    expect(annsPhone.all('voiceCallEnd').filter(([about]) => about === group)).toEqual([]);

    await connect(app, eve);
    expect((await startCall(ann, await aChat(ann, eve), group)).status).toBe(200);
    await annsPhone.waitFor('voiceCallEnd', (about) => about === group);
    await cemsPage.waitFor('callingUsers', (ids) => !ids.includes(ann.user.id) && ids.includes(bob.user.id));
    expect(await calling(cem, group)).toBe('voice');
    expect(cemsPage.all('voiceCallEnd').filter(([about]) => about === group)).toEqual([]);
  });

  test('works when the window of the other call is closed or that call ended at the same moment', async () => {
    annsWindow.socket.disconnect();
    expect((await startCall(ann, other, direct)).status).toBe(200);
    await hangUp(ann, other);
    await vi.waitFor(async () => expect(await calling(ann, direct)).toBeNull());
    expect((await startCall(ann, other, direct)).status).toBe(200);
  });

  test('works for a person who is no longer a member of the other chat', async () => {
    await startCall(cem, group);
    const phone = await connect(app, ann);
    await join(phone, ann, group, direct);
    await app.database.sql`delete from chat_members where chat_id = ${group} and user_id = ${ann.user.id}`;
    // The server notices by itself, too, and may have done so by now.
    expect((await startCall(ann, other, group)).status).toBe(200);
    await phone.waitFor('voiceCallEnd', (about) => about === group);
  });

  test('does not end a call of others', async () => {
    await join(bobsWindow, bob, direct);
    expect((await startCall(cem, other, direct)).status).toBe(409);
    expect(await join(cemsPage, cem, direct, group)).toMatchObject({ ok: false });
    expect(await calling(bob, direct)).toBe('voice');
  });

  test('requested by two devices at once for two chats results in one call', async () => {
    await startCall(cem, group);
    const [first, second] = await Promise.all([connect(app, ann), connect(app, ann)]);
    await startCall(ann, other, direct);
    const answers = await Promise.all([join(first, ann, group, direct), join(second, ann, other, direct)]);
    const refused = answers.filter(({ ok }) => !ok);
    expect(refused).toEqual([elsewhere(answers[0].ok ? group : other)].map((refusal) => ({ ok: false, ...refusal })));
  });
});
