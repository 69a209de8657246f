import * as contract from '@chat-app/contract';
import { describe, expect, test } from 'vitest';
import { asId } from '../../../test/as-id.ts';
import { connect } from '../../../test/device.ts';
import { type Person, people } from '../../../test/people.ts';
import { useTestApp } from '../../../test/test-app.ts';

const app = useTestApp();
const { aChat, addMembers, aVerifiedUser, befriend } = people(app);

const idsOf = (persons: Person[]) => persons.map(({ user }) => user.id);
const create = (person: Person, ...others: Person[]) => person.call(contract.createChat, { members: idsOf(others) });
const list = async (person: Person) => (await person.call(contract.getChats, {})).body.data;
const systemMessages = async (person: Person, chatId: contract.ChatId) =>
  (await person.call(contract.getMessages, { chatId, limit: 50 })).body.data
    .map((message) => message.content)
    .toReversed();
const detail = (person: Person, chatId: contract.ChatId) => person.call(contract.getChat, { chatId });

async function aPair() {
  const [eve, fay] = [await aVerifiedUser({ name: 'Eve' }), await aVerifiedUser({ name: 'Fay' })];
  return { eve, fay, chatId: await aChat(eve, fay) };
}

/** Eve is its owner. */
async function aGroup() {
  const [eve, fay, gus] = [
    await aVerifiedUser({ name: 'Eve' }),
    await aVerifiedUser({ name: 'Fay' }),
    await aVerifiedUser({ name: 'Gus' }),
  ];
  return { eve, fay, gus, chatId: await aChat(eve, fay, gus) };
}

test('[CHT-212] a group has its name from the start, by the rules of editing; a direct chat accepts none', async () => {
  const { eve, fay, gus } = await aGroup();
  const createNamed = (name: string, ...others: Person[]) =>
    eve.call(contract.createChat, { members: idsOf(others), name });
  const { status, body } = await createNamed('  Book   club ', fay, gus);
  expect(status).toBe(201);
  expect((await detail(fay, body.chatId)).body.data.name).toBe('Book club');
  const messages = ['Eve created the group', 'Eve changed the chat name to Book club'];
  expect(await systemMessages(fay, body.chatId)).toEqual(messages);
  expect((await list(fay))[0]).toMatchObject({ _id: body.chatId, lastMessage: messages[1] });

  for (const [name, sentence] of [
    ['\u200b ', contract.fieldTexts.chatNameRequired],
    ['x'.repeat(101), contract.fieldTexts.chatNameTooLong],
  ] as const) {
    expect(await createNamed(name, fay, gus)).toMatchObject({ status: 400, body: { fields: { name: sentence } } });
  }
  const groupsOnly = { status: 400, body: { message: contract.answerTexts.groupsOnly } };
  expect(await createNamed('Us', fay)).toMatchObject(groupsOnly);
  expect((await create(eve, fay)).status).toBe(201);
});

describe('[CHT-20] a chat with one friend', () => {
  test('is created once; creating it again is refused with its id, from either side', async () => {
    const { eve, fay, chatId } = await aPair();
    expect(await create(eve, fay)).toMatchObject({ status: 409, body: { code: 'chat_exists', chatId } });
    expect(await create(fay, eve)).toMatchObject({ status: 409, body: { chatId } });
    const capitals = { members: [asId<contract.UserId>(fay.user.id.toUpperCase())] };
    expect(await eve.call(contract.createChat, capitals)).toMatchObject({ status: 409, body: { chatId } });
    expect(await detail(fay, chatId)).toMatchObject({
      status: 200,
      body: { data: { name: 'Eve', avatar: eve.user.avatar, isGroup: false, ownerId: eve.user.id, calling: null } },
    });
    expect(await systemMessages(eve, chatId)).toEqual([]);
  });

  test('created by both at the same moment is one', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [eve, fay] = [await aVerifiedUser(), await aVerifiedUser()];
      await befriend(eve, fay);
      const answers = await Promise.all([create(eve, fay), create(fay, eve), create(eve, fay)]);
      expect(new Set(answers.map((answer) => answer.body.chatId)).size).toBe(1);
      expect(answers.map((answer) => answer.status).toSorted()).toEqual([201, 409, 409]);
    }
  });

  test('that was deleted is reopened empty with the same id, while the other person kept it', async () => {
    const { eve, fay, chatId } = await aPair();
    const evesPhone = await connect(app, eve);
    expect((await eve.call(contract.deleteChat, { chatId })).status).toBe(200);
    expect(await evesPhone.waitFor('outChat')).toEqual([chatId]);
    expect([await list(eve), await list(fay)]).toMatchObject([[], [{ _id: chatId }]]);
    expect(await create(eve, fay)).toMatchObject({ status: 201, body: { chatId } });
    expect(await list(eve)).toHaveLength(1);
  });

  test('is the visible one when a hidden one exists too', async () => {
    const { eve, fay, gus, chatId } = await aGroup();
    const direct = (await create(eve, fay)).body.chatId;
    await gus.call(contract.leaveChat, { chatId });
    await eve.call(contract.deleteChat, { chatId });
    expect(await create(eve, fay)).toMatchObject({ status: 409, body: { chatId: direct } });
  });

  test('keeps the name of the person who left; creating it again makes a new one', async () => {
    const { eve, fay, chatId } = await aPair();
    expect((await fay.call(contract.leaveChat, { chatId })).status).toBe(200);
    expect((await list(eve))[0]).toMatchObject({ _id: chatId, name: 'Fay', members: [eve.user.id], isGroup: false });
    const again = await create(eve, fay);
    expect(again.status).toBe(201);
    expect(again.body.chatId).not.toBe(chatId);
  });
});

