import * as contract from '@chat-app/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { asId } from '../../../test/as-id.ts';
import { connect } from '../../../test/device.ts';
import { type Person, people } from '../../../test/people.ts';
import { useOwnTestApp } from '../../../test/test-app.ts';

const app = useOwnTestApp(() => ({ MAX_GROUP_SIZE: '5' }));
const { aChat, aVerifiedUser, befriend } = people(app);

const create = (person: Person, ...others: Person[]) =>
  person.call(contract.createChat, { members: others.map((other) => other.user.id) });
const list = async (person: Person) => (await person.call(contract.getChats, {})).body.data;
const systemMessages = async (person: Person, chatId: contract.ChatId) =>
  (await person.call(contract.getMessages, { chatId, limit: 50 })).body.data
    .map((message) => message.content)
    .toReversed();
const detail = (person: Person, chatId: contract.ChatId) => person.call(contract.getChat, { chatId });

let ann: Person;
let bob: Person;
let cat: Person;
let dan: Person;
beforeAll(async () => {
  ann = await aVerifiedUser({ name: 'Ann' });
  bob = await aVerifiedUser({ name: 'Bob' });
  cat = await aVerifiedUser({ name: 'Cat' });
  dan = await aVerifiedUser({ name: 'Dan' });
  for (const other of [bob, cat, dan]) await befriend(ann, other);
});

describe('[CHT-212] a group with a name', () => {
  const createNamed = (name: string, ...others: Person[]) =>
    ann.call(contract.createChat, { members: others.map((other) => other.user.id), name });

  test('has it from the start: first the message about the creation, then about the name', async () => {
    const { status, body } = await createNamed('  Book   club ', bob, cat);
    expect(status).toBe(201);
    expect((await detail(bob, body.chatId)).body.data.name).toBe('Book club');
    expect(await systemMessages(bob, body.chatId)).toEqual([
      'Ann created the group',
      'Ann changed the chat name to Book club',
    ]);
    expect((await list(bob)).find(({ _id }) => _id === body.chatId)?.lastMessage).toBe(
      'Ann changed the chat name to Book club',
    );
  });

  test.each([
    ['invisible', '\u200b ', contract.fieldTexts.chatNameRequired],
    ['too long', 'x'.repeat(101), contract.fieldTexts.chatNameTooLong],
  ])('is refused as when editing: %s', async (_what, name, sentence) => {
    expect(await createNamed(name, bob, cat)).toMatchObject({ status: 400, body: { fields: { name: sentence } } });
  });

  test('a direct chat cannot have a name', async () => {
    const eve = await aVerifiedUser({ name: 'Eve' });
    await befriend(ann, eve);
    expect(await createNamed('Us', eve)).toMatchObject({
      status: 400,
      body: { message: contract.answerTexts.groupsOnly },
    });
    expect((await create(ann, eve)).status).toBe(201);
  });
});

