import * as contract from '@chat-app/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { connect } from '../../../test/device.ts';
import { type Person, people } from '../../../test/people.ts';
import { useTestApp } from '../../../test/test-app.ts';

const app = useTestApp();
const { aVerifiedUser, befriend } = people(app);

let ann: Person;
let bob: Person;
let cat: Person;
let dan: Person;
beforeAll(async () => {
  ann = await aVerifiedUser({ name: 'Ann' });
  bob = await aVerifiedUser({ name: 'Bob' });
  cat = await aVerifiedUser({ name: 'Cat' });
  dan = await aVerifiedUser({ name: 'Dan' });
  for (const friend of [bob, cat, dan]) await befriend(ann, friend);
});

/** A new group of Ann, Bob and Dan. */
const aGroup = async () => (await ann.call(contract.createChat, { members: [bob.user.id, dan.user.id] })).body.chatId;
const say = async (person: Person, chatId: contract.ChatId, content: string) =>
  (await person.call(contract.sendMessage, { chatId, content, type: 'text' })).body.message;
const edit = (person: Person, messageId: contract.MessageId, content: string) =>
  person.call(contract.editMessage, { messageId, content });
const changes = async (person: Person, chatId: contract.ChatId, after = 0, limit?: number) =>
  (await person.call(contract.getChanges, { chatId, after, ...(limit !== undefined && { limit }) })).body;
const summary = ({ data }: { data: contract.MessageChange[] }) =>
  data.map((change) => ('message' in change ? change.message.content : `deleted ${change.deleted.seq}`));

describe('[MSG-400] the changes of a chat', () => {
  test('are new, edited and deleted messages, each once, by ascending rev', async () => {
    const chatId = await aGroup();
    const { rev: before } = await changes(ann, chatId);
    const [one, two, three] = [
      await say(ann, chatId, 'one'),
      await say(bob, chatId, 'two'),
      await say(ann, chatId, '3'),
    ];
    expect([one.rev, two.rev, three.rev]).toEqual([before + 1, before + 2, before + 3]);
    expect((await edit(ann, one._id, 'one!')).body.message.rev).toBe(before + 4);
    expect((await edit(ann, one._id, 'one!!')).body.message.rev).toBe(before + 5);
    await ann.call(contract.deleteMessage, { messageId: three._id });

    const all = await changes(bob, chatId, before);
    expect(summary(all)).toEqual(['two', 'one!!', `deleted ${three.seq}`]);
    expect(all).toMatchObject({ rev: before + 6, haveMore: false });
    expect(all.data[1]).toEqual({
      message: expect.objectContaining({ rev: before + 5, sender: { ...one.sender, isMine: false } }),
    });
    expect(all.data[2]).toEqual({ deleted: { _id: three._id, seq: three.seq, rev: before + 6 } });
    expect(await changes(bob, chatId, before + 6)).toEqual({
      data: [],
      rev: before + 6,
      haveMore: false,
      hiddenUpTo: 0,
    });

    const page = await changes(bob, chatId, before, 2);
    expect({ seen: summary(page), haveMore: page.haveMore }).toEqual({ seen: ['two', 'one!!'], haveMore: true });
  });

  test('[MSG-522] are those of messages since the member joined, and say up to where nothing is seen', async () => {
    const chatId = await aGroup();
    const early = await say(ann, chatId, 'early');
    await ann.call(contract.addMembers, { chatId, members: [cat.user.id] });
    await edit(ann, early._id, 'early, edited');
    const { rev, hiddenUpTo } = await changes(cat, chatId);
    expect(hiddenUpTo).toBeGreaterThanOrEqual(early.seq);
    expect(await changes(cat, chatId, rev)).toEqual({ data: [], rev, haveMore: false, hiddenUpTo });
    await say(ann, chatId, 'late');
    const seen = summary(await changes(cat, chatId));
    expect([seen.at(-1), seen.includes('early, edited')]).toEqual(['late', false]);
    for (const wrong of [{ after: -1 }, { after: 'x' }, { after: 0, limit: 0 }, { after: 0, limit: 201 }, {}]) {
      expect((await ann.call(contract.getChanges, { chatId, ...wrong } as never)).status).toBe(400);
    }
  });

  test('[MSG-11] bring a device that was away to the state of one that stayed, wherever it left', async () => {
    const chatId = await aGroup();
    const stateOf = async (person: Person) =>
      (await person.call(contract.getMessages, { chatId, limit: 50 })).body.data;
    const snapshots: { rev: number; messages: contract.Message[] }[] = [];
    const keep = async () => snapshots.push({ rev: (await changes(bob, chatId)).rev, messages: await stateOf(bob) });
    await keep();
    const [one, two, three] = [await say(ann, chatId, '1'), await say(bob, chatId, '2'), await say(ann, chatId, '3')];
    const steps = [
      () => edit(ann, one._id, 'edited'),
      () => edit(bob, two._id, 'edited too'),
      () => ann.call(contract.deleteMessage, { messageId: three._id }),
      () => say(bob, chatId, '4'),
      () => edit(ann, one._id, 'edited again'),
    ];
    for (const step of steps) {
      await keep();
      await step();
    }
    const present = await stateOf(bob);
    for (const { rev, messages } of snapshots) {
      const state = new Map(messages.map((message) => [message._id, message]));
      for (const change of (await changes(bob, chatId, rev)).data) {
        if ('deleted' in change) state.delete(change.deleted._id);
        else state.set(change.message._id, change.message);
      }
      expect([...state.values()].toSorted((a, b) => b.seq - a.seq)).toEqual(present);
    }
  });
});