describe('[CHT-21] a group', () => {
  test('is named after its members, shows who created it, and is sent to everybody', async () => {
    const { eve, fay, gus } = await aGroup();
    const hal = await aVerifiedUser({ name: 'Hal' });
    await befriend(eve, hal);
    const phones = await Promise.all([fay, gus, hal].map((person) => connect(app, person)));
    const { chatId } = (await create(eve, fay, gus, hal, fay)).body;
    for (const phone of phones) {
      expect(await phone.waitFor('joinChat')).toEqual([chatId]);
      await phone.waitFor('newMessage', (message) => message.content === 'Eve created the group');
    }
    const { data } = (await detail(fay, chatId)).body;
    const avatar = `/api/avatars/${chatId}.svg`;
    expect(data).toMatchObject({ name: 'Eve, Gus, Hal', avatar, isGroup: true, ownerId: eve.user.id });
    expect(data.members.map((member) => member.name).toSorted()).toEqual(['Eve', 'Fay', 'Gus', 'Hal']);
    expect(await systemMessages(gus, chatId)).toEqual(['Eve created the group']);
    expect((await fay.send('GET', data.avatar)).text).toContain('</svg>');
  });

  test('[CHT-202] keeps its own name and picture when two or one are left; without a name it is named after the other', async () => {
    const { eve, fay, gus, chatId } = await aGroup();
    const unnamed = (await create(eve, fay, gus)).body.chatId;
    await gus.call(contract.leaveChat, { chatId: unnamed });
    await eve.call(contract.editChat, { chatId, name: 'Hiking' });
    const named = { _id: chatId, name: 'Hiking', avatar: `/api/avatars/${chatId}.svg`, isGroup: false };
    const expectShown = async (shown: Pick<contract.ChatListItem, '_id' | 'name' | 'avatar'>) => {
      expect((await list(eve)).find(({ _id }) => _id === shown._id)).toMatchObject(shown);
      expect((await detail(eve, shown._id)).body.data).toMatchObject(shown);
    };
    await expectShown({ _id: unnamed, name: 'Fay', avatar: fay.user.avatar });
    for (const leaving of [gus, fay]) {
      await leaving.call(contract.leaveChat, { chatId });
      await expectShown(named);
    }
  });

  test('of five shows three names and how many more, and is full at a thousand', async () => {
    const { eve, fay, gus, chatId } = await aGroup();
    const hal = await aVerifiedUser({ name: 'Hal' });
    await befriend(eve, hal);
    await addMembers(chatId, 2);
    expect((await list(eve))[0]?.name).toMatch(/^\w+, \w+, \w+ and 1 more$/);
    await addMembers(chatId, 995);
    const add = () => eve.call(contract.addMembers, { chatId, members: idsOf([fay, gus, hal]) });
    expect(await add()).toMatchObject({ status: 400, body: { message: 'This group is full' } });
    await gus.call(contract.leaveChat, { chatId });
    await fay.call(contract.leaveChat, { chatId });
    expect(await add()).toMatchObject({ status: 400 });
    expect((await eve.call(contract.addMembers, { chatId, members: idsOf([fay, hal]) })).status).toBe(200);
  });

  test('with strangers, unknown people, nobody else or malformed members is refused, and nothing is created', async () => {
    const { eve, fay } = await aPair();
    const stranger = await aVerifiedUser();
    const unknown = '00000000-0000-7000-8000-000000000000';
    const post = (members: unknown) => eve.send('POST', contract.createChat.path, { body: { members } });
    const byStranger = await create(eve, fay, stranger);
    expect(byStranger).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect((await post([fay.user.id, unknown])).body).toEqual(byStranger.body);
    expect(await create(eve, eve)).toMatchObject({ status: 400, body: { message: 'Please add at least one member' } });
    for (const members of [[], undefined, ['x'], 'x', [{}], Array(1001).fill(unknown)]) {
      expect({ members, status: (await post(members)).status }).toEqual({ members, status: 400 });
    }
    expect(await list(eve)).toHaveLength(1);
  });
});

