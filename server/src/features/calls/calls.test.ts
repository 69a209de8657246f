import * as contract from '@chat-app/contract';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { connect, type Device } from '../../../test/device.ts';
import { type Person, people } from '../../../test/people.ts';
import { useTestApp } from '../../../test/test-app.ts';

const app = useTestApp();
const { aChat, aVerifiedUser } = people(app);

const start = (person: Person, chatId: contract.ChatId) => person.call(contract.startVoiceCall, { chatId });
const hangUp = (person: Person, chatId: contract.ChatId) => person.call(contract.endVoiceCall, { chatId });
const calling = async (person: Person, chatId: contract.ChatId) =>
  (await person.call(contract.getChat, { chatId })).body.data.calling;
const systemMessages = async (person: Person, chatId: contract.ChatId) =>
  (await person.call(contract.getMessages, { chatId })).body.data
    .filter(({ type }) => type === 'system')
    .map(({ content }) => content)
    .toReversed();
const sound = `data:audio/webm;codecs=opus;base64,${Buffer.alloc(3000).toString('base64')}`;
const newestCrew = (device: Device) => device.all('callingUsers').at(-1)?.[0] ?? [];

let ann: Person;
let bob: Person;
let chatId: contract.ChatId;
beforeEach(async () => {
  [ann, bob] = [await aVerifiedUser({ name: 'Ann' }), await aVerifiedUser({ name: 'Bob' })];
  chatId = await aChat(ann, bob);
});

const join = async (device: Device, person: Person, chat = chatId) => {
  device.socket.emit('joinVoiceRoom', chat, person.user.id);
  await device.waitFor('callingUsers', (ids) => ids.includes(person.user.id));
};

/** Starts a call that both people join. */
async function talking() {
  const [mine, theirs] = [await connect(app, ann), await connect(app, bob)];
  await start(ann, chatId);
  await theirs.waitFor('voiceCallStart');
  await join(mine, ann);
  await join(theirs, bob);
  return { mine, theirs };
}

