import * as contract from '@chat-app/contract';
import sharp from 'sharp';
import { describe, expect, test, vi } from 'vitest';
import { asId } from '../../../test/as-id.ts';
import { connect } from '../../../test/device.ts';
import { type Person, people } from '../../../test/people.ts';
import { useTestApp } from '../../../test/test-app.ts';

const app = useTestApp();
const { aChat, anotherDevice, aSignedUpUser, aVerifiedUser, anUnverifiedUser } = people(app);

const remove = ({ password, ...person }: Person) => person.call(contract.deleteAccount, { password });
const say = async (person: Person, chatId: contract.ChatId, content = 'Hello') =>
  (await person.call(contract.sendMessage, { chatId, content, type: 'text' })).body.message;
const messagesOf = async (person: Person, chatId: contract.ChatId) =>
  (await person.call(contract.getMessages, { chatId, limit: 50 })).body.data;

const chatOf = async (person: Person, chatId: contract.ChatId) =>
  (await person.call(contract.getChat, { chatId })).body.data;
const membersOf = async (person: Person, chatId: contract.ChatId) =>
  (await chatOf(person, chatId)).members.map(({ name }) => name);

async function uploadPicture(person: Person) {
  const red = { width: 9, height: 9, channels: 3, background: 'red' } as const;
  const png = await sharp({ create: red }).png().toBuffer();
  return (await person.upload(contract.uploadImage, new Blob([new Uint8Array(png)]))).body.url;
}