describe('[CHT-20] a chat with one friend', () => {
  test('is created once; creating it again is refused with its id, from either side', async () => {
    const [eve, fay] = [await aVerifiedUser({ name: 'Eve' }), await aVerifiedUser({ name: 'Fay' })];
    await befriend(eve, fay);
    const { status, body } = await create(eve, fay);
    expect(status).toBe(201);
    expect(await create(eve, fay)).toMatchObject({ status: 409, body: { code: 'chat_exists', chatId: body.chatId } });
    expect(await create(fay, eve)).toMatchObject({ status: 409, body: { chatId: body.chatId } });
    expect(await detail(fay, body.chatId)).toMatchObject({
      status: 200,
      body: { data: { name: 'Eve', avatar: eve.user.avatar, isGroup: false, ownerId: eve.user.id, calling: null } },
    });
    expect(await systemMessages(eve, body.chatId)).toEqual([]);
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
    const [eve, fay] = [await aVerifiedUser(), await aVerifiedUser()];
    const chatId = await aChat(eve, fay);
    const evesPhone = await connect(app, eve);
    expect((await eve.call(contract.deleteChat, { chatId })).status).toBe(200);
    expect(await evesPhone.waitFor('outChat')).toEqual([chatId]);
    expect(await list(eve)).toEqual([]);
    expect(await list(fay)).toHaveLength(1);
    expect(await create(eve, fay)).toMatchObject({ status: 201, body: { chatId } });
    expect(await list(eve)).toHaveLength(1);
  });

  test('is the visible one when a hidden one exists too', async () => {
    const [eve, fay, gus] = [await aVerifiedUser(), await aVerifiedUser(), await aVerifiedUser()];
    const direct = await aChat(eve, fay);
    await befriend(eve, gus);
    const { chatId } = (await create(eve, fay, gus)).body;
    await gus.call(contract.leaveChat, { chatId });
    await eve.call(contract.deleteChat, { chatId });
    expect(await create(eve, fay)).toMatchObject({ status: 409, body: { chatId: direct } });
  });

  test('is found regardless of the case of the ids', async () => {
    const [eve, fay] = [await aVerifiedUser(), await aVerifiedUser()];
    const chatId = await aChat(eve, fay);
    const capitals = await eve.call(contract.createChat, {
      members: [asId<contract.UserId>(fay.user.id.toUpperCase())],
    });
    expect(capitals).toMatchObject({ status: 409, body: { chatId } });
    expect(
      (await eve.call(contract.sendFriendRequest, { friendId: asId<contract.UserId>(eve.user.id.toUpperCase()) }))
        .status,
    ).toBe(400);
    expect((await detail(eve, asId(chatId.toUpperCase()))).status).toBe(200);
  });

  test('keeps the name of the person who left; creating it again makes a new one', async () => {
    const [eve, fay] = [await aVerifiedUser({ name: 'Eve' }), await aVerifiedUser({ name: 'Fay' })];
    const chatId = await aChat(eve, fay);
    expect((await fay.call(contract.leaveChat, { chatId })).status).toBe(200);
    expect((await list(eve))[0]).toMatchObject({ _id: chatId, name: 'Fay', members: [eve.user.id], isGroup: false });
    const again = await create(eve, fay);
    expect(again.status).toBe(201);
    expect(again.body.chatId).not.toBe(chatId);
  });

  test('cannot be edited, and nobody can be removed from it', async () => {
    const [eve, fay] = [await aVerifiedUser(), await aVerifiedUser()];
    const chatId = await aChat(eve, fay);
    expect(await eve.call(contract.editChat, { chatId, name: 'Us' })).toMatchObject({ status: 400 });
    expect(await eve.call(contract.removeMember, { chatId, memberId: fay.user.id })).toMatchObject({ status: 400 });
  });
});

describe('[CHT-21] a group', () => {
  test('is named after its members, shows who created it, and is sent to everybody', async () => {
    const phones = await Promise.all([bob, cat, dan].map((person) => connect(app, person)));
    const { body } = await create(ann, bob, cat, dan, bob);
    const { chatId } = body;
    for (const phone of phones) expect(await phone.waitFor('joinChat')).toEqual([chatId]);
    for (const phone of phones)
      await phone.waitFor('newMessage', (message) => message.content === 'Ann created the group');
    const { data } = (await detail(bob, chatId)).body;
    expect(data).toMatchObject({
      name: 'Ann, Cat, Dan',
      avatar: `/api/avatars/${chatId}.svg`,
      isGroup: true,
      ownerId: ann.user.id,
    });
    expect(data.members.map((member) => member.name).toSorted()).toEqual(['Ann', 'Bob', 'Cat', 'Dan']);
    expect(await systemMessages(cat, chatId)).toEqual(['Ann created the group']);
    expect((await bob.send('GET', data.avatar)).text).toContain('</svg>');
  });

  test('[CHT-202] keeps its own name and picture when two or one are left, in the list and in detail', async () => {
    const [eve, fay, gus] = [
      await aVerifiedUser({ name: 'Eve' }),
      await aVerifiedUser({ name: 'Fay' }),
      await aVerifiedUser({ name: 'Gus' }),
    ];
    const chatId = await aChat(eve, fay, gus);
    await eve.call(contract.editChat, { chatId, name: 'Hiking' });
    for (const leaving of [gus, fay]) {
      await leaving.call(contract.leaveChat, { chatId });
      const shown = { _id: chatId, name: 'Hiking', avatar: `/api/avatars/${chatId}.svg`, isGroup: false };
      expect((await list(eve))[0]).toMatchObject(shown);
      expect((await detail(eve, chatId)).body.data).toMatchObject(shown);
    }
  });

  test('[CHT-202] without its own name is named after the other person when two are left', async () => {
    const [eve, fay, gus] = [await aVerifiedUser(), await aVerifiedUser({ name: 'Fay' }), await aVerifiedUser()];
    const chatId = await aChat(eve, fay, gus);
    await gus.call(contract.leaveChat, { chatId });
    const shown = { _id: chatId, name: 'Fay', avatar: fay.user.avatar };
    expect((await list(eve))[0]).toMatchObject(shown);
    expect((await detail(eve, chatId)).body.data).toMatchObject(shown);
  });

  test('of five shows three names and how many more', async () => {
    const eve = await aVerifiedUser({ name: 'Eve' });
    const chatId = await aChat(
      eve,
      ...(await Promise.all(['Gil', 'Hal', 'Ida', 'Joe'].map((name) => aVerifiedUser({ name })))),
    );
    expect((await list(eve))[0]?.name).toMatch(/^\w+, \w+, \w+ and 1 more$/);
    const kim = await aVerifiedUser();
    await befriend(eve, kim);
    expect(await eve.call(contract.addMembers, { chatId, members: [kim.user.id] })).toMatchObject({
      status: 400,
      body: { message: 'This group is full' },
    });
  });

  test('with strangers or unknown people is refused with the same error, and nothing is created', async () => {
    const stranger = await aVerifiedUser();
    const before = await list(ann);
    const refusals = await Promise.all([
      create(ann, bob, stranger),
      ann.call(contract.createChat, {
        members: [bob.user.id, asId<contract.UserId>('00000000-0000-7000-8000-000000000000')],
      }),
    ]);
    expect(refusals[0]).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect(refusals[1]?.body).toEqual(refusals[0]?.body);
    expect(await list(ann)).toEqual(before);
  });

  test.each([
    [[]],
    [undefined],
    ['x'],
    [['x']],
    [[{}]],
    [Array.from({ length: 1001 }, () => '00000000-0000-7000-8000-000000000000')],
  ])('with members %j is malformed', async (members) => {
    expect((await ann.send('POST', contract.createChat.path, { body: { members } })).status).toBe(400);
  });

  test('of oneself alone is refused', async () => {
    expect(await create(ann, ann)).toMatchObject({ status: 400, body: { message: 'Please add at least one member' } });
  });
});