describe('[CHT-22] members', () => {
  test('are added by any member from their friends, and see only later messages', async () => {
    const { eve, fay, gus, chatId } = await aGroup();
    const hal = await aVerifiedUser({ name: 'Hal' });
    await eve.call(contract.editChat, { chatId, name: 'Old times' });
    await befriend(fay, hal);
    const [evesPhone, halsPhone] = [await connect(app, eve), await connect(app, hal)];

    expect((await fay.call(contract.addMembers, { chatId, members: idsOf([hal, gus]) })).status).toBe(200);
    expect(await halsPhone.waitFor('joinChat')).toEqual([chatId]);
    await halsPhone.waitFor('newMessage', (message) => message.content === 'Fay added Hal');
    expect(await evesPhone.waitFor('updateChat')).toEqual([chatId]);
    expect(await systemMessages(hal, chatId)).toEqual(['Fay added Hal']);
    expect(await systemMessages(eve, chatId)).toHaveLength(3);
    expect((await hal.call(contract.getMessages, { chatId, before: 3 })).body.data).toEqual([]);
    expect((await hal.call(contract.getMessages, { chatId, after: 0 })).body.data).toHaveLength(1);
  });

  test('added to a direct chat make it a group', async () => {
    const { eve, fay, chatId } = await aPair();
    const gus = await aVerifiedUser();
    await befriend(eve, gus);
    await eve.call(contract.addMembers, { chatId, members: [gus.user.id] });
    expect((await detail(fay, chatId)).body.data.isGroup).toBe(true);
    const direct = await create(eve, fay);
    expect(direct.status).toBe(201);
    expect(direct.body.chatId).not.toBe(chatId);
  });

  test('who were removed receive nothing of the chat afterwards, and added again see nothing from before', async () => {
    const { eve, gus, chatId } = await aGroup();
    const [evesPhone, gusPhone] = [await connect(app, eve), await connect(app, gus)];
    expect((await eve.call(contract.removeMember, { chatId, memberId: gus.user.id })).status).toBe(200);
    expect(await gusPhone.waitFor('outChat')).toEqual([chatId]);
    await evesPhone.waitFor('newMessage', (message) => message.content === 'Eve removed Gus');
    expect(await list(gus)).toEqual([]);
    await eve.call(contract.addMembers, { chatId, members: [gus.user.id] });
    await gusPhone.waitFor('newMessage', (message) => message.content === 'Eve added Gus');
    expect(gusPhone.all('newMessage').map(([message]) => message.content)).not.toContain('Eve removed Gus');
    expect(await systemMessages(gus, chatId)).toEqual(['Eve added Gus']);
  });

  test('can leave, and the last one deletes the chat', async () => {
    const { eve, fay, gus, chatId } = await aGroup();
    const evesPhone = await connect(app, eve);
    expect((await eve.call(contract.leaveChat, { chatId })).status).toBe(200);
    expect(await evesPhone.waitFor('outChat')).toEqual([chatId]);
    expect(await systemMessages(fay, chatId)).toEqual(['Eve created the group', 'Eve left']);
    expect((await eve.call(contract.leaveChat, { chatId })).status).toBe(404);
    for (const person of [fay, gus]) await person.call(contract.leaveChat, { chatId });
    expect(await app.database.sql`select from chats where id = ${chatId}`).toEqual([]);
  });
});

describe('[CHT-23] a group is changed', () => {
  test('in name and picture by any member, with a system message each', async () => {
    const { fay, chatId } = await aGroup();
    const phone = await connect(app, fay);
    expect((await fay.call(contract.editChat, { chatId, name: '  Book  club ' })).status).toBe(200);
    await phone.waitFor('updateChat');
    const before = (await detail(fay, chatId)).body;
    expect(before.data.name).toBe('Book club');
    await fay.call(contract.editChat, { chatId, name: 'Book club', avatar: `/api/avatars/${chatId}.svg` });
    const texts = ['Eve created the group', 'Fay changed the chat name to Book club'];
    expect(await systemMessages(fay, chatId)).toEqual(texts);

    const avatars = ['http://evil.example/x.png', '/api/uploads/x.png'].map((avatar) => ({ avatar }));
    for (const change of [...['', '\u200b', 'a'.repeat(101), ['x']].map((name) => ({ name })), ...avatars]) {
      const { status } = await fay.send('POST', contract.editChat.path, { body: { chatId, ...change } });
      expect({ change, status }).toEqual({ change, status: 400 });
    }
    expect((await detail(fay, chatId)).body).toEqual(before);
  });

  test('and deleted for everybody only by its owner', async () => {
    const { eve, fay, gus, chatId } = await aGroup();
    const phones = await Promise.all([eve, fay, gus].map((person) => connect(app, person)));
    expect(await fay.call(contract.deleteChat, { chatId })).toMatchObject({
      status: 403,
      body: { message: 'Only the owner of the group can delete it' },
    });
    expect((await eve.call(contract.deleteChat, { chatId })).status).toBe(200);
    for (const phone of phones) expect(await phone.waitFor('outChat')).toEqual([chatId]);
    expect((await detail(gus, chatId)).status).toBe(404);
  });
});

