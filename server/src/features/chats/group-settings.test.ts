import * as contract from '@chat-app/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { asId } from '../../../test/as-id.ts';
import { beginUpload } from '../../../test/begin-upload.ts';
import { connect } from '../../../test/device.ts';
import type { Person } from '../../../test/people.ts';
import { useTestApp } from '../../../test/test-app.ts';
import { untilAQueryWaits } from '../../../test/waiting-queries.ts';
import { addTo, chats, detailOf, edit, leave, pageOf, remove, say, send, textsOf } from '../../../test/chats.ts';

const app = useTestApp();
const { aChat, aGroup, anotherDevice, befriend, users } = chats(app);

let ann: Person, bob: Person, cat: Person, chatId: contract.ChatId;
/** Ann owns the group, Bob is its admin, and Cat a member. */
beforeEach(async () => {
  ({ ann, bob, cat, chatId } = await aGroup());
  await setRole(bob, 'admin');
});

type Settings = Omit<contract.InputOf<typeof contract.saveGroupSettings>, 'chatId'>;
const save = (person: Person, settings: Settings) => person.call(contract.saveGroupSettings, { chatId, ...settings });
const onlyAdminsMaySend = () => save(ann, { whoCanSend: 'admins' });
const setRole = (target: Person, role: contract.GroupRole) =>
  ann.call(contract.setMemberRole, { chatId, memberId: target.user.id, role });
const forward = (person: Person, { _id }: contract.Message, ...chatIds: contract.ChatId[]) =>
  person.call(contract.forwardMessages, { messageIds: [_id], chatIds, clientId: asId<contract.ClientId>(_id) });

const refused = (message: string) => ({ status: 403, body: { code: 'forbidden', message } });
const onlyAdminsSend = refused(contract.groupTexts.adminsSend);
const allMembers = { whoCanSend: 'members', whoCanAdd: 'members', whoCanEdit: 'members' } as const;
const onlyAdmins = { whoCanSend: 'admins', whoCanAdd: 'admins', whoCanEdit: 'admins' } as const;

describe('[CHT-410] the settings of a group', () => {
  test('allow everything at first; owner and admins change them, with a system message each, on all devices', async () => {
    const [catsPhone, catsTablet] = [await connect(app, cat), await connect(app, await anotherDevice(cat))];
    expect(await detailOf(cat, chatId)).toMatchObject(allMembers);
    expect((await save(bob, { whoCanSend: 'admins', whoCanEdit: 'admins' })).status).toBe(200);
    for (const device of [catsPhone, catsTablet]) expect(await device.waitFor('updateChat')).toEqual([chatId]);
    expect(await detailOf(cat, chatId)).toMatchObject({ ...onlyAdmins, whoCanAdd: 'members' });
    expect((await save(ann, { whoCanSend: 'members', whoCanEdit: 'admins' })).status).toBe(200);
    expect((await save(ann, {})).status).toBe(200);
    expect((await textsOf(cat, chatId)).slice(2)).toEqual([
      'Bob allowed only admins to send messages',
      'Bob allowed only admins to edit the group',
      'Ann allowed all members to send messages',
    ]);

    expect(await save(cat, onlyAdmins)).toMatchObject(refused(contract.groupTexts.adminsSet));
    for (const body of [{}, { chatId, whoCanSend: 'nobody' }, { chatId, whoCanAdd: true }, { chatId: 'x' }]) {
      expect((await ann.send('PUT', contract.saveGroupSettings.path, { body })).status).toBe(400);
    }
  });

  test('end when the group becomes a chat of two, and with them what a former group keeps', async () => {
    await save(ann, onlyAdmins);
    await leave(chatId, bob);
    expect(await detailOf(cat, chatId)).toMatchObject(allMembers);
    expect((await send(cat, chatId)).status).toBe(201);
    // A row that kept them.
    await app.database.sql`update chats set only_admins_send = true, owner_id = ${bob.user.id} where id = ${chatId}`;
    expect((await send(cat, chatId)).status).toBe(201);
    await app.database.sql`update chats set only_admins_send = false, owner_id = ${ann.user.id} where id = ${chatId}`;
    const [dan] = await users('Dan');
    await befriend(cat, dan);
    expect((await addTo(chatId, cat, dan)).status).toBe(200);
    expect((await send(cat, chatId)).status).toBe(201);
  });
});