describe('[CALL-1] a call of two', () => {
  test('rings for the other, shows for both, carries audio, and ends when one hangs up', async () => {
    const { mine, theirs } = await talking();
    expect(mine.all('voiceCallStart')).toEqual([]);
    expect(await calling(bob, chatId)).toBe('voice');
    expect((await bob.call(contract.getChats, {})).body.data[0]?.calling).toBe('voice');
    await vi.waitFor(() => expect(newestCrew(mine).toSorted()).toEqual([ann.user.id, bob.user.id].toSorted()));

    mine.socket.emit('audioStream', chatId, sound);
    expect(await theirs.waitFor('audioStream')).toEqual([sound, ann.user.id]);
    expect(mine.all('audioStream')).toEqual([]);
    const signal = { candidate: null };
    theirs.socket.emit('voiceSignal', chatId, ann.user.id, signal);
    expect(await mine.waitFor('voiceSignal')).toEqual([chatId, bob.user.id, signal]);

    expect((await hangUp(bob, chatId)).status).toBe(200);
    expect(await mine.waitFor('voiceCallEnd')).toEqual([chatId]);
    expect(await theirs.waitFor('voiceCallEnd')).toEqual([chatId]);
    expect(await calling(ann, chatId)).toBeNull();
    const ended = expect.stringMatching(/^Voice call ended, \d+ s$/);
    expect(await systemMessages(ann, chatId)).toEqual(['Ann started a voice call', ended]);
  });

  test('[CALL-208] relays only the control messages that the contract defines', async () => {
    const { mine, theirs } = await talking();
    const say = (control: unknown) =>
      new Promise((resolve) => {
        theirs.socket.emit('voiceSignal', chatId, ann.user.id, { control } as contract.VoiceSignal, resolve);
      });
    const controls = [
      { isMuted: true },
      { connection: 'joined' },
      { connection: 'restart' },
      { connection: 'relay' },
    ] as const;
    for (const control of controls) expect(await say(control)).toEqual({ ok: true });
    for (const control of [{ connection: 'hello' }, { isMuted: 'yes' }, {}, null])
      expect(await say(control)).toMatchObject({ ok: false, code: 'invalid_input' });
    expect(await say({ isMuted: false })).toEqual({ ok: true });
    await mine.waitFor(
      'voiceSignal',
      (_chatId, _fromId, signal) => 'control' in signal && !('connection' in signal.control || signal.control.isMuted),
    );
    const heard = mine.all('voiceSignal').map(([, , signal]) => signal);
    expect(heard).toEqual([...controls, { isMuted: false }].map((control) => ({ control })));
  });

  test('ends when the two are no longer friends', async () => {
    const { mine, theirs } = await talking();
    await bob.call(contract.removeFriend, { friendId: ann.user.id });
    for (const device of [mine, theirs]) expect(await device.waitFor('voiceCallEnd')).toEqual([chatId]);
    expect(await calling(ann, chatId)).toBeNull();
    mine.socket.emit('audioStream', chatId, sound);
    await mine.waitFor('errorMessage');
    expect(theirs.all('audioStream')).toEqual([]);
  });

  test('in a group continues when two members are no longer friends', async () => {
    const [dan, cat] = [await aVerifiedUser(), await aVerifiedUser()];
    const group = await aChat(ann, dan, cat);
    const [mine, theirs] = [await connect(app, ann), await connect(app, dan)];
    await start(ann, group);
    await join(mine, ann, group);
    await join(theirs, dan, group);
    await ann.call(contract.removeFriend, { friendId: dan.user.id });
    await theirs.waitFor('friendshipsChanged');
    expect(await calling(cat, group)).toBe('voice');
    mine.socket.emit('audioStream', group, sound);
    await theirs.waitFor('audioStream');
  });

  test('started by both at once is one call', async () => {
    await connect(app, ann);
    await connect(app, bob);
    const answers = await Promise.all([start(ann, chatId), start(bob, chatId)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await systemMessages(ann, chatId)).toHaveLength(1);
    await hangUp(ann, chatId);
  });

  test('that is declined ends; one that the caller cancels is missed', async () => {
    const mine = await connect(app, ann);
    await connect(app, bob);
    await start(ann, chatId);
    await hangUp(bob, chatId);
    expect(await mine.waitFor('voiceCallEnd')).toEqual([chatId]);
    await start(ann, chatId);
    await hangUp(ann, chatId);
    expect(await systemMessages(bob, chatId)).toEqual([
      'Ann started a voice call',
      'Voice call ended',
      'Ann started a voice call',
      'Missed voice call',
    ]);
    expect((await bob.call(contract.getChats, {})).body.data[0]?.lastMessage).toBe('Missed voice call');
  });

  test('requires the other person to be online and a friend', async () => {
    const offline = await start(ann, chatId);
    expect([offline.status, offline.body.code]).toEqual([409, 'peer_offline']);
    await connect(app, bob);
    await ann.call(contract.removeFriend, { friendId: bob.user.id });
    expect((await start(ann, chatId)).status).toBe(403);
    expect(await systemMessages(ann, chatId)).toEqual([]);
  });

  test('to a person in another call is missed', async () => {
    await talking();
    const cem = await aVerifiedUser({ name: 'Cem' });
    await connect(app, cem);
    const other = await aChat(cem, bob);
    const { status, body } = await start(cem, other);
    expect([status, body.code]).toEqual([409, 'peer_busy']);
    expect(await systemMessages(bob, other)).toEqual(['Missed voice call']);
    expect(await calling(bob, other)).toBeNull();
  });
});

describe('[CALL-2] a group call', () => {
  test('continues until the last participant leaves', async () => {
    const cem = await aVerifiedUser({ name: 'Cem' });
    const group = await aChat(await aVerifiedUser({ name: 'Dan' }), ann, bob, cem);
    const devices = await Promise.all([ann, bob, cem].map((person) => connect(app, person)));
    const [one, two, three] = devices;
    if (!one || !two || !three) throw new Error('no devices');
    await start(ann, group);
    await join(one, ann, group);
    await join(two, bob, group);
    await join(three, cem, group);
    await hangUp(ann, group);
    await vi.waitFor(() => expect(newestCrew(two)).toEqual([bob.user.id, cem.user.id]));
    two.socket.emit('leaveVoiceRoom', group);
    await vi.waitFor(() => expect(newestCrew(three)).toEqual([cem.user.id]));
    expect(await calling(ann, group)).toBe('voice');
    two.socket.emit('audioStream', group, sound);
    expect((await two.waitFor('errorMessage'))[0]).toBe('audioStream');
    three.socket.emit('leaveVoiceRoom', group);
    await three.waitFor('voiceCallEnd');
    expect(await calling(ann, group)).toBeNull();
  });

  test('removes people who are no longer members', async () => {
    const owner = await aVerifiedUser({ name: 'Dan' });
    const group = await aChat(owner, ann, bob);
    const [one, two] = [await connect(app, ann), await connect(app, bob)];
    await start(ann, group);
    await join(one, ann, group);
    await join(two, bob, group);
    await owner.call(contract.removeMember, { chatId: group, memberId: bob.user.id });
    await vi.waitFor(() => expect(newestCrew(one)).toEqual([ann.user.id]));
    await one.socket.emitWithAck('audioStream', group, sound);
    two.socket.emit('audioStream', group, sound);
    await two.waitFor('errorMessage');
    for (const device of [one, two]) await device.settle();
    expect(two.all('audioStream')).toEqual([]);
    expect(one.all('audioStream')).toEqual([]);
    two.socket.emit('joinVoiceRoom', group, bob.user.id);
    await vi.waitFor(() => expect(two.all('errorMessage')).toHaveLength(2));
  });

  test('has at most ten participants', async () => {
    const crowd = await Promise.all(Array.from({ length: 10 }, () => aVerifiedUser()));
    const group = await aChat(ann, ...crowd);
    const devices = await Promise.all([ann, ...crowd].map((person) => connect(app, person)));
    await start(ann, group);
    for (const [index, person] of [ann, ...crowd].entries()) {
      devices[index]?.socket.emit('joinVoiceRoom', group, person.user.id);
      if (index < 10) await devices[index]?.waitFor('callingUsers', (ids) => ids.includes(person.user.id));
    }
    expect((await devices[10]?.waitFor('errorMessage'))?.slice(0, 2)).toEqual([
      'joinVoiceRoom',
      contract.answerTexts.callFull,
    ]);
  });
});

describe('[CALL-3] one person takes part once', () => {
  test('on the last device to join; the others stop ringing, and the previous one receives no more', async () => {
    const { mine, theirs } = await talking();
    const phone = await connect(app, bob);
    await join(phone, bob);
    expect(await theirs.waitFor('voiceDeviceJoined')).toEqual([chatId]);
    mine.socket.emit('audioStream', chatId, sound);
    await phone.waitFor('audioStream');
    expect(theirs.all('audioStream')).toEqual([]);
    await theirs.socket.emitWithAck('leaveVoiceRoom', chatId);
    expect(await calling(ann, chatId)).toBe('voice');
  });

  test('and stays in the call if a lost connection returns within a moment', async () => {
    const { mine, theirs } = await talking();
    theirs.socket.disconnect();
    const back = await connect(app, bob);
    await join(back, bob);
    await back.settle();
    expect(await calling(ann, chatId)).toBe('voice');
    back.socket.disconnect();
    await mine.waitFor('voiceCallEnd');
    expect(await calling(ann, chatId)).toBeNull();
  });

  test('and one call at a time', async () => {
    const { mine } = await talking();
    const cem = await aVerifiedUser({ name: 'Cem' });
    const dan = await aVerifiedUser({ name: 'Dan' });
    const group = await aChat(cem, ann, dan);
    await connect(app, cem);
    await start(cem, group);
    mine.socket.emit('joinVoiceRoom', group, ann.user.id);
    expect(await mine.waitFor('errorMessage')).toEqual([
      'joinVoiceRoom',
      contract.answerTexts.callElsewhere,
      { code: 'in_other_call', chatId },
    ]);
  });

  test('and cannot ring others while in a call', async () => {
    await talking();
    const cem = await aVerifiedUser({ name: 'Cem' });
    const other = await aChat(ann, cem);
    const cemsPhone = await connect(app, cem);
    expect(await start(ann, other)).toMatchObject({
      status: 409,
      body: { message: contract.answerTexts.callElsewhere },
    });
    expect(cemsPhone.all('voiceCallStart')).toEqual([]);
    expect(await calling(cem, other)).toBeNull();
  });

  test('and leaves the call together with the chat', async () => {
    const { mine } = await talking();
    await bob.call(contract.deleteChat, { chatId });
    await mine.waitFor('voiceCallEnd');
    expect(await calling(ann, chatId)).toBeNull();
  });
});

describe('[CALL-4] strangers and invalid events', () => {
  test('a former friend cannot join', async () => {
    const phone = await connect(app, bob);
    await connect(app, ann);
    await start(ann, chatId);
    await bob.call(contract.removeFriend, { friendId: ann.user.id });
    phone.socket.emit('joinVoiceRoom', chatId, bob.user.id);
    expect(await phone.waitFor('errorMessage')).toEqual([
      'joinVoiceRoom',
      contract.answerTexts.callUnknown,
      { code: 'not_found' },
    ]);
  });

  test('audio chunks that arrive in a burst are all delivered', async () => {
    const { mine, theirs } = await talking();
    for (const letter of ['A', 'B', 'C'])
      mine.socket.emit('audioStream', chatId, `data:audio/ogg;base64,${letter.repeat(4000)}`);
    await vi.waitFor(() => expect(theirs.all('audioStream')).toHaveLength(3));
  });

  test('reach nobody', async () => {
    const { mine, theirs } = await talking();
    const eve = await aVerifiedUser({ name: 'Eve' });
    const stranger = await connect(app, eve);
    stranger.socket.emit('joinVoiceRoom', chatId, eve.user.id);
    stranger.socket.emit('joinVoiceRoom', chatId, ann.user.id);
    stranger.socket.emit('audioStream', chatId, sound);
    stranger.socket.emit('voiceSignal', chatId, ann.user.id, { candidate: null });
    stranger.socket.emit('leaveVoiceRoom', chatId);
    await vi.waitFor(() => expect(stranger.all('errorMessage')).toHaveLength(4));
    expect([mine.all('audioStream'), theirs.all('audioStream'), mine.all('voiceSignal')]).toEqual([[], [], []]);
    expect(await calling(ann, chatId)).toBe('voice');
  });

  test.each([
    'data:text/html;base64,PHNjcmlwdD4=',
    'javascript:alert(1)',
    'data:audio/webm;base64,not base64!',
    'data:audio/webm,plain',
    `data:audio/webm;base64,${'A'.repeat(70_000)}`,
    42,
    null,
  ])('%s is no sound', async (given) => {
    const { mine, theirs } = await talking();
    (mine.socket as unknown as { emit: (...args: unknown[]) => void }).emit('audioStream', chatId, given);
    expect((await mine.waitFor('errorMessage'))[0]).toBe('audioStream');
    expect(theirs.all('audioStream')).toEqual([]);
  });
});

test('[CALL-5] a call whose lease expires ends, and no chat shows a call forever', async () => {
  const device = await connect(app, bob);
  await connect(app, ann);
  await start(ann, chatId);
  await app.database.sql`update calls set lease_until = now() - interval '1 second' where chat_id = ${chatId}`;
  expect(await calling(ann, chatId)).toBeNull();
  await vi.waitFor(
    async () => expect(await app.database.sql`select from calls where chat_id = ${chatId}`).toHaveLength(0),
    {
      interval: 250,
    },
  );
  await device.waitFor('voiceCallEnd');
  expect(await systemMessages(ann, chatId)).toEqual(['Ann started a voice call', 'Missed voice call']);
});
