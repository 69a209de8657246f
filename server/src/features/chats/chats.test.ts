import * as contract from '@chat-app/contract';
import { describe, expect, test } from 'vitest';
import { asId } from '../../../test/as-id.ts';
import { connect } from '../../../test/device.ts';
import type { Person } from '../../../test/people.ts';
import { useTestApp } from '../../../test/test-app.ts';
import { addTo, chatAmong, chats, detailOf, idsOf, leave, listOf } from '../../../test/chats.ts';
import { pageOf, removeFrom, say, textsOf } from '../../../test/chats.ts';

const app = useTestApp();
const { aChat, addMembers, aGroup, aPair, befriend, users } = chats(app);

const create = (person: Person, ...others: Person[]) => person.call(contract.createChat, { members: idsOf(...others) });

test('[CHT-212] a group has its name from the start, by the rules of editing; a direct chat accepts none', async () => {
  const { ann, bob, cat } = await aGroup();
  const createNamed = (name: string, ...others: Person[]) =>
    ann.call(contract.createChat, { members: idsOf(...others), name });
  const { status, body } = await createNamed('  Book   club ', bob, cat);
  expect(status).toBe(201);
  expect((await detailOf(bob, body.chatId)).name).toBe('Book club');
  const messages = ['Ann created the group', 'Ann changed the chat name to Book club'];
  expect(await textsOf(bob, body.chatId)).toEqual(messages);
  expect((await listOf(bob))[0]).toMatchObject({ _id: body.chatId, lastMessage: messages[1] });

  for (const [name, sentence] of [
    ['\u200b ', contract.fieldTexts.chatNameRequired],
    ['x'.repeat(101), contract.fieldTexts.chatNameTooLong],
  ] as const) {
    expect(await createNamed(name, bob, cat)).toMatchObject({ status: 400, body: { fields: { name: sentence } } });
  }
  const groupsOnly = { status: 400, body: { message: contract.answerTexts.groupsOnly } };
  expect(await createNamed('Us', bob)).toMatchObject(groupsOnly);
  expect((await create(ann, bob)).status).toBe(201);
});

describe('[CHT-20] a chat with one friend', () => {
  test('is created once; creating it again is refused with its id, from either side', async () => {
    const { ann, bob, chatId } = await aPair();
    expect(await create(ann, bob)).toMatchObject({ status: 409, body: { code: 'chat_exists', chatId } });
    expect(await create(bob, ann)).toMatchObject({ status: 409, body: { chatId } });
    const capitals = { members: [asId<contract.UserId>(bob.user.id.toUpperCase())] };
    expect(await ann.call(contract.createChat, capitals)).toMatchObject({ status: 409, body: { chatId } });
    const shown = { name: 'Ann', avatar: ann.user.avatar, isGroup: false, ownerId: ann.user.id, calling: null };
    expect(await detailOf(bob, chatId)).toMatchObject(shown);
    expect(await textsOf(ann, chatId)).toEqual([]);

    // One that was deleted is reopened, empty; the other person kept it.
    const annsPhone = await connect(app, ann);
    expect((await ann.call(contract.deleteChat, { chatId })).status).toBe(200);
    expect(await annsPhone.waitFor('outChat')).toEqual([chatId]);
    expect([await listOf(ann), await listOf(bob)]).toMatchObject([[], [{ _id: chatId }]]);
    expect(await create(ann, bob)).toMatchObject({ status: 201, body: { chatId } });
    expect(await listOf(ann)).toHaveLength(1);

    // One that the other person left keeps their name, and is not used again.
    expect((await leave(chatId, bob)).status).toBe(200);
    const left = { _id: chatId, name: 'Bob', members: [ann.user.id], isGroup: false };
    expect(await listOf(ann)).toMatchObject([left]);
    const again = await create(ann, bob);
    expect(again.status).toBe(201);
    expect(again.body.chatId).not.toBe(chatId);
  });

  test('created by both at the same moment is one', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [ann, bob] = await users('Ann', 'Bob');
      await befriend(ann, bob);
      const answers = await Promise.all([create(ann, bob), create(bob, ann), create(ann, bob)]);
      expect(new Set(answers.map((answer) => answer.body.chatId)).size).toBe(1);
      expect(answers.map((answer) => answer.status).toSorted()).toEqual([201, 409, 409]);
    }
  });

  test('is the visible one when a hidden one exists too', async () => {
    const { ann, bob, cat, chatId } = await aGroup();
    const direct = await chatAmong(ann, bob);
    await leave(chatId, cat);
    await ann.call(contract.deleteChat, { chatId });
    expect(await create(ann, bob)).toMatchObject({ status: 409, body: { chatId: direct } });
  });
});