describe('[CHT-24] the list', () => {
  test('has the newest first, is searched by literal chat or member name, and contains own chats only', async () => {
    const [eve, fay] = [await aVerifiedUser({ name: 'Eve' }), await aVerifiedUser({ name: 'Fay 100%' })];
    const gus = await aVerifiedUser({ name: 'Gus' });
    const direct = await aChat(eve, fay);
    await befriend(eve, gus);
    const group = (await create(eve, fay, gus)).body.chatId;
    await eve.call(contract.editChat, { chatId: group, name: 'Harbour' });
    const found: Record<string, contract.ChatId[]> = {};
    for (const search of ['', 'harb', 'gus', '100%', '_', 'eve']) {
      found[search] = (await eve.call(contract.getChats, { search })).body.data.map((chat) => chat._id);
    }
    const both = [group, direct];
    expect(found).toEqual({ '': both, harb: [group], gus: [group], '100%': both, _: [], eve: [] });
    expect(await list(await aVerifiedUser())).toEqual([]);
  });

  test('[CHT-221] [CHT-222] includes the last author of a group and the faces in its picture', async () => {
    const { eve, fay, gus, chatId } = await aGroup();
    const rowOf = async (person: Person) => (await list(person))[0];
    const face = ({ user: { id, name, avatar } }: Person) => ({ _id: id, name, avatar });
    expect(await rowOf(fay)).toMatchObject({ lastSender: null, faces: [face(eve), face(gus)] });
    expect((await detail(fay, chatId)).body.data.faces).toEqual([face(eve), face(gus)]);
    await fay.call(contract.sendMessage, { chatId, content: 'hi', type: 'text' });
    expect(await rowOf(eve)).toMatchObject({ lastSender: { _id: fay.user.id, name: 'Fay' }, isMyMessage: false });
    expect(await rowOf(fay)).toMatchObject({ lastSender: null, isMyMessage: true });
    const direct = (await create(eve, fay)).body.chatId;
    await fay.call(contract.sendMessage, { chatId: direct, content: 'hi', type: 'text' });
    expect(await rowOf(eve)).toMatchObject({ _id: direct, lastSender: null });
    expect(await rowOf(eve)).not.toHaveProperty('faces');
  });

  test('[CHT-252] shows a new name live, which is sent once per device, not per chat, and only if it changed', async () => {
    const { eve, fay, gus, chatId } = await aGroup();
    for (let groups = 0; groups < 2; groups += 1) await create(eve, fay, gus);
    const phones = [await connect(app, eve), await connect(app, fay), await connect(app, gus)];
    const rename = async (name: string) => {
      await eve.call(contract.updateProfile, { name });
      for (const phone of phones) await phone.waitFor('userUpdated', (person) => person.name === name);
    };
    await rename('Eva');
    for (const phone of phones.slice(1)) await phone.waitFor('updateChat', (id) => id === chatId);
    expect((await list(fay)).map(({ faces = [] }) => faces[0]?.name)).toEqual(['Eva', 'Eva', 'Eva']);
    await eve.call(contract.updateProfile, { name: 'Eva' });
    await rename('Evelyn');
    const { id, avatar } = eve.user;
    const sent = ['Eva', 'Evelyn'].map((name) => [{ _id: id, id, name, avatar }]);
    for (const phone of phones) expect(phone.all('userUpdated')).toEqual(sent);
  });

  test('lists the current members after people joined, left or were deleted', async () => {
    const { eve, fay, gus, chatId } = await aGroup();
    const hal = await aVerifiedUser();
    await befriend(eve, hal);
    const members = async () => (await list(eve))[0]?.members.toSorted();
    await Promise.all([
      eve.call(contract.addMembers, { chatId, members: [hal.user.id] }),
      eve.call(contract.removeMember, { chatId, memberId: fay.user.id }),
    ]);
    expect(await members()).toEqual(idsOf([eve, gus, hal]).toSorted());
    await app.database.sql`delete from users where id = ${gus.user.id}`;
    expect(await members()).toEqual(idsOf([eve, hal]).toSorted());
  });
});
