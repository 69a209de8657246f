import * as contract from '@chat-app/contract';
import { describe, expect, test, vi } from 'vitest';
import { asId } from '../../../test/as-id.ts';
import { connect, type Device } from '../../../test/device.ts';
import { type Person, people } from '../../../test/people.ts';
import { useTestApp } from '../../../test/test-app.ts';

const app = useTestApp();
const { aChat, anotherDevice, aVerifiedUser } = people(app);

const block = (person: Person, { user }: Person) => person.call(contract.blockUser, { userId: user.id });
const unblock = (person: Person, { user }: Person) => person.call(contract.unblockUser, { userId: user.id });
const blockedBy = async (person: Person) => (await person.call(contract.getBlockedUsers, {})).body.data;
const say = (person: Person, chatId: contract.ChatId, content = 'Hello', clientId?: contract.ClientId) =>
  person.call(contract.sendMessage, { chatId, content, type: 'text', clientId });
const refused = { status: 403, body: { code: 'forbidden', message: 'You cannot send messages to this person' } };

const ask = (person: Person, { user }: Person) => person.call(contract.sendFriendRequest, { friendId: user.id });
const friendsOf = async (person: Person) => (await person.call(contract.getFriends, {})).body.data;

async function aDirectChat() {
  const [ann, bob] = [await aVerifiedUser({ name: 'Ann' }), await aVerifiedUser({ name: 'Bob' })];
  return { ann, bob, chatId: await aChat(ann, bob) };
}

describe('[FRD-300] blocking somebody', () => {
  test('ends the friendship, and lists them for the blocker alone, on all devices, until they are unblocked', async () => {
    const { ann, bob } = await aDirectChat();
    const [annsPhone, bobs] = [await connect(app, await anotherDevice(ann)), await connect(app, bob)];
    const { id, name, avatar } = bob.user;
    for (let time = 0; time < 2; time += 1) expect((await block(ann, bob)).status).toBe(200);
    expect(await blockedBy(ann)).toEqual([{ _id: id, id, name, avatar }]);
    expect(await blockedBy(bob)).toEqual([]);
    await annsPhone.waitFor('friendshipsChanged');
    await bobs.waitFor('friendshipsChanged');

    await annsPhone.settle();
    const seen = annsPhone.all('friendshipsChanged').length;
    for (let time = 0; time < 2; time += 1) expect((await unblock(ann, bob)).status).toBe(200);
    expect(await blockedBy(ann)).toEqual([]);
    await vi.waitUntil(() => annsPhone.all('friendshipsChanged').length > seen);
    await bobs.settle();
    // That the friendship ended; nothing about blocks.
    expect(bobs.all('friendshipsChanged')).toHaveLength(1);
    expect([await friendsOf(ann), await friendsOf(bob)]).toEqual([[], []]);
  });

  test('withdraws a request; no new one arrives, and neither finds the other', async () => {
    const [ann, bob] = [await aVerifiedUser({ name: 'Annika B' }), await aVerifiedUser({ name: 'Bobby B' })];
    const found = async (person: Person, { user, email }: Person) => {
      const byName = (await person.call(contract.searchForFriends, { search: user.name })).body.data;
      const byEmail = (await person.call(contract.searchByEmail, { email })).body.data;
      return [...byName, ...byEmail].filter(({ id }) => id === user.id);
    };
    await ask(bob, ann);
    await block(ann, bob);
    const requests = [await ann.call(contract.getFriendRequests, {}), await bob.call(contract.getSentRequests, {})];
    expect(requests.map(({ body }) => body.data)).toEqual([[], []]);
    expect([await found(ann, bob), await found(bob, ann)]).toEqual([[], []]);
    expect(await ask(bob, ann)).toMatchObject({ status: 404 });
    expect(await ask(ann, bob)).toMatchObject({ status: 403, body: { message: expect.stringContaining('Unblock') } });
    await unblock(ann, bob);
    expect([(await found(bob, ann)).length, (await ask(bob, ann)).status]).toEqual([2, 200]);
  });

  test('refuses oneself, and has a limit', async () => {
    const [ann, bob] = [await aVerifiedUser(), await aVerifiedUser()];
    expect(await block(ann, ann)).toMatchObject({ status: 400, body: { message: 'You cannot block yourself' } });
    await app.database.sql`
      with others as (
        insert into users (id, email, name, password_hash, verified_at)
        select gen_random_uuid(), gen_random_uuid() || '@example.org', 'Other', 'x', now()
        from generate_series(1, 1000)
        returning id
      )
      insert into user_blocks (blocker_id, blocked_id) select ${ann.user.id}, id from others`;
    expect(await block(ann, bob)).toMatchObject({ status: 409, body: { code: 'limit_reached' } });
    expect((await bob.call(contract.searchByEmail, { email: ann.email })).body.data).toHaveLength(1);
  });

  test('at the same moment as a request or an acceptance leaves no friendship', async () => {
    for (let round = 0; round < 6; round += 1) {
      const [ann, bob] = [await aVerifiedUser(), await aVerifiedUser()];
      if (round % 2 === 1) await ask(ann, bob);
      await Promise.all([block(ann, bob), ask(bob, ann)]);
      expect([await friendsOf(ann), await friendsOf(bob)]).toEqual([[], []]);
    }
  });
});