describe('[CHT-411] where only admins send', () => {
  test('members cannot send in any way, and owner and admins can', async () => {
    const original = await say(cat, chatId, 'from before');
    const [phone, other] = [await connect(app, cat), await aChat(cat, ...(await users('Dan')))];
    await onlyAdminsMaySend();
    expect(await send(cat, chatId)).toMatchObject(onlyAdminsSend);
    expect(await send(cat, chatId, 'Yes', { replyTo: original._id })).toMatchObject(onlyAdminsSend);
    // Nothing is sent to the other chat either.
    expect(await forward(cat, original, other, chatId)).toMatchObject(onlyAdminsSend);
    expect(await textsOf(cat, other)).toEqual([]);
    const { code, message } = onlyAdminsSend.body;
    const bySocket = await phone.socket.emitWithAck('sendMessage', { chatId, content: 'Hello', type: 'text' });
    expect(bySocket).toMatchObject({ ok: false, code, message });
    expect((await send(ann, chatId, 'by the owner')).status).toBe(201);
    expect((await send(bob, chatId, 'by an admin')).status).toBe(201);
    const said = (await pageOf(cat, chatId)).data.filter(({ type }) => type !== 'system');
    expect(said.map(({ content }) => content)).toEqual(['by an admin', 'by the owner', 'from before']);
  });

  test('a file is refused before it is read, unless it was sent before', async () => {
    const upload = (clientId: string) =>
      cat.upload(contract.sendFile, new Blob(['plan']), 'plan.txt', { chatId, clientId });
    const first = await upload('plan');
    await onlyAdminsMaySend();
    const stored = new Set(await app.files.names());
    for (const fields of [{ chatId }, { clientId: 'another', chatId }]) {
      expect(await beginUpload(cat, contract.sendFile.path, { fields, beginning: 'half' }).status).toBe(403);
    }
    expect(await upload('another')).toMatchObject(onlyAdminsSend);
    expect((await app.files.names()).filter((name) => !stored.has(name))).toEqual([]);
    const repeated = await upload('plan');
    expect([first.status, repeated.status]).toEqual([201, 200]);
    expect(repeated.body.message._id).toBe(first.body.message._id);
  });

  test('members react, edit and delete, and a repeat of what was sent before is answered as before', async () => {
    const sendOnce = () => send(cat, chatId, 'from before', { clientId: asId('once') });
    const { message } = (await sendOnce()).body;
    const { _id: messageId } = message;
    await onlyAdminsMaySend();
    expect(await sendOnce()).toMatchObject({ status: 200, body: { message: { _id: messageId } } });
    expect((await cat.call(contract.reactToMessage, { messageId, emoji: '👍', isOn: true })).status).toBe(200);
    expect((await edit(cat, message, 'edited')).status).toBe(200);
    expect((await remove(cat, message)).status).toBe(200);
  });

  test('roles decide from the next message on', async () => {
    await onlyAdminsMaySend();
    await setRole(cat, 'admin');
    expect((await send(cat, chatId)).status).toBe(201);
    await setRole(bob, 'member');
    expect(await send(bob, chatId)).toMatchObject(onlyAdminsSend);
    await setRole(cat, 'owner');
    expect([(await send(cat, chatId)).status, (await send(ann, chatId)).status]).toEqual([201, 201]);
  });
});