describe('[CHT-22] members', () => {
  test('are added by any member from their friends, and see only later messages', async () => {
    const [eve, fay, gus, hal] = await Promise.all(['Eve', 'Fay', 'Gus', 'Hal'].map((name) => aVerifiedUser({ name })));
    if (!eve || !fay || !gus || !hal) throw new Error('people');
    const chatId = await aChat(eve, fay, gus);
    await eve.call(contract.editChat, { chatId, name: 'Old times' });
    await befriend(fay, hal);
    const [evesPhone, halsPhone] = [await connect(app, eve), await connect(app, hal)];

    expect((await fay.call(contract.addMembers, { chatId, members: [hal.user.id, gus.user.id] })).status).toBe(200);
    expect(await halsPhone.waitFor('joinChat')).toEqual([chatId]);
    await halsPhone.waitFor('newMessage', (message) => message.content === 'Fay added Hal');
    expect(await evesPhone.waitFor('updateChat')).toEqual([chatId]);
    expect(await systemMessages(hal, chatId)).toEqual(['Fay added Hal']);
    expect(await systemMessages(eve, chatId)).toHaveLength(3);
    expect((await hal.call(contract.getMessages, { chatId, before: 3 })).body.data).toEqual([]);
    expect((await hal.call(contract.getMessages, { chatId, after: 0 })).body.data).toHaveLength(1);
  });

  test('added to a direct chat make it a group', async () => {
    const [eve, fay, gus] = [await aVerifiedUser(), await aVerifiedUser(), await aVerifiedUser()];
    const chatId = await aChat(eve, fay);
    await befriend(eve, gus);
    await eve.call(contract.addMembers, { chatId, members: [gus.user.id] });
    expect((await detail(fay, chatId)).body.data.isGroup).toBe(true);
    const direct = await create(eve, fay);
    expect(direct.status).toBe(201);
    expect(direct.body.chatId).not.toBe(chatId);
  });

  test('are removed by the owner, not by other members, and receive nothing of the chat afterwards', async () => {
    const [eve, fay, gus] = [
      await aVerifiedUser({ name: 'Eve' }),
      await aVerifiedUser({ name: 'Fay' }),
      await aVerifiedUser({ name: 'Gus' }),
    ];
    const chatId = await aChat(eve, fay, gus);
    const gusPhone = await connect(app, gus);
    const evesPhone = await connect(app, eve);
    expect(await fay.call(contract.removeMember, { chatId, memberId: gus.user.id })).toMatchObject({
      status: 403,
      body: { code: 'forbidden', message: contract.groupTexts.adminsRemove },
    });
    expect((await eve.call(contract.removeMember, { chatId, memberId: gus.user.id })).status).toBe(200);
    expect(await gusPhone.waitFor('outChat')).toEqual([chatId]);
    await evesPhone.waitFor('newMessage', (message) => message.content === 'Eve removed Gus');
    expect(
      gusPhone
        .all('newMessage')
        .flat()
        .map((message) => message.content),
    ).not.toContain('Eve removed Gus');
    expect((await detail(gus, chatId)).status).toBe(404);
    expect((await gus.call(contract.getMessages, { chatId })).status).toBe(404);
    expect(await list(gus)).toEqual([]);
  });

  test('who were removed and added again see nothing from before', async () => {
    const [eve, fay, gus] = [
      await aVerifiedUser({ name: 'Eve' }),
      await aVerifiedUser(),
      await aVerifiedUser({ name: 'Gus' }),
    ];
    const hal = await aVerifiedUser();
    const chatId = await aChat(eve, fay, gus, hal);
    await eve.call(contract.removeMember, { chatId, memberId: gus.user.id });
    await eve.call(contract.addMembers, { chatId, members: [gus.user.id] });
    expect(await systemMessages(gus, chatId)).toEqual(['Eve added Gus']);
  });

  test('can leave; the longest-standing one becomes the owner, and the last one deletes the chat', async () => {
    const [eve, fay, gus] = [
      await aVerifiedUser({ name: 'Eve' }),
      await aVerifiedUser({ name: 'Fay' }),
      await aVerifiedUser({ name: 'Gus' }),
    ];
    const chatId = await aChat(eve, fay, gus);
    const evesPhone = await connect(app, eve);
    expect((await eve.call(contract.leaveChat, { chatId })).status).toBe(200);
    expect(await evesPhone.waitFor('outChat')).toEqual([chatId]);
    const after = (await detail(fay, chatId)).body.data;
    expect([fay.user.id, gus.user.id]).toContain(after.ownerId);
    expect(await systemMessages(fay, chatId)).toEqual(['Eve created the group', 'Eve left']);
    expect((await eve.call(contract.leaveChat, { chatId })).status).toBe(404);

    await fay.call(contract.leaveChat, { chatId });
    await gus.call(contract.leaveChat, { chatId });
    expect(await app.database.sql`select count(*)::int as chats from chats where id = ${chatId}`).toEqual([
      { chats: 0 },
    ]);
  });
});