describe('[FRD-301] in the chat of two of whom one has blocked the other', () => {
  test('neither sends, forwards, reacts or pins; a repeat of what was sent before still finds it', async () => {
    const { ann, bob, chatId } = await aDirectChat();
    const clientId = asId<contract.ClientId>('before-the-block');
    const before = (await say(bob, chatId, 'Before', clientId)).body.message;
    await block(ann, bob);
    for (const person of [ann, bob]) {
      expect(await say(person, chatId)).toMatchObject(refused);
      const { socket } = await connect(app, person);
      const answer = await socket.emitWithAck('sendMessage', { chatId, content: 'Hello', type: 'text', clientId: 'x' });
      expect(answer).toMatchObject({ ok: false, code: 'forbidden' });
      const forward = { messageIds: [before._id], chatIds: [chatId], clientId: asId<contract.ClientId>('forward') };
      for (const refusal of [
        await person.upload(contract.sendFile, new Blob(['x']), 'a.txt', { chatId }),
        await person.call(contract.forwardMessages, forward),
        await person.call(contract.reactToMessage, { messageId: before._id, emoji: '👍', isOn: true }),
        await person.call(contract.pinMessage, { messageId: before._id, isPinned: true }),
      ])
        expect(refusal).toMatchObject(refused);
    }
    expect((await say(bob, chatId, 'Before', clientId)).body.message._id).toBe(before._id);
    expect((await ann.call(contract.getMessages, { chatId })).body.data).toHaveLength(1);
    // The file that was refused is not kept.
    const kept = async () => app.database.sql`select from uploads where owner_id in (${ann.user.id}, ${bob.user.id})`;
    await vi.waitUntil(async () => (await kept()).length === 0);

    await unblock(ann, bob);
    for (const person of [ann, bob]) expect((await say(person, chatId)).status).toBe(201);
  });

  test('neither sees the other online or typing, nor what they have read', async () => {
    const { ann, bob, chatId } = await aDirectChat();
    const { seq } = (await say(ann, chatId)).body.message;
    const [anns, bobs] = [await aDeviceOnline(ann), await aDeviceOnline(bob)];
    const seesOnline = () => [online(anns).includes(bob.user.id), online(bobs).includes(ann.user.id)];
    await vi.waitFor(() => expect(seesOnline()).toEqual([true, true]));
    await block(ann, bob);
    await vi.waitFor(() => expect(seesOnline()).toEqual([false, false]));
    await anns.socket.emitWithAck('typing', chatId, true);
    await bobs.socket.emitWithAck('typing', chatId, true);
    await bobs.socket.emitWithAck('chatRead', chatId, seq);
    expect((await ann.call(contract.getReads, { chatId })).body.data).toEqual([]);

    await unblock(ann, bob);
    await vi.waitFor(() => expect(seesOnline()).toEqual([true, true]));
    expect((await ann.call(contract.getReads, { chatId })).body.data).toHaveLength(1);
    expect([anns.all('typing'), bobs.all('typing')]).toEqual([[], []]);
    expect(receiptsOn(anns)).toEqual([]);
  });
});