describe('[CHT-21] a group', () => {
  test('is named after its members, shows who created it, and is sent to everybody', async () => {
    const { ann, bob, cat } = await aGroup();
    const [hal] = await users('Hal');
    await befriend(ann, hal);
    const phones = await Promise.all([bob, cat, hal].map((person) => connect(app, person)));
    const { chatId } = (await create(ann, bob, cat, hal, bob)).body;
    for (const phone of phones) {
      expect(await phone.waitFor('joinChat')).toEqual([chatId]);
      await phone.waitFor('newMessage', (message) => message.content === 'Ann created the group');
    }
    const shown = await detailOf(bob, chatId);
    const avatar = `/api/avatars/${chatId}.svg`;
    expect(shown).toMatchObject({ name: 'Ann, Cat, Hal', avatar, isGroup: true, ownerId: ann.user.id });
    expect(shown.members.map(({ name }) => name).toSorted()).toEqual(['Ann', 'Bob', 'Cat', 'Hal']);
    expect(await textsOf(cat, chatId)).toEqual(['Ann created the group']);
    expect((await bob.send('GET', shown.avatar)).text).toContain('</svg>');
  });

  test('[CHT-202] keeps its own name and picture when two or one are left; without a name it is named after the other', async () => {
    const { ann, bob, cat, chatId } = await aGroup();
    const unnamed = await chatAmong(ann, bob, cat);
    await leave(unnamed, cat);
    await ann.call(contract.editChat, { chatId, name: 'Hiking' });
    const named = { _id: chatId, name: 'Hiking', avatar: `/api/avatars/${chatId}.svg`, isGroup: false };
    const expectShown = async (shown: Pick<contract.ChatListItem, '_id' | 'name' | 'avatar'>) => {
      expect((await listOf(ann)).find(({ _id }) => _id === shown._id)).toMatchObject(shown);
      expect(await detailOf(ann, shown._id)).toMatchObject(shown);
    };
    await expectShown({ _id: unnamed, name: 'Bob', avatar: bob.user.avatar });
    for (const leaving of [cat, bob]) {
      await leave(chatId, leaving);
      await expectShown(named);
    }
  });

  test('of five shows three names and how many more, and is full at a thousand', async () => {
    const { ann, bob, cat, chatId } = await aGroup();
    const [hal] = await users('Hal');
    await befriend(ann, hal);
    await addMembers(chatId, 2);
    expect((await listOf(ann))[0]?.name).toMatch(/^\w+, \w+, \w+ and 1 more$/);
    await addMembers(chatId, 995);
    const full = { status: 400, body: { message: 'This group is full' } };
    expect(await addTo(chatId, ann, bob, cat, hal)).toMatchObject(full);
    for (const leaving of [cat, bob]) await leave(chatId, leaving);
    expect(await addTo(chatId, ann, bob, cat, hal)).toMatchObject(full);
    expect((await addTo(chatId, ann, bob, hal)).status).toBe(200);
  });

  test('with strangers, unknown people, nobody else or malformed members is refused, and nothing is created', async () => {
    const { ann, bob } = await aPair();
    const [stranger] = await users('Eve');
    const unknown = '00000000-0000-7000-8000-000000000000';
    const post = (members: unknown) => ann.send('POST', contract.createChat.path, { body: { members } });
    const byStranger = await create(ann, bob, stranger);
    expect(byStranger).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect((await post([bob.user.id, unknown])).body).toEqual(byStranger.body);
    expect(await create(ann, ann)).toMatchObject({ status: 400, body: { message: 'Please add at least one member' } });
    for (const members of [[], undefined, ['x'], 'x', [{}], Array(1001).fill(unknown)]) {
      expect({ members, status: (await post(members)).status }).toEqual({ members, status: 400 });
    }
    expect(await listOf(ann)).toHaveLength(1);
  });
});