describe('[CHT-23] a group is changed', () => {
  test('in name and picture by any member, with a system message each', async () => {
    const chatId = await aChat(await aVerifiedUser(), ann, await aVerifiedUser());
    const phone = await connect(app, ann);
    expect((await ann.call(contract.editChat, { chatId, name: '  Book  club ' })).status).toBe(200);
    expect((await detail(ann, chatId)).body.data.name).toBe('Book club');
    await phone.waitFor('updateChat');
    expect((await systemMessages(ann, chatId)).at(-1)).toBe('Ann changed the chat name to Book club');
    const count = (await systemMessages(ann, chatId)).length;
    await ann.call(contract.editChat, { chatId, name: 'Book club', avatar: `/api/avatars/${chatId}.svg` });
    expect(await systemMessages(ann, chatId)).toHaveLength(count);
  });

  test.each([
    { name: '' },
    { name: '\u200b' },
    { name: 'a'.repeat(101) },
    { name: ['x'] },
    { avatar: 'http://evil.example/x.png' },
    { avatar: '/api/uploads/x.png' },
  ])('not to %j', async (change) => {
    const chatId = await aChat(await aVerifiedUser(), await aVerifiedUser(), cat);
    const before = (await detail(cat, chatId)).body;
    expect((await cat.send('POST', contract.editChat.path, { body: { chatId, ...change } })).status).toBe(400);
    expect((await detail(cat, chatId)).body).toEqual(before);
  });

  test('and deleted for everybody only by its owner', async () => {
    const [eve, fay, gus] = [await aVerifiedUser(), await aVerifiedUser(), await aVerifiedUser()];
    const chatId = await aChat(eve, fay, gus);
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
    const [eve, fay, gus] = [
      await aVerifiedUser({ name: 'Eve' }),
      await aVerifiedUser({ name: 'Fay 100%' }),
      await aVerifiedUser({ name: 'Gus' }),
    ];
    const direct = await aChat(eve, fay);
    await befriend(eve, gus);
    const { body } = await create(eve, fay, gus);
    await eve.call(contract.editChat, { chatId: body.chatId, name: 'Harbour' });
    expect((await list(eve)).map((chat) => chat._id)).toEqual([body.chatId, direct]);
    const find = async (search: string) =>
      (await eve.call(contract.getChats, { search })).body.data.map((chat) => chat._id);
    expect(await find('harb')).toEqual([body.chatId]);
    expect(await find('gus')).toEqual([body.chatId]);
    expect(await find('100%')).toEqual([body.chatId, direct]);
    expect(await find('_')).toEqual([]);
    expect(await find('eve')).toEqual([]);
    expect(await list(await aVerifiedUser())).toEqual([]);
  });

  test('[CHT-221] [CHT-222] includes the last author of a group and the faces in its picture', async () => {
    const [eve, fay, gus] = [
      await aVerifiedUser({ name: 'Eve' }),
      await aVerifiedUser({ name: 'Fay' }),
      await aVerifiedUser({ name: 'Gus' }),
    ];
    await befriend(eve, fay);
    await befriend(eve, gus);
    const { chatId } = (await create(eve, fay, gus)).body;
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

  test.each(['get/00000000-0000-7000-8000-000000000000', 'get/x', 'get/..%2f..', `get/${'x'.repeat(9000)}`])(
    'knows no chat under %s',
    async (path) => {
      expect([400, 404]).toContain((await ann.send('GET', `/api/chats/${path}`)).status);
    },
  );

  test('shows a new name of a person live', async () => {
    const [eve, fay] = [await aVerifiedUser({ name: 'Eve' }), await aVerifiedUser({ name: 'Fay' })];
    const chatId = await aChat(eve, fay);
    const phone = await connect(app, fay);
    await eve.call(contract.updateProfile, { name: 'Eva' });
    expect(await phone.waitFor('updateChat')).toEqual([chatId]);
    expect(await phone.waitFor('userUpdated')).toEqual([
      { _id: eve.user.id, id: eve.user.id, name: 'Eva', avatar: eve.user.avatar },
    ]);
    expect((await list(fay))[0]?.name).toBe('Eva');
  });

  test('[CHT-252] sends a new name once per device, not per shared chat, and an unchanged one to none', async () => {
    const [eve, fay, gus] = [await aVerifiedUser(), await aVerifiedUser(), await aVerifiedUser()];
    await aChat(eve, fay);
    await befriend(eve, gus);
    for (let groups = 0; groups < 2; groups += 1) await create(eve, fay, gus);
    const phones = [await connect(app, eve), await connect(app, fay), await connect(app, gus)];
    const hearAll = (name: string) =>
      Promise.all(phones.map((phone) => phone.waitFor('userUpdated', (person) => person.name === name)));
    await eve.call(contract.updateProfile, { name: 'Eva' });
    await hearAll('Eva');
    for (const name of ['Eva', 'Evelyn']) await eve.call(contract.updateProfile, { name });
    await hearAll('Evelyn');
    for (const phone of phones) {
      expect(phone.all('userUpdated').map(([{ name }]) => name)).toEqual(['Eva', 'Evelyn']);
    }
  });

  test('lists the current members after people joined, left or were deleted', async () => {
    const [eve, fay, gus, hal] = [
      await aVerifiedUser(),
      await aVerifiedUser(),
      await aVerifiedUser(),
      await aVerifiedUser(),
    ];
    for (const other of [fay, gus, hal]) await befriend(eve, other);
    const chatId = (await create(eve, fay, gus)).body.chatId;
    const members = async () => (await list(eve)).find((chat) => chat._id === chatId)?.members.toSorted();
    const idsOf = (...them: Person[]) => them.map((person) => person.user.id).toSorted();
    await Promise.all([
      eve.call(contract.addMembers, { chatId, members: [hal.user.id] }),
      eve.call(contract.removeMember, { chatId, memberId: fay.user.id }),
    ]);
    expect(await members()).toEqual(idsOf(eve, gus, hal));
    await app.database.sql`delete from users where id = ${gus.user.id}`;
    expect(await members()).toEqual(idsOf(eve, hal));
  });
});