/** The tables with a row that contains the text. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await app.database.sql<{ name: string }[]>`
    select table_name as name from information_schema.tables where table_schema = 'public' order by table_name`;
  const found = [];
  for (const { name } of tables) {
    const { sql } = app.database;
    const rows = await sql`
      select from ${sql.identifier(name)} as checked where position(${text} in checked::text) > 0 limit 1`;
    if (rows.length > 0) found.push(name);
  }
  return found;
}

describe('[AUTH-340] deleting an account', () => {
  test("leaves nothing behind that is the person's own, in any table or the storage", async () => {
    const ann = await aSignedUpUser({ name: 'Annabella Traceless' });
    const [bob, cat, dan] = [await aVerifiedUser(), await aVerifiedUser(), await aVerifiedUser()];
    const directId = await aChat(ann, bob);
    const groupId = await aChat(ann, cat, dan);
    const avatar = await uploadPicture(ann);
    const unsent = await uploadPicture(ann);
    await ann.call(contract.updateProfile, { name: ann.user.name, avatar });
    await ann.call(contract.editChat, { chatId: groupId, name: 'Hikers' });
    await ann.call(contract.editChat, { chatId: groupId, description: 'Every Sunday' });
    await ann.call(contract.saveGroupSettings, { chatId: groupId, whoCanAdd: 'admins' });
    const setRole = (caller: Person, target: Person, role: contract.GroupRole) =>
      caller.call(contract.setMemberRole, { chatId: groupId, memberId: target.user.id, role });
    await setRole(ann, cat, 'owner');
    for (const role of ['member', 'admin', 'owner'] as const) await setRole(cat, ann, role);
    const { _id: messageId } = await say(cat, groupId, `Hi <@${ann.user.id}>`);
    await ann.call(contract.reactToMessage, { messageId, emoji: '👍', isOn: true });
    await ann.call(contract.pinMessage, { messageId, isPinned: true });
    await say(ann, directId, 'What I wrote stays');
    const own = await say(ann, groupId, 'To be forwarded');
    await cat.call(contract.forwardMessages, {
      messageIds: [own._id],
      chatIds: [groupId],
      clientId: asId<contract.ClientId>('forward'),
    });
    await ann.call(contract.saveDraft, { chatId: directId, content: 'Half a thought', at: new Date().toISOString() });
    await ann.call(contract.blockUser, { userId: (await aVerifiedUser()).user.id });
    await ann.call(contract.changeEmail, { password: ann.password, email: 'elsewhere@example.org' });
    await anotherDevice(ann, true);
    await cat.call(contract.sendReport, { userId: ann.user.id, reason: 'Spam' });

    expect((await remove(ann)).status).toBe(200);

    const names = [avatar, unsent].map((url) => url.split('/').at(-1) ?? '');
    await vi.waitUntil(async () => (await tablesWith(names[1] ?? '')).length === 0);
    for (const text of [ann.email, ann.user.name, 'elsewhere@example.org', ...names]) {
      expect([text, await tablesWith(text)]).toEqual([text, []]);
    }
    // A message mentions an id, and every node learns whose devices are gone.
    expect(await tablesWith(ann.user.id)).toEqual(['access_changes', 'messages']);
    await vi.waitUntil(
      async () => !(await app.files.names()).some((file) => names.some((name) => file.includes(name))),
      5000,
    );
    for (const { content } of await messagesOf(cat, groupId)) expect(content).not.toContain(ann.user.name);
  });

  test('keeps messages and their files, by Deleted account', async () => {
    const [ann, bob] = [await aVerifiedUser(), await aVerifiedUser()];
    const chatId = await aChat(ann, bob);
    const sent = await ann.upload(contract.sendFile, new Blob(['plan']), 'plan.txt', { chatId });
    const mention = await say(bob, chatId, `Thanks <@${ann.user.id}>`);
    await bob.call(contract.sendMessage, { chatId, content: 'Yes', type: 'text', replyTo: sent.body.message._id });
    await remove(ann);
    const messages = await messagesOf(bob, chatId);
    const file = messages.find(({ type }) => type === 'file');
    expect(file?.sender).toMatchObject({ ...contract.deletedUser, isMine: false });
    expect((await bob.send('GET', file?.url ?? '')).text).toBe('plan');
    expect(messages.find(({ _id }) => _id === mention._id)?.mentions).toEqual([
      { _id: ann.user.id, name: 'Deleted account' },
    ]);
    expect(messages.find(({ content }) => content === 'Yes')?.replyTo?.sender).toEqual(contract.deletedUser);
    const [row] = (await bob.call(contract.getChats, {})).body.data;
    expect(row).toMatchObject({ _id: chatId, name: 'Deleted account' });
    expect((await say(bob, chatId)).seq).toBe(4);
  });

  test('passes groups on, and removes chats that nobody else is in', async () => {
    const [ann, bob, cat] = [await aVerifiedUser(), await aVerifiedUser(), await aVerifiedUser()];
    const groupId = await aChat(ann, bob, cat);
    const { body } = await ann.call(contract.createChat, { members: [bob.user.id] });
    const aloneId = body.chatId;
    await bob.call(contract.leaveChat, { chatId: aloneId });
    await remove(ann);
    expect(await chatOf(bob, groupId)).toMatchObject({ ownerId: bob.user.id });
    expect(await app.database.sql`select from chats where id = ${aloneId}`).toHaveLength(0);
  });

  test('ends all sessions and connections, and updates friends and members live', async () => {
    const [ann, bob, cat] = [await aVerifiedUser(), await aVerifiedUser(), await aVerifiedUser()];
    const chatId = await aChat(ann, bob, cat);
    const [phone, bobs] = [await connect(app, await anotherDevice(ann)), await connect(app, bob)];
    await remove(ann);
    await vi.waitUntil(() => !phone.socket.connected);
    await bobs.waitFor('friendshipsChanged');
    expect((await ann.call(contract.getSession, {})).status).toBe(401);
    const login = { email: ann.email, password: ann.password, isRemember: false };
    expect((await app.client().call(contract.login, login)).status).toBe(401);
    await vi.waitUntil(async () => (await membersOf(bob, chatId)).length === 2);
    expect((await app.mailbox.mailTo(ann.email, ({ subject }) => subject.includes('was deleted'))).subject).toBe(
      'Your Chat App account was deleted',
    );
  });

  test('is not named in the message that they joined by invitation', async () => {
    const [ann, bob, cat] = [await aVerifiedUser({ name: 'Anna Gone' }), await aVerifiedUser(), await aVerifiedUser()];
    const groupId = await aChat(bob, cat, await aVerifiedUser());
    const { invite } = (await bob.call(contract.createInvite, { kind: 'chat', chatId: groupId })).body;
    await ann.call(contract.acceptInvite, { token: invite.token });
    await remove(ann);
    const contents = (await messagesOf(cat, groupId)).map(({ content }) => content);
    expect(contents).toContain('Deleted account joined by invitation');
  });

  test('is not named any more in chats that they left before; a namesake stays', async () => {
    const [ann, bob, cat] = [
      await aVerifiedUser({ name: 'Anna Gone' }),
      await aVerifiedUser({ name: 'Bob' }),
      await aVerifiedUser({ name: 'Cat' }),
    ];
    const namesake = await aVerifiedUser({ name: 'Anna Gone' });
    const leftId = await aChat(ann, bob);
    await ann.call(contract.leaveChat, { chatId: leftId });
    const groupId = await aChat(bob, cat, namesake);
    await bob.call(contract.addMembers, { chatId: groupId, members: [ann.user.id] });
    await remove(ann);
    expect((await chatOf(bob, leftId)).name).toBe('Deleted account');
    const contents = (await messagesOf(bob, groupId)).map(({ content }) => content);
    expect(contents).toContain('Bob added Anna Gone');
    expect(await membersOf(bob, groupId)).toContain('Anna Gone');
  });

  test('[CALL-407] removes the name from messages about calls of both kinds', async () => {
    const [ann, bob] = [await aVerifiedUser({ name: 'Annabella' }), await aVerifiedUser()];
    const chatId = await aChat(ann, bob);
    await connect(app, bob);
    for (const start of [contract.startVoiceCall, contract.startVideoCall]) {
      expect((await ann.call(start, { chatId })).status).toBe(200);
      await ann.call(contract.endVoiceCall, { chatId });
    }
    await remove(ann);
    const started = (await messagesOf(bob, chatId))
      .map(({ content }) => content)
      .filter((text) => / started /.test(text));
    expect(started.toSorted()).toEqual([
      'Deleted account started a video call',
      'Deleted account started a voice call',
    ]);
  });

  test('lets a group call that they started go on', async () => {
    const [ann, bob, cat] = [await aVerifiedUser(), await aVerifiedUser(), await aVerifiedUser()];
    const chatId = await aChat(ann, bob, cat);
    const bobs = await connect(app, bob);
    await bobs.socket.emitWithAck('online', bob.user.id);
    expect((await ann.call(contract.startVoiceCall, { chatId })).status).toBe(200);
    await remove(ann);
    expect(await app.database.sql`select from calls where chat_id = ${chatId}`).toHaveLength(1);
    expect((await bob.call(contract.endVoiceCall, { chatId })).status).toBe(200);
  });

  test('needs the password; works for an unverified account', async () => {
    const ann = await anUnverifiedUser();
    expect(await remove({ ...ann, password: 'Wrong1!x' })).toMatchObject({
      status: 400,
      body: { fields: { password: expect.anything() } },
    });
    expect((await remove(ann)).status).toBe(200);
    const registration = { name: 'Ann again', email: ann.email, password: 'Secret1!x' };
    expect((await app.client().call(contract.register, registration)).status).toBe(201);
  });

  test('while messages are being sent: what was accepted is stored, and no other', async () => {
    const [ann, bob] = [await aVerifiedUser(), await aVerifiedUser()];
    const chatId = await aChat(ann, bob);
    const sends = Array.from({ length: 40 }, (_, index) =>
      ann.call(contract.sendMessage, { chatId, content: `Text ${index}`, type: 'text' }),
    );
    const [deleted, ...answers] = await Promise.all([remove(ann), ...sends]);
    expect(deleted.status).toBe(200);
    const accepted = answers.filter(({ status }) => status === 201).length;
    expect(answers.every(({ status }) => [201, 401, 404].includes(status))).toBe(true);
    expect(await messagesOf(bob, chatId)).toHaveLength(accepted);
  });
});