test('[FRD-302] in a group both stay and write, but do not see each other online, typing or reading; calls of one do not ring for the other', async () => {
  const [ann, bob, cat] = [await aVerifiedUser(), await aVerifiedUser(), await aVerifiedUser()];
  const chatId = await aChat(ann, bob, cat);
  await block(ann, bob);
  for (const person of [ann, bob]) expect((await say(person, chatId)).status).toBe(201);
  const [anns, bobs, cats] = [await aDeviceOnline(ann), await aDeviceOnline(bob), await aDeviceOnline(cat)];
  await vi.waitUntil(() => online(cats).length === 2);
  await vi.waitUntil(() => online(anns).includes(cat.user.id) && online(bobs).includes(cat.user.id));
  expect([online(anns).includes(bob.user.id), online(bobs).includes(ann.user.id)]).toEqual([false, false]);
  const { seq } = (await say(cat, chatId)).body.message;
  await vi.waitUntil(
    async () => {
      for (const device of [anns, bobs]) await device.socket.emitWithAck('typing', chatId, true);
      return cats.all('typing').length >= 2;
    },
    { interval: 300 },
  );
  for (const device of [anns, bobs]) await device.socket.emitWithAck('chatRead', chatId, seq);
  const readers = async (person: Person) =>
    (await person.call(contract.getReads, { chatId })).body.data.map(({ userId }) => userId);
  expect(await readers(cat)).toEqual([ann.user.id, bob.user.id].toSorted());
  expect([await readers(ann), await readers(bob)]).toEqual([[], []]);
  await vi.waitUntil(() => receiptsOn(cats).length >= 2);
  for (const device of [anns, bobs]) expect([device.all('typing'), receiptsOn(device)]).toEqual([[], []]);

  expect((await bob.call(contract.startVoiceCall, { chatId })).status).toBe(200);
  await cats.waitFor('voiceCallStart');
  await anns.waitFor('updateChat');
  expect(anns.all('voiceCallStart')).toEqual([]);

  // Only the two remain.
  await cat.call(contract.leaveChat, { chatId });
  for (const person of [ann, bob]) expect(await say(person, chatId)).toMatchObject(refused);
  await unblock(ann, bob);
  expect((await say(bob, chatId)).status).toBe(201);
});

test('[FRD-305] a mention by somebody whom one has blocked marks no chat', async () => {
  const [ann, bob, cat] = [await aVerifiedUser(), await aVerifiedUser(), await aVerifiedUser()];
  const chatId = await aChat(ann, bob, cat);
  await say(bob, chatId, contract.mentionToken(ann.user.id));
  const row = async () => (await ann.call(contract.getChats, {})).body.data.find(({ _id }) => _id === chatId);
  expect(await row()).toMatchObject({ hasMention: true });
  await block(ann, bob);
  expect(await row()).not.toHaveProperty('hasMention');
  const { seq } = (await say(cat, chatId, contract.mentionToken('all'))).body.message;
  await say(bob, chatId, contract.mentionToken('all'));
  expect(await row()).toMatchObject({ mentionSeqs: [seq] });
});

test('[FRD-303] of messages during a block, what is answered 201 is stored, and those to other chats are sent', async () => {
  const { ann, bob, chatId } = await aDirectChat();
  const otherId = await aChat(bob, await aVerifiedUser());
  const sends = Array.from({ length: 40 }, (_, index) => say(bob, chatId, `Text ${index}`));
  const others = Array.from({ length: 5 }, () => say(bob, otherId));
  const [blocked, ...answers] = await Promise.all([block(ann, bob), ...sends]);
  expect(blocked.status).toBe(200);
  const accepted = answers.filter(({ status }) => status === 201).length;
  expect(answers.filter(({ status }) => status === 403).length).toBe(answers.length - accepted);
  const stored = await app.database.sql`select from messages where chat_id = ${chatId}`;
  expect(stored).toHaveLength(accepted);
  for (const { status } of await Promise.all(others)) expect(status).toBe(201);
});

/** Positions of others: those of the user have no id. */
const receiptsOn = (device: Device) => device.all('chatRead').filter(([, , userId]) => userId !== undefined);
const online = (device: Device) => device.all('getOnlineUsers').at(-1)?.[0] ?? [];

async function aDeviceOnline(person: Person): Promise<Device> {
  const device = await connect(app, person);
  await device.socket.emitWithAck('online', person.user.id);
  return device;
}
