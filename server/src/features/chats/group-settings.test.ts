import * as contract from '@chat-app/contract';
import { connect as connectTcp } from 'node:net';
import { beforeEach, describe, expect, test } from 'vitest';
import { asId } from '../../../test/as-id.ts';
import { connect } from '../../../test/device.ts';
import { type Person, people } from '../../../test/people.ts';
import { useTestApp } from '../../../test/test-app.ts';

const app = useTestApp();
const { aChat, anotherDevice, aVerifiedUser, befriend } = people(app);

let ann: Person;
let bob: Person;
let cat: Person;
let chatId: contract.ChatId;
beforeEach(async () => {
  [ann, bob, cat] = [
    await aVerifiedUser({ name: 'Ann' }),
    await aVerifiedUser({ name: 'Bob' }),
    await aVerifiedUser({ name: 'Cat' }),
  ];
  chatId = await aChat(ann, bob, cat);
  await ann.call(contract.setMemberRole, { chatId, memberId: bob.user.id, role: 'admin' });
});

type Settings = Omit<contract.InputOf<typeof contract.saveGroupSettings>, 'chatId'>;
const save = (person: Person, settings: Settings) => person.call(contract.saveGroupSettings, { chatId, ...settings });
const say = (person: Person, content = 'Hello', clientId?: string) =>
  person.call(contract.sendMessage, {
    chatId,
    content,
    type: 'text',
    ...(clientId !== undefined && { clientId: asId<contract.ClientId>(clientId) }),
  });
const setRole = (target: Person, role: contract.GroupRole) =>
  ann.call(contract.setMemberRole, { chatId, memberId: target.user.id, role });
const detailFor = async (person: Person) => (await person.call(contract.getChat, { chatId })).body.data;
const messagesOf = async (person: Person, limit = 50) =>
  (await person.call(contract.getMessages, { chatId, limit })).body.data.toReversed();