describe('[MSG-401] editing a message', () => {
  test('changes it for everybody, on every device, and in the chat list', async () => {
    const chatId = await aGroup();
    const message = await say(ann, chatId, 'Helo');
    const [mine, theirs] = [await connect(app, ann), await connect(app, bob)];
    const { status, body } = await edit(ann, message._id, '  Hello  ');
    expect(status).toBe(200);
    expect(body.message).toEqual({
      ...message,
      content: 'Hello',
      rev: (message.rev ?? 0) + 1,
      editedAt: expect.any(String),
    });
    expect(await mine.waitFor('editMessage')).toEqual([body.message]);
    const [heard] = await theirs.waitFor('editMessage');
    expect(heard).toEqual({ ...body.message, sender: { ...message.sender, isMine: false } });
    expect((await bob.call(contract.getMessages, { chatId })).body.data[0]?.content).toBe('Hello');
    expect((await bob.call(contract.getChats, {})).body.data.find(({ _id }) => _id === chatId)?.lastMessage).toBe(
      'Hello',
    );
  });

  test('derives its type again, is for texts and emoji only, and to the same content changes nothing', async () => {
    const chatId = await aGroup();
    const { _id } = await say(ann, chatId, 'thumbs up');
    expect((await edit(ann, _id, '👍')).body.message.type).toBe('emoji');
    const { message } = (await edit(ann, _id, 'text')).body;
    expect(message.type).toBe('text');
    expect((await edit(ann, _id, 'text')).body.message).toEqual(message);
    for (const content of ['', '   ', 'x'.repeat(10_001)]) expect((await edit(ann, _id, content)).status).toBe(400);
    const image = await say(ann, chatId, 'https://example.org/a.png');
    expect((await edit(ann, image._id, 'text')).status).toBe(400);
  });

  test('at the same time as its deletion leaves it deleted', async () => {
    const chatId = await aGroup();
    for (let round = 0; round < 5; round += 1) {
      const message = await say(ann, chatId, `text ${round}`);
      const [edited] = await Promise.all([
        edit(ann, message._id, 'edited'),
        ann.call(contract.deleteMessage, { messageId: message._id }),
      ]);
      expect([200, 404]).toContain(edited.status);
      expect((await bob.call(contract.getMessages, { chatId })).body.data.map(({ _id }) => _id)).not.toContain(
        message._id,
      );
    }
  });
});

describe('[MSG-402] the versions of a message', () => {
  test('are what it said, oldest first, for everybody who sees it, and gone when it is deleted', async () => {
    const chatId = await aGroup();
    const message = await say(ann, chatId, 'one');
    for (const content of ['two', 'three']) await edit(ann, message._id, content);
    const versions = (person: Person) => person.call(contract.getVersions, { messageId: message._id });
    const { data } = (await versions(bob)).body;
    expect(data.map(({ content }) => content)).toEqual(['one', 'two', 'three']);
    expect(data[0]?.at).toBe(message.createdAt);
    expect(data.map(({ at }) => at)).toEqual(data.map(({ at }) => at).toSorted());
    await ann.call(contract.deleteMessage, { messageId: message._id });
    expect((await versions(ann)).status).toBe(404);
    expect(await app.database.sql`select from message_versions where message_id = ${message._id}`).toEqual([]);
  });
});