describe('[CHT-22] members', () => {
  test('are added by any member from their friends, and see only later messages', async () => {
    const { ann, bob, cat, chatId } = await aGroup();
    const [hal] = await users('Hal');
    await ann.call(contract.editChat, { chatId, name: 'Old times' });
    await befriend(bob, hal);
    const [annsPhone, halsPhone] = [await connect(app, ann), await connect(app, hal)];

    expect((await addTo(chatId, bob, hal, cat)).status).toBe(200);
    expect(await halsPhone.waitFor('joinChat')).toEqual([chatId]);
    await halsPhone.waitFor('newMessage', (message) => message.content === 'Bob added Hal');
    expect(await annsPhone.waitFor('updateChat')).toEqual([chatId]);
    expect(await textsOf(hal, chatId)).toEqual(['Bob added Hal']);
    expect(await textsOf(ann, chatId)).toHaveLength(3);
    expect((await pageOf(hal, chatId, { before: 3 })).data).toEqual([]);
    expect((await pageOf(hal, chatId, { after: 0 })).data).toHaveLength(1);
  });

  test('added to a direct chat make it a group', async () => {
    const { ann, bob, chatId } = await aPair();
    const [cat] = await users('Cat');
    await befriend(ann, cat);
    await addTo(chatId, ann, cat);
    expect((await detailOf(bob, chatId)).isGroup).toBe(true);
    const direct = await create(ann, bob);
    expect(direct.status).toBe(201);
    expect(direct.body.chatId).not.toBe(chatId);
  });

  test('who were removed receive nothing of the chat afterwards, and added again see nothing from before', async () => {
    const { ann, cat, chatId } = await aGroup();
    const [annsPhone, catsPhone] = [await connect(app, ann), await connect(app, cat)];
    expect((await removeFrom(chatId, ann, cat)).status).toBe(200);
    expect(await catsPhone.waitFor('outChat')).toEqual([chatId]);
    await annsPhone.waitFor('newMessage', (message) => message.content === 'Ann removed Cat');
    expect(await listOf(cat)).toEqual([]);
    await addTo(chatId, ann, cat);
    await catsPhone.waitFor('newMessage', (message) => message.content === 'Ann added Cat');
    expect(catsPhone.all('newMessage').map(([message]) => message.content)).not.toContain('Ann removed Cat');
    expect(await textsOf(cat, chatId)).toEqual(['Ann added Cat']);
  });

  test('can leave, and the last one deletes the chat', async () => {
    const { ann, bob, cat, chatId } = await aGroup();
    const annsPhone = await connect(app, ann);
    expect((await leave(chatId, ann)).status).toBe(200);
    expect(await annsPhone.waitFor('outChat')).toEqual([chatId]);
    expect(await textsOf(bob, chatId)).toEqual(['Ann created the group', 'Ann left']);
    expect((await leave(chatId, ann)).status).toBe(404);
    for (const person of [bob, cat]) await leave(chatId, person);
    expect(await app.database.sql`select from chats where id = ${chatId}`).toEqual([]);
  });
});

describe('[CHT-23] a group is changed', () => {
  test('in name and picture by any member, with a system message each', async () => {
    const { bob, chatId } = await aGroup();
    const phone = await connect(app, bob);
    expect((await bob.call(contract.editChat, { chatId, name: '  Book  club ' })).status).toBe(200);
    await phone.waitFor('updateChat');
    const before = await detailOf(bob, chatId);
    expect(before.name).toBe('Book club');
    await bob.call(contract.editChat, { chatId, name: 'Book club', avatar: `/api/avatars/${chatId}.svg` });
    const texts = ['Ann created the group', 'Bob changed the chat name to Book club'];
    expect(await textsOf(bob, chatId)).toEqual(texts);

    const avatars = ['http://evil.example/x.png', '/api/uploads/x.png'].map((avatar) => ({ avatar }));
    for (const change of [...['', '\u200b', 'a'.repeat(101), ['x']].map((name) => ({ name })), ...avatars]) {
      const { status } = await bob.send('POST', contract.editChat.path, { body: { chatId, ...change } });
      expect({ change, status }).toEqual({ change, status: 400 });
    }
    expect(await detailOf(bob, chatId)).toEqual(before);
  });

  test('and deleted for everybody only by its owner', async () => {
    const { ann, bob, cat, chatId } = await aGroup();
    const phones = await Promise.all([ann, bob, cat].map((person) => connect(app, person)));
    const refused = { status: 403, body: { message: 'Only the owner of the group can delete it' } };
    expect(await bob.call(contract.deleteChat, { chatId })).toMatchObject(refused);
    expect((await ann.call(contract.deleteChat, { chatId })).status).toBe(200);
    for (const phone of phones) expect(await phone.waitFor('outChat')).toEqual([chatId]);
    expect((await cat.call(contract.getChat, { chatId })).status).toBe(404);
  });
});