const textsOf = async (person: Person) => (await messagesOf(person)).map(({ content }) => content);
/** The answer to a file of which only the start is sent. */
function startOfAnswer(person: Person, fields: readonly (readonly [name: string, value: string])[]): Promise<string> {
  const socket = connectTcp(Number(new URL(app.baseUrl).port), '127.0.0.1');
  const before = fields.map(
    ([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = [
    `POST ${contract.sendFile.path} HTTP/1.1`,
    'Host: 127.0.0.1',
    `Cookie: session=${person.cookies.get('session')}`,
    'Content-Type: multipart/form-data; boundary=b',
    'Content-Length: 1000000',
    '\r\n',
  ];
  const file = '--b\r\nContent-Disposition: form-data; name="file"; filename="half.txt"\r\n\r\nhalf';
  socket.write(head.join('\r\n') + before.join('') + file);
  return new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.once('data', (bytes) => {
      socket.destroy();
      resolve(bytes.toString());
    });
  });
}

const onlyAdminsSend = { status: 403, body: { code: 'forbidden', message: contract.groupTexts.adminsSend } };

describe('[CHT-410] the settings of a group', () => {
  test('allow everything to all members at first', async () => {
    expect(await detailFor(cat)).toMatchObject({ whoCanSend: 'members', whoCanAdd: 'members', whoCanEdit: 'members' });
  });

  test('are changed by owner and admins, with a system message each, on all devices', async () => {
    const [catsPhone, catsTablet] = [await connect(app, cat), await connect(app, await anotherDevice(cat))];
    expect((await save(bob, { whoCanSend: 'admins', whoCanEdit: 'admins' })).status).toBe(200);
    expect(await catsPhone.waitFor('updateChat')).toEqual([chatId]);
    expect(await catsTablet.waitFor('updateChat')).toEqual([chatId]);
    expect(await detailFor(cat)).toMatchObject({ whoCanSend: 'admins', whoCanAdd: 'members', whoCanEdit: 'admins' });
    expect((await save(ann, { whoCanSend: 'members', whoCanEdit: 'admins' })).status).toBe(200);
    expect((await save(ann, {})).status).toBe(200);
    expect(await textsOf(cat)).toEqual([
      'Ann created the group',
      'Ann made Bob an admin',
      'Bob allowed only admins to send messages',
      'Bob allowed only admins to edit the group',
      'Ann allowed all members to send messages',
    ]);
  });

  test('are refused for members, in a chat of two, and with wrong input', async () => {
    expect(await save(cat, { whoCanSend: 'admins' })).toMatchObject({
      status: 403,
      body: { message: contract.groupTexts.adminsSet },
    });
    const pair = await aChat(ann, await aVerifiedUser());
    expect(await ann.call(contract.saveGroupSettings, { chatId: pair, whoCanSend: 'admins' })).toMatchObject({
      status: 400,
      body: { message: contract.answerTexts.groupsOnly },
    });
    for (const body of [{}, { chatId, whoCanSend: 'nobody' }, { chatId, whoCanAdd: true }, { chatId: 'x' }]) {
      expect((await ann.send('PUT', contract.saveGroupSettings.path, { body })).status).toBe(400);
    }
  });

  test('end when the group becomes a chat of two, and with them what a former group keeps', async () => {
    await save(ann, { whoCanSend: 'admins', whoCanAdd: 'admins', whoCanEdit: 'admins' });
    await bob.call(contract.leaveChat, { chatId });
    expect(await detailFor(cat)).toMatchObject({ whoCanSend: 'members', whoCanAdd: 'members', whoCanEdit: 'members' });
    expect((await say(cat)).status).toBe(201);
    const dan = await aVerifiedUser();
    await befriend(cat, dan);
    expect((await cat.call(contract.addMembers, { chatId, members: [dan.user.id] })).status).toBe(200);
    expect((await say(cat)).status).toBe(201);
  });

  test('of a row from a time as a group do not count in a chat of two', async () => {
    const pair = await aChat(ann, await aVerifiedUser());
    await app.database.sql`update chats set only_admins_send = true, owner_id = ${bob.user.id} where id = ${pair}`;
    const sent = await ann.call(contract.sendMessage, { chatId: pair, content: 'Hello', type: 'text' });
    expect(sent.status).toBe(201);
  });
});

describe('[CHT-411] where only admins send', () => {
  test('members cannot send in any way, and owner and admins can', async () => {
    const original = (await say(cat, 'from before')).body.message;
    const phone = await connect(app, cat);
    await save(ann, { whoCanSend: 'admins' });
    expect(await say(cat)).toMatchObject(onlyAdminsSend);
    expect(
      await cat.call(contract.sendMessage, { chatId, content: 'Yes', type: 'text', replyTo: original._id }),
    ).toMatchObject(onlyAdminsSend);
    const stored = new Set(await app.files.names());
    const upload = await cat.upload(contract.sendFile, new Blob(['plan']), 'plan.txt', { chatId });
    expect(upload).toMatchObject(onlyAdminsSend);
    expect((await app.files.names()).filter((name) => !stored.has(name))).toEqual([]);
    const clientId = asId<contract.ClientId>('forward');
    expect(
      await cat.call(contract.forwardMessages, { messageIds: [original._id], chatIds: [chatId], clientId }),
    ).toMatchObject(onlyAdminsSend);
    const input = { chatId, content: 'Hello', type: 'text', clientId: asId<contract.ClientId>('socket') } as const;
    expect(await phone.socket.emitWithAck('sendMessage', input)).toMatchObject({
      ok: false,
      code: 'forbidden',
      message: contract.groupTexts.adminsSend,
    });
    expect((await say(ann, 'by the owner')).status).toBe(201);
    expect((await say(bob, 'by an admin')).status).toBe(201);
    expect((await messagesOf(cat)).filter(({ type }) => type !== 'system').map(({ content }) => content)).toEqual([
      'from before',
      'by the owner',
      'by an admin',
    ]);
  });

  test('a file is refused before it is read, unless it was sent before', async () => {
    const upload = (fields: { clientId?: contract.ClientId }) =>
      cat.upload(contract.sendFile, new Blob(['plan']), 'plan.txt', { chatId, ...fields });
    const first = await upload({ clientId: asId('plan') });
    await save(ann, { whoCanSend: 'admins' });
    expect(await startOfAnswer(cat, [['chatId', chatId]])).toContain('HTTP/1.1 403');
    expect(
      await startOfAnswer(cat, [
        ['clientId', 'another'],
        ['chatId', chatId],
      ]),
    ).toContain('HTTP/1.1 403');
    expect(await upload({ clientId: asId('another') })).toMatchObject(onlyAdminsSend);
    const repeated = await upload({ clientId: asId('plan') });
    expect([first.status, repeated.status]).toEqual([201, 200]);
    expect(repeated.body.message._id).toBe(first.body.message._id);
  });

  test('members react, edit and delete, and a repeat of what was sent before is answered as before', async () => {
    const first = await say(cat, 'from before', 'once');
    const { _id: messageId } = first.body.message;
    await save(ann, { whoCanSend: 'admins' });
    const repeated = await say(cat, 'from before', 'once');
    expect([repeated.status, repeated.body.message._id]).toEqual([200, messageId]);
    expect((await cat.call(contract.reactToMessage, { messageId, emoji: '👍', isOn: true })).status).toBe(200);
    expect((await cat.call(contract.editMessage, { messageId, content: 'edited' })).status).toBe(200);
    expect((await cat.call(contract.deleteMessage, { messageId })).status).toBe(200);
  });

  test('a forward to several chats sends nothing if one of them is limited', async () => {
    const original = (await say(cat, 'to be forwarded')).body.message;
    const other = await aChat(cat, await aVerifiedUser());
    await save(ann, { whoCanSend: 'admins' });
    const request = { messageIds: [original._id], chatIds: [other, chatId], clientId: asId<contract.ClientId>('f') };
    expect(await cat.call(contract.forwardMessages, request)).toMatchObject(onlyAdminsSend);
    expect((await cat.call(contract.getMessages, { chatId: other })).body.data).toEqual([]);
  });

  test('roles decide from the next message on', async () => {
    await save(ann, { whoCanSend: 'admins' });
    await setRole(cat, 'admin');
    expect((await say(cat)).status).toBe(201);
    await setRole(bob, 'member');
    expect(await say(bob)).toMatchObject(onlyAdminsSend);
    await setRole(cat, 'owner');
    expect((await say(cat)).status).toBe(201);
    expect((await say(ann)).status).toBe(201);
  });

  test('one batch holds messages that are written and messages that are refused', async () => {
    const free = await aChat(cat, await aVerifiedUser(), await aVerifiedUser());
    await save(ann, { whoCanSend: 'admins' });
    const sends = [cat, bob, ann, cat, bob].map((person, index) => say(person, `message ${index}`));
    const inFree = [0, 1, 2].map(() => cat.call(contract.sendMessage, { chatId: free, content: 'hi', type: 'text' }));
    const statuses = (await Promise.all([...sends, ...inFree])).map(({ status }) => status);
    expect(statuses).toEqual([403, 201, 201, 403, 201, 201, 201, 201]);
  });
});

describe('[CHT-412] a change of settings or roles that races messages', () => {
  /** Sends as fast as it can until it is refused; returns how many were accepted. */
  async function sendUntilRefused(person: Person): Promise<number> {
    for (let count = 0; ; count += 1) {
      const { status } = await say(person, `from ${person.user.name}`);
      if (status === 403) return count;
      if (status !== 201) throw new Error(`answered ${status}`);
    }
  }
  /** The messages by members that follow the system message. */
  const after = async (text: string, author: Person) => {
    const messages = await messagesOf(ann);
    const seq = messages.findLast(({ content }) => content === text)?.seq ?? Infinity;
    return messages.filter((message) => message.seq > seq && message.sender?._id === author.user.id);
  };

  test.each([
    ['only admins send', () => save(ann, { whoCanSend: 'admins' }), 'Ann allowed only admins to send messages'],
    ['the sender is no admin any more', () => setRole(bob, 'member'), 'Ann removed Bob as an admin'],
  ])('%s: what was accepted is stored before it, and nothing after it', async (what, change, text) => {
    const sender = what === 'only admins send' ? cat : bob;
    if (sender === bob) await save(ann, { whoCanSend: 'admins' });
    const sending = [sendUntilRefused(sender), sendUntilRefused(sender), sendUntilRefused(sender)];
    await expect.poll(async () => (await detailFor(ann)) && (await messagesOf(ann)).length).toBeGreaterThan(8);
    expect((await change()).status).toBe(200);
    const accepted = (await Promise.all(sending)).reduce((sum, count) => sum + count, 0);
    const [stored] = await app.database.sql<{ count: number }[]>`
      select count(*)::int as count from messages where chat_id = ${chatId} and author_id = ${sender.user.id} and type = 'text'`;
    expect(stored?.count).toBe(accepted);
    expect(await after(text, sender)).toEqual([]);
  });

  test('a forward that waited for the change is refused with its reason', async () => {
    const original = (await say(bob, 'to be forwarded')).body.message;
    await save(ann, { whoCanSend: 'admins' });
    const clientId = asId<contract.ClientId>('late');
    const forwarding = await app.database.transaction(async (tx) => {
      await tx`select from chats where id = ${chatId} for update`;
      const waiting = bob.call(contract.forwardMessages, { messageIds: [original._id], chatIds: [chatId], clientId });
      await expect
        .poll(
          () => app.database.sql`
            select from pg_stat_activity where wait_event_type = 'Lock' and query like '%order by id%for update%'`,
        )
        .toHaveLength(1);
      await tx`update chat_members set is_admin = false where chat_id = ${chatId} and user_id = ${bob.user.id}`;
      return { waiting };
    });
    expect(await forwarding.waiting).toMatchObject(onlyAdminsSend);
  });
});

describe('[CHT-413] where only admins', () => {
  test('add members, others do not', async () => {
    const dan = await aVerifiedUser({ name: 'Dan' });
    for (const person of [bob, cat]) await befriend(person, dan);
    await save(ann, { whoCanAdd: 'admins' });
    const add = (person: Person) => person.call(contract.addMembers, { chatId, members: [dan.user.id] });
    expect(await add(cat)).toMatchObject({ status: 403, body: { message: contract.groupTexts.adminsAdd } });
    expect((await add(bob)).status).toBe(200);
  });

  test('edit the group, others do not', async () => {
    await save(ann, { whoCanEdit: 'admins' });
    for (const change of [{ name: 'Hikers' }, { avatar: null }, { description: 'Every Sunday' }]) {
      expect(await cat.call(contract.editChat, { chatId, ...change })).toMatchObject({
        status: 403,
        body: { message: contract.groupTexts.adminsEdit },
      });
    }
    expect((await bob.call(contract.editChat, { chatId, name: 'Hikers' })).status).toBe(200);
  });
});

describe('[CHT-414] the description of a group', () => {
  const describeAs = (person: Person, description: string) => person.call(contract.editChat, { chatId, description });

  test('is set, changed and removed, with a system message each', async () => {
    expect((await detailFor(cat)).description).toBe('');
    const phone = await connect(app, bob);
    for (const description of ['  Every Sunday,\nat nine ', 'Every Sunday,\nat nine', '']) {
      expect((await describeAs(cat, description)).status).toBe(200);
      expect((await detailFor(bob)).description).toBe(description.trim());
    }
    expect(await phone.waitFor('updateChat')).toEqual([chatId]);
    expect((await textsOf(bob)).slice(2)).toEqual([
      'Cat changed the group description',
      'Cat changed the group description',
    ]);
  });

  test('has at most 500 characters, and a group has one, a chat of two not', async () => {
    expect((await describeAs(cat, 'x'.repeat(contract.descriptionMaxLength))).status).toBe(200);
    expect((await describeAs(cat, 'x'.repeat(contract.descriptionMaxLength + 1))).status).toBe(400);
    for (const description of [1, {}, '\u0000', '\ud800']) {
      const body = { chatId, description };
      expect((await cat.send('POST', contract.editChat.path, { body })).status).toBe(400);
    }
    const pair = await aChat(ann, await aVerifiedUser());
    expect((await ann.call(contract.editChat, { chatId: pair, description: 'Us' })).status).toBe(400);
  });
});
