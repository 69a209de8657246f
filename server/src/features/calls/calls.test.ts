import * as contract from '@chat-app/contract';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { connect, type Device } from '../../../test/device.ts';
import type { Person } from '../../../test/people.ts';
import { useTestApp } from '../../../test/test-app.ts';
import { chats, removeFrom, rowOf } from '../../../test/chats.ts';
import { calling, hangUp, join, sound, startCall, systemMessages } from './calls.fixture.ts';

const app = useTestApp();
const { aChat, aPair, users } = chats(app);

const participantsSeenBy = (device: Device) => device.all('callingUsers').at(-1)?.[0] ?? [];

let ann: Person, bob: Person, chatId: contract.ChatId;
beforeEach(async () => void ({ ann, bob, chatId } = await aPair()));

/** Starts a call that both people join. */
async function talking(other = bob, chat = chatId) {
  const [mine, theirs] = [await connect(app, ann), await connect(app, other)];
  await startCall(ann, chat);
  await theirs.waitFor('voiceCallStart');
  await join(mine, ann, chat);
  await join(theirs, other, chat);
  return { mine, theirs };
}

describe('[CALL-1] a call of two', () => {
  test('rings for the other, shows for both, carries audio, and ends when one hangs up', async () => {
    const { mine, theirs } = await talking();
    expect(mine.all('voiceCallStart')).toEqual([]);
    expect(await calling(bob, chatId)).toBe('voice');
    expect((await rowOf(bob, chatId))?.calling).toBe('voice');
    await vi.waitFor(() => expect(participantsSeenBy(mine)).toEqual([ann.user.id, bob.user.id]));

    const burst = ['A', 'B', 'C'].map((letter) => `data:audio/ogg;base64,${letter.repeat(4000)}`);
    for (const chunk of burst) mine.socket.emit('audioStream', chatId, chunk);
    await vi.waitFor(() => expect(theirs.all('audioStream')).toEqual(burst.map((chunk) => [chunk, ann.user.id])));
    expect(mine.all('audioStream')).toEqual([]);
    const signal = { candidate: null };
    theirs.socket.emit('voiceSignal', chatId, ann.user.id, signal);
    expect(await mine.waitFor('voiceSignal')).toEqual([chatId, bob.user.id, signal]);

    expect((await hangUp(bob, chatId)).status).toBe(200);
    for (const device of [mine, theirs]) expect(await device.waitFor('voiceCallEnd')).toEqual([chatId]);
    expect(await calling(ann, chatId)).toBeNull();
    const ended = expect.stringMatching(/^Voice call ended, \d+ s$/);
    expect(await systemMessages(ann, chatId)).toEqual(['Ann started a voice call', ended]);
  });

  test('[CALL-208] relays only the control messages that the contract defines', async () => {
    const { mine, theirs } = await talking();
    const say = (control: unknown) => theirs.socket.emitWithAck('voiceSignal', chatId, ann.user.id, { control });
    const connections = ['joined', 'restart', 'relay'].map((connection) => ({ connection }));
    const controls = [{ isMuted: true }, ...connections, { isMuted: false }];
    for (const control of [{ connection: 'hello' }, { isMuted: 'yes' }, {}, null])
      expect(await say(control)).toMatchObject({ ok: false, code: 'invalid_input' });
    for (const control of controls) expect(await say(control)).toEqual({ ok: true });
    await vi.waitFor(() => expect(mine.all('voiceSignal')).toHaveLength(controls.length));
    expect(mine.all('voiceSignal').map(([, , signal]) => signal)).toEqual(controls.map((control) => ({ control })));
  });

  test('ends when the two are no longer friends; that of a group continues', async () => {
    const { mine, theirs } = await talking();
    await bob.call(contract.removeFriend, { friendId: ann.user.id });
    for (const device of [mine, theirs]) expect(await device.waitFor('voiceCallEnd')).toEqual([chatId]);
    expect(await calling(ann, chatId)).toBeNull();
    mine.socket.emit('audioStream', chatId, sound);
    await mine.waitFor('errorMessage');
    expect(theirs.all('audioStream')).toEqual([]);

    const [dan, cat] = await users('Dan', 'Cat');
    const group = await aChat(ann, dan, cat);
    const inGroup = await talking(dan, group);
    await ann.call(contract.removeFriend, { friendId: dan.user.id });
    await inGroup.theirs.waitFor('friendshipsChanged');
    expect(await calling(cat, group)).toBe('voice');
    inGroup.mine.socket.emit('audioStream', group, sound);
    await inGroup.theirs.waitFor('audioStream');
  });

  test('that is declined ends; one that the caller cancels is missed; one that both start at once is one', async () => {
    const mine = await connect(app, ann);
    await connect(app, bob);
    await startCall(ann, chatId);
    await hangUp(bob, chatId);
    expect(await mine.waitFor('voiceCallEnd')).toEqual([chatId]);
    await startCall(ann, chatId);
    await hangUp(ann, chatId);
    const started = 'Ann started a voice call';
    expect(await systemMessages(bob, chatId)).toEqual([started, 'Voice call ended', started, 'Missed voice call']);
    expect((await rowOf(bob, chatId))?.lastMessage).toBe('Missed voice call');
    const answers = await Promise.all([startCall(ann, chatId), startCall(bob, chatId)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await systemMessages(ann, chatId)).toHaveLength(5);
    await hangUp(ann, chatId);
  });

  test('requires the other person to be online, a friend, and in no other call', async () => {
    expect(await startCall(ann, chatId)).toMatchObject({ status: 409, body: { code: 'peer_offline' } });
    // [AUTH-304] The answer does not reveal whether somebody is online who hides it, nor does it to those who hide.
    const hide = (sharesPresence: boolean) => bob.call(contract.updatePrivacy, { sharesPresence });
    await hide(false);
    for (const person of [ann, bob]) {
      expect((await startCall(person, chatId)).status).toBe(200);
      await hangUp(person, chatId);
    }
    await hide(true);
    const [dan, cem] = await users('Dan', 'Cem');
    const withDan = await aChat(ann, dan);
    await connect(app, dan);
    await ann.call(contract.removeFriend, { friendId: dan.user.id });
    expect((await startCall(ann, withDan)).status).toBe(403);
    expect(await systemMessages(ann, withDan)).toEqual([]);

    await talking();
    await connect(app, cem);
    const other = await aChat(cem, bob);
    expect(await startCall(cem, other)).toMatchObject({ status: 409, body: { code: 'peer_busy' } });
    expect(await systemMessages(bob, other)).toEqual(['Missed voice call']);
    expect(await calling(bob, other)).toBeNull();
  });
});

describe('[CALL-2] a group call', () => {
  test('continues until the last participant leaves', async () => {
    const [cem, dan] = await users('Cem', 'Dan');
    const group = await aChat(dan, ann, bob, cem);
    const [one, two, three] = [await connect(app, ann), await connect(app, bob), await connect(app, cem)];
    await startCall(ann, group);
    await join(one, ann, group);
    await join(two, bob, group);
    await join(three, cem, group);
    await hangUp(ann, group);
    await vi.waitFor(() => expect(participantsSeenBy(two)).toEqual([bob.user.id, cem.user.id]));
    two.socket.emit('leaveVoiceRoom', group);
    await vi.waitFor(() => expect(participantsSeenBy(three)).toEqual([cem.user.id]));
    expect(await calling(ann, group)).toBe('voice');
    two.socket.emit('audioStream', group, sound);
    expect((await two.waitFor('errorMessage'))[0]).toBe('audioStream');
    three.socket.emit('leaveVoiceRoom', group);
    await three.waitFor('voiceCallEnd');
    expect(await calling(ann, group)).toBeNull();
  });

  test('[CALL-405] removes people who are no longer members, and what they showed', async () => {
    const [owner] = await users('Dan');
    const group = await aChat(owner, ann, bob);
    const { mine, theirs } = await talking(bob, group);
    const both = { isCameraOn: true, isScreenShared: true };
    await theirs.socket.emitWithAck('callMedia', group, both);
    await removeFrom(group, owner, bob);
    await vi.waitFor(() => expect(participantsSeenBy(mine)).toEqual([ann.user.id]));
    const nothing = [group, { cameraIds: [], screenId: null }];
    await vi.waitFor(() => expect(mine.all('callMedia').at(-1)).toEqual(nothing));
    const heard = theirs.all('callMedia').length;

    await mine.socket.emitWithAck('audioStream', group, sound);
    await mine.socket.emitWithAck('callMedia', group, both);
    expect(await theirs.socket.emitWithAck('audioStream', group, sound)).toMatchObject({ ok: false });
    expect(await theirs.socket.emitWithAck('callMedia', group, both)).toMatchObject({ ok: false });
    expect(await join(theirs, bob, group)).toMatchObject({ ok: false });
    for (const device of [mine, theirs]) await device.settle();
    expect([mine.all('audioStream'), theirs.all('audioStream')]).toEqual([[], []]);
    expect(theirs.all('callMedia')).toHaveLength(heard);
  });
});

describe('[CALL-3] one person takes part once', () => {
  test('on the last device to join; the others stop ringing, and the previous one receives no more', async () => {
    const { mine, theirs } = await talking();
    const phone = await connect(app, bob);
    await join(phone, bob, chatId);
    expect(await theirs.waitFor('voiceDeviceJoined')).toEqual([chatId]);
    mine.socket.emit('audioStream', chatId, sound);
    await phone.waitFor('audioStream');
    expect(theirs.all('audioStream')).toEqual([]);
    await theirs.socket.emitWithAck('leaveVoiceRoom', chatId);
    expect(await calling(ann, chatId)).toBe('voice');
    await bob.call(contract.deleteChat, { chatId });
    await mine.waitFor('voiceCallEnd');
    expect(await calling(ann, chatId)).toBeNull();
  });

  test('[CALL-5] a lost connection leaves after a moment, and a call whose lease expires ends', async () => {
    const { mine, theirs } = await talking();
    theirs.socket.disconnect();
    const back = await connect(app, bob);
    await join(back, bob, chatId);
    await back.settle();
    expect(await calling(ann, chatId)).toBe('voice');
    back.socket.disconnect();

    const [cem, dan] = await users('Cem', 'Dan');
    const abandoned = await aChat(cem, ann, dan);
    await startCall(cem, abandoned);
    await app.database.sql`update calls set lease_until = now() - interval '1 second' where chat_id = ${abandoned}`;
    expect(await calling(cem, abandoned)).toBeNull();
    await mine.waitFor('voiceCallEnd', (id) => id === chatId);
    expect(await calling(ann, chatId)).toBeNull();
    const ended = ['Cem created the group', 'Cem started a voice call', 'Missed voice call'];
    await vi.waitFor(async () => expect(await systemMessages(cem, abandoned)).toEqual(ended), { interval: 250 });
  });
});

test('[CALL-4] what is no sound reaches nobody', async () => {
  const { mine, theirs } = await talking();
  const accepted: unknown[] = [];
  for (const given of [
    'data:text/html;base64,PHNjcmlwdD4=',
    'javascript:alert(1)',
    'data:audio/webm;base64,not base64!',
    'data:audio/webm,plain',
    `data:audio/webm;base64,${'A'.repeat(70_000)}`,
    42,
    null,
  ]) {
    const answer = await mine.socket.emitWithAck('audioStream', chatId, given);
    if (answer.ok || answer.code !== 'invalid_input') accepted.push(given);
  }
  await theirs.settle();
  expect([accepted, theirs.all('audioStream')]).toEqual([[], []]);
});
