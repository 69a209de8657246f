import * as contract from '@chat-app/contract';
import { describe, expect, test, vi } from 'vitest';
import { asId } from '../../../test/as-id.ts';
import { connect } from '../../../test/device.ts';
import { type Person, people } from '../../../test/people.ts';
import { useTestApp } from '../../../test/test-app.ts';
import { anUploadedImage } from '../uploads/an-image.fixture.ts';

const app = useTestApp();
const { aChat, anotherDevice, aSignedUpUser, aVerifiedUser, anUnverifiedUser } = people(app);

const remove = ({ password, ...person }: Person) => person.call(contract.deleteAccount, { password });
const say = async (person: Person, chatId: contract.ChatId, content = 'Hello') =>
  (await person.call(contract.sendMessage, { chatId, content, type: 'text' })).body.message;
const messagesOf = async (person: Person, chatId: contract.ChatId) =>
  (await person.call(contract.getMessages, { chatId, limit: 50 })).body.data;

const chatOf = async (person: Person, chatId: contract.ChatId) =>
  (await person.call(contract.getChat, { chatId })).body.data;
async function aGroup(name = 'Ann Example') {
  const [ann, bob, cat] = [await aVerifiedUser({ name }), await aVerifiedUser({ name: 'Bob' }), await aVerifiedUser()];
  return { ann, bob, cat, chatId: await aChat(ann, bob, cat) };
}

/** The tables with a row that contains the text. */
async function tablesWith(text: string): Promise<string[]> {
  const { sql } = app.database;
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.tables where table_schema = 'public' order by table_name`;
  const found = [];
  for (const { name } of tables) {
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
    const [avatar, unsent] = [await anUploadedImage(ann), await anUploadedImage(ann)];
    await ann.call(contract.updateProfile, { name: ann.user.name, avatar });
    for (const change of [{ name: 'Hikers' }, { description: 'Every Sunday' }])
      await ann.call(contract.editChat, { chatId: groupId, ...change });
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
    const clientId = asId<contract.ClientId>('forward');
    await cat.call(contract.forwardMessages, { messageIds: [own._id], chatIds: [groupId], clientId });
    await ann.call(contract.saveDraft, { chatId: directId, content: 'Half a thought', at: new Date().toISOString() });
    await ann.call(contract.blockUser, { userId: (await aVerifiedUser()).user.id });
    await ann.call(contract.changeEmail, { password: ann.password, email: 'elsewhere@example.org' });
    await anotherDevice(ann, true);
    await cat.call(contract.sendReport, { userId: ann.user.id, reason: 'Spam' });

    expect((await remove(ann)).status).toBe(200);

    const names = [avatar, unsent].map((url) => url.split('/').at(-1) ?? '');
    await vi.waitUntil(async () => (await tablesWith(names[1] ?? '')).length === 0);
    for (const text of [ann.email, ann.user.name, 'elsewhere@example.org', ...names])
      expect([text, await tablesWith(text)]).toEqual([text, []]);
    // A message mentions an id, and every node learns whose devices are gone.
    expect(await tablesWith(ann.user.id)).toEqual(['access_changes', 'messages']);
    const isStored = (file: string) => names.some((name) => file.includes(name));
    await vi.waitUntil(async () => !(await app.files.names()).some(isStored));
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
    const chats = (await bob.call(contract.getChats, {})).body.data;
    expect(chats).toMatchObject([{ _id: chatId, name: 'Deleted account' }]);
    expect((await say(bob, chatId)).seq).toBe(4);
  });

  test('passes groups on, removes chats that nobody else is in, and updates friends and members live', async () => {
    const { ann, bob, cat, chatId } = await aGroup();
    const { chatId: aloneId } = (await ann.call(contract.createChat, { members: [bob.user.id] })).body;
    await bob.call(contract.leaveChat, { chatId: aloneId });
    const [phone, bobs] = [await connect(app, await anotherDevice(ann)), await connect(app, bob)];
    await remove(ann);
    await vi.waitUntil(() => !phone.socket.connected);
    await bobs.waitFor('friendshipsChanged');
    await bobs.waitFor('updateChat', (id) => id === chatId);
    expect(await chatOf(cat, chatId)).toMatchObject({ ownerId: bob.user.id, members: [{}, {}] });
    expect(await app.database.sql`select from chats where id = ${aloneId}`).toHaveLength(0);
    expect((await ann.call(contract.getSession, {})).status).toBe(401);
    expect((await app.client().call(contract.login, ann)).status).toBe(401);
    await app.mailbox.mailTo(ann.email, ({ subject }) => subject === 'Your Chat App account was deleted');
  });

  test('is not named any more in chats that they left before, or joined by invitation; a namesake stays', async () => {
    const name = 'Anna Gone';
    const [{ ann, bob, chatId: leftId }, namesake] = [await aGroup(name), await aVerifiedUser({ name })];
    await ann.call(contract.leaveChat, { chatId: leftId });
    const groupId = await aChat(bob, await aVerifiedUser(), namesake);
    await bob.call(contract.addMembers, { chatId: groupId, members: [ann.user.id] });
    const invitedId = await aChat(bob, await aVerifiedUser(), await aVerifiedUser());
    const { invite } = (await bob.call(contract.createInvite, { kind: 'chat', chatId: invitedId })).body;
    await ann.call(contract.acceptInvite, { token: invite.token });
    await remove(ann);
    const contentsOf = async (chatId: contract.ChatId) => (await messagesOf(bob, chatId)).map(({ content }) => content);
    for (const id of [leftId, invitedId]) expect((await contentsOf(id)).join()).not.toContain(name);
    expect(await contentsOf(invitedId)).toContain('Deleted account joined by invitation');
    expect(await contentsOf(groupId)).toContain(`Bob added ${name}`);
    expect((await chatOf(bob, groupId)).members.map((member) => member.name)).toContain(name);
  });

  test('[CALL-407] removes the name from messages about calls of both kinds, and lets one go on with others', async () => {
    const { ann, bob, chatId } = await aGroup();
    await connect(app, bob);
    expect((await ann.call(contract.startVideoCall, { chatId })).status).toBe(200);
    await ann.call(contract.endVoiceCall, { chatId });
    expect((await ann.call(contract.startVoiceCall, { chatId })).status).toBe(200);
    await remove(ann);
    expect(await app.database.sql`select from calls where chat_id = ${chatId}`).toHaveLength(1);
    expect((await bob.call(contract.endVoiceCall, { chatId })).status).toBe(200);
    const contents = (await messagesOf(bob, chatId)).map(({ content }) => content);
    expect(contents.filter((text) => / started /.test(text)).toSorted()).toEqual([
      'Deleted account started a video call',
      'Deleted account started a voice call',
    ]);
  });

  test('needs the password; works for an unverified account, whose address is free then', async () => {
    const ann = await anUnverifiedUser();
    const refused = { status: 400, body: { fields: { password: expect.anything() } } };
    expect(await remove({ ...ann, password: 'Wrong1!x' })).toMatchObject(refused);
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