describe('[CHT-412] a change of settings or roles that races messages', () => {
  /** Sends as fast as it can until it is refused; returns how many were accepted. */
  async function sendUntilRefused(person: Person): Promise<number> {
    for (let count = 0; ; count += 1) {
      const { status } = await send(person, chatId);
      if (status === 403) return count;
      if (status !== 201) throw new Error(`answered ${status}`);
    }
  }

  test.each([
    ['only admins send', () => cat, onlyAdminsMaySend, 'Ann allowed only admins to send messages'],
    ['the sender is no admin any more', () => bob, () => setRole(bob, 'member'), 'Ann removed Bob as an admin'],
  ])('%s: what was accepted is stored before it, and nothing after it', async (_, senderOf, change, text) => {
    const sender = senderOf();
    if (sender === bob) await onlyAdminsMaySend();
    const sending = [sendUntilRefused(sender), sendUntilRefused(sender), sendUntilRefused(sender)];
    await expect.poll(async () => (await textsOf(ann, chatId)).length).toBeGreaterThan(8);
    expect((await change()).status).toBe(200);
    const accepted = (await Promise.all(sending)).reduce((sum, count) => sum + count, 0);
    const messages = await app.database.sql<{ content: string; authorId: contract.UserId }[]>`
      select content, author_id from messages where chat_id = ${chatId} order by seq`;
    const stored = messages.filter(({ authorId, content }) => authorId === sender.user.id && content === 'Hello');
    expect(stored).toHaveLength(accepted);
    expect(messages.at(-1)?.content).toBe(text);
  });

  test('a forward that waited for the change is refused with its reason', async () => {
    const original = await say(bob, chatId, 'to be forwarded');
    await onlyAdminsMaySend();
    const forwarding = await app.database.transaction(async (tx) => {
      await tx`select from chats where id = ${chatId} for update`;
      const waiting = forward(bob, original, chatId);
      await untilAQueryWaits(app, 'order by id%for update');
      await tx`update chat_members set is_admin = false where chat_id = ${chatId} and user_id = ${bob.user.id}`;
      return { waiting };
    });
    expect(await forwarding.waiting).toMatchObject(onlyAdminsSend);
  });
});

test('[CHT-413] where only admins add members and edit the group, others do not', async () => {
  const [dan] = await users('Dan');
  for (const person of [bob, cat]) await befriend(person, dan);
  await save(ann, { whoCanAdd: 'admins', whoCanEdit: 'admins' });
  expect(await addTo(chatId, cat, dan)).toMatchObject(refused(contract.groupTexts.adminsAdd));
  expect((await addTo(chatId, bob, dan)).status).toBe(200);
  for (const change of [{ name: 'Hikers' }, { avatar: null }, { description: 'Every Sunday' }]) {
    const edited = await cat.call(contract.editChat, { chatId, ...change });
    expect(edited).toMatchObject(refused(contract.groupTexts.adminsEdit));
  }
  expect((await bob.call(contract.editChat, { chatId, name: 'Hikers' })).status).toBe(200);
});

test('[CHT-414] a description of at most 500 characters is set, changed and removed, with a system message each', async () => {
  const describeAs = async (description: unknown) =>
    (await cat.send('POST', contract.editChat.path, { body: { chatId, description } })).status;
  expect((await detailOf(cat, chatId)).description).toBe('');
  const phone = await connect(app, bob);
  for (const description of ['  Every Sunday,\nat nine ', 'Every Sunday,\nat nine', '']) {
    expect(await describeAs(description)).toBe(200);
    expect((await detailOf(bob, chatId)).description).toBe(description.trim());
  }
  expect(await phone.waitFor('updateChat')).toEqual([chatId]);
  const change = 'Cat changed the group description';
  expect((await textsOf(bob, chatId)).slice(2)).toEqual([change, change]);

  expect(await describeAs('x'.repeat(contract.descriptionMaxLength))).toBe(200);
  for (const wrong of ['x'.repeat(contract.descriptionMaxLength + 1), 1, {}, '\u0000', '\ud800']) {
    expect({ wrong, status: await describeAs(wrong) }).toEqual({ wrong, status: 400 });
  }
});