describe('[CHT-24] the list', () => {
  test('has the newest first, is searched by literal chat or member name, and contains own chats only', async () => {
    const [ann, bob, cat, eve] = await users('Ann', 'Bob 100%', 'Cat', 'Eve');
    const direct = await aChat(ann, bob);
    await befriend(ann, cat);
    const group = await chatAmong(ann, bob, cat);
    await ann.call(contract.editChat, { chatId: group, name: 'Harbour' });
    const found: Record<string, contract.ChatId[]> = {};
    for (const search of ['', 'harb', 'cat', '100%', '_', 'ann']) {
      found[search] = (await ann.call(contract.getChats, { search })).body.data.map((chat) => chat._id);
    }
    const both = [group, direct];
    expect(found).toEqual({ '': both, harb: [group], cat: [group], '100%': both, _: [], ann: [] });
    expect(await listOf(eve)).toEqual([]);
  });

  test('[CHT-221] [CHT-222] includes the last author of a group and the faces in its picture', async () => {
    const { ann, bob, cat, chatId } = await aGroup();
    const rowOf = async (person: Person) => (await listOf(person))[0];
    const face = ({ user: { id, name, avatar } }: Person) => ({ _id: id, name, avatar });
    expect(await rowOf(bob)).toMatchObject({ lastSender: null, faces: [face(ann), face(cat)] });
    expect((await detailOf(bob, chatId)).faces).toEqual([face(ann), face(cat)]);
    await say(bob, chatId);
    expect(await rowOf(ann)).toMatchObject({ lastSender: { _id: bob.user.id, name: 'Bob' }, isMyMessage: false });
    expect(await rowOf(bob)).toMatchObject({ lastSender: null, isMyMessage: true });
    const direct = await chatAmong(ann, bob);
    await say(bob, direct);
    expect(await rowOf(ann)).toMatchObject({ _id: direct, lastSender: null });
    expect(await rowOf(ann)).not.toHaveProperty('faces');
  });

  test('[CHT-252] shows a new name live, which is sent once per device, not per chat, and only if it changed', async () => {
    const { ann, bob, cat, chatId } = await aGroup();
    for (let groups = 0; groups < 2; groups += 1) await create(ann, bob, cat);
    const phones = [await connect(app, ann), await connect(app, bob), await connect(app, cat)];
    const rename = async (name: string) => {
      await ann.call(contract.updateProfile, { name });
      for (const phone of phones) await phone.waitFor('userUpdated', (person) => person.name === name);
    };
    await rename('Eva');
    for (const phone of phones.slice(1)) await phone.waitFor('updateChat', (id) => id === chatId);
    expect((await listOf(bob)).map(({ faces = [] }) => faces[0]?.name)).toEqual(['Eva', 'Eva', 'Eva']);
    await ann.call(contract.updateProfile, { name: 'Eva' });
    await rename('Evelyn');
    const { id, avatar } = ann.user;
    const sent = ['Eva', 'Evelyn'].map((name) => [{ _id: id, id, name, avatar }]);
    for (const phone of phones) expect(phone.all('userUpdated')).toEqual(sent);
  });

  test('lists the current members after people joined, left or were deleted', async () => {
    const { ann, bob, cat, chatId } = await aGroup();
    const [hal] = await users('Hal');
    await befriend(ann, hal);
    const members = async () => (await listOf(ann))[0]?.members.toSorted();
    await Promise.all([addTo(chatId, ann, hal), removeFrom(chatId, ann, bob)]);
    expect(await members()).toEqual(idsOf(ann, cat, hal).toSorted());
    await app.database.sql`delete from users where id = ${cat.user.id}`;
    expect(await members()).toEqual(idsOf(ann, hal).toSorted());
  });
});
