import * as contract from '@chat-app/contract';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { connect } from '../../../test/device.ts';
import type { Person } from '../../../test/people.ts';
import { useTestApp } from '../../../test/test-app.ts';
import { addTo, changesOf, chatAmong, chats, edit, pageOf, remove, rowOf, say } from '../../../test/chats.ts';

const app = useTestApp();
const { befriend, users } = chats(app);

let ann: Person, bob: Person, cat: Person, dan: Person, chatId: contract.ChatId;
beforeAll(async () => {
  [ann, bob, cat, dan] = await users('Ann', 'Bob', 'Cat', 'Dan');
  for (const friend of [bob, cat, dan]) await befriend(ann, friend);
});
beforeEach(async () => void (chatId = await chatAmong(ann, bob, dan)));

const summary = ({ data }: { data: contract.MessageChange[] }) =>
  data.map((change) => ('message' in change ? change.message.content : `deleted ${change.deleted.seq}`));

test('[SEC-25] a page of long messages ends early, and says so', async () => {
  const { rev } = await changesOf(ann, chatId);
  for (let count = 0; count < 30; count += 1) await say(ann, chatId, `${count} `.padEnd(10_000, '字'));
  const seen: string[] = [];
  let after = rev;
  const pages: number[] = [];
  for (let haveMore = true; haveMore;) {
    const page = await changesOf(bob, chatId, after, 200);
    seen.push(...summary(page).map((content) => content.slice(0, 3).trim()));
    pages.push(page.data.length);
    after = Math.max(
      ...page.data.map((change) => ('message' in change ? (change.message.rev ?? 0) : change.deleted.rev)),
    );
    haveMore = page.haveMore;
  }
  expect(pages.every((length) => length < 12)).toBe(true);
  expect(seen.map((text) => Number.parseInt(text, 10))).toEqual(Array.from({ length: 30 }, (_, index) => index));
});

describe('[MSG-400] the changes of a chat', () => {
  test('are new, edited and deleted messages, each once, by ascending rev', async () => {
    const { rev: before } = await changesOf(ann, chatId);
    const one = await say(ann, chatId, 'one');
    const [two, three] = [await say(bob, chatId, 'two'), await say(ann, chatId, 'three')];
    expect([one.rev, two.rev, three.rev]).toEqual([before + 1, before + 2, before + 3]);
    expect((await edit(ann, one, 'one!')).body.message.rev).toBe(before + 4);
    expect((await edit(ann, one, 'one!!')).body.message.rev).toBe(before + 5);
    await remove(ann, three);

    const all = await changesOf(bob, chatId, before);
    expect(summary(all)).toEqual(['two', 'one!!', `deleted ${three.seq}`]);
    expect(all).toMatchObject({ rev: before + 6, haveMore: false });
    expect(all.data[1]).toEqual({
      message: expect.objectContaining({ rev: before + 5, sender: { ...one.sender, isMine: false } }),
    });
    expect(all.data[2]).toEqual({ deleted: { _id: three._id, seq: three.seq, rev: before + 6 } });
    const none = { data: [], rev: before + 6, haveMore: false, hiddenUpTo: 0 };
    expect(await changesOf(bob, chatId, before + 6)).toEqual(none);

    const page = await changesOf(bob, chatId, before, 2);
    expect({ seen: summary(page), haveMore: page.haveMore }).toEqual({ seen: ['two', 'one!!'], haveMore: true });
  });

  test('[MSG-522] are those of messages since the member joined, and say up to where nothing is seen', async () => {
    const early = await say(ann, chatId, 'early');
    await addTo(chatId, ann, cat);
    await edit(ann, early, 'early, edited');
    const { rev, hiddenUpTo } = await changesOf(cat, chatId);
    expect(hiddenUpTo).toBeGreaterThanOrEqual(early.seq);
    expect(await changesOf(cat, chatId, rev)).toEqual({ data: [], rev, haveMore: false, hiddenUpTo });
    await say(ann, chatId, 'late');
    const seen = summary(await changesOf(cat, chatId));
    expect([seen.at(-1), seen.includes('early, edited')]).toEqual(['late', false]);
    for (const wrong of [{ after: -1 }, { after: 'x' }, { after: 0, limit: 0 }, { after: 0, limit: 201 }, {}]) {
      expect((await ann.call(contract.getChanges, { chatId, ...wrong } as never)).status).toBe(400);
    }
  });

  test('[MSG-11] bring a device that was away to the state of one that stayed, wherever it left', async () => {
    const stateOf = async (person: Person) => (await pageOf(person, chatId, { limit: 50 })).data;
    const snapshots: { rev: number; messages: contract.Message[] }[] = [];
    const keep = async () => snapshots.push({ rev: (await changesOf(bob, chatId)).rev, messages: await stateOf(bob) });
    await keep();
    const [one, two, three] = [await say(ann, chatId, '1'), await say(bob, chatId, '2'), await say(ann, chatId, '3')];
    const steps = [
      () => edit(ann, one, 'edited'),
      () => edit(bob, two, 'edited too'),
      () => remove(ann, three),
      () => say(bob, chatId, '4'),
      () => edit(ann, one, 'edited again'),
    ];
    for (const step of steps) {
      await keep();
      await step();
    }
    const present = await stateOf(bob);
    for (const { rev, messages } of snapshots) {
      const state = new Map(messages.map((message) => [message._id, message]));
      for (const change of (await changesOf(bob, chatId, rev)).data) {
        if ('deleted' in change) state.delete(change.deleted._id);
        else state.set(change.message._id, change.message);
      }
      expect([...state.values()].toSorted((a, b) => b.seq - a.seq)).toEqual(present);
    }
  });
});

describe('[MSG-401] editing a message', () => {
  test('changes it for everybody, on every device, and in the chat list', async () => {
    const message = await say(ann, chatId, 'Helo');
    const [mine, theirs] = [await connect(app, ann), await connect(app, bob)];
    const { status, body } = await edit(ann, message, '  Hello  ');
    expect(status).toBe(200);
    const { rev = 0 } = message;
    expect(body.message).toEqual({ ...message, content: 'Hello', rev: rev + 1, editedAt: expect.any(String) });
    expect(await mine.waitFor('editMessage')).toEqual([body.message]);
    const [heard] = await theirs.waitFor('editMessage');
    expect(heard).toEqual({ ...body.message, sender: { ...message.sender, isMine: false } });
    expect((await pageOf(bob, chatId)).data[0]?.content).toBe('Hello');
    expect((await rowOf(bob, chatId))?.lastMessage).toBe('Hello');
  });

  test('derives its type again, is for texts and emoji only, and leaves a message deleted at the same time deleted', async () => {
    const said = await say(ann, chatId, 'thumbs up');
    expect((await edit(ann, said, '👍')).body.message.type).toBe('emoji');
    const { message } = (await edit(ann, said, 'text')).body;
    expect(message.type).toBe('text');
    expect((await edit(ann, said, 'text')).body.message).toEqual(message);
    for (const content of ['', '   ', 'x'.repeat(10_001)]) expect((await edit(ann, said, content)).status).toBe(400);
    const image = await say(ann, chatId, 'https://example.org/a.png');
    expect((await edit(ann, image, 'text')).status).toBe(400);

    for (let round = 0; round < 5; round += 1) {
      const raced = await say(ann, chatId, `text ${round}`);
      const [edited] = await Promise.all([edit(ann, raced, 'edited'), remove(ann, raced)]);
      expect([200, 404]).toContain(edited.status);
      expect((await pageOf(bob, chatId)).data.map(({ _id }) => _id)).not.toContain(raced._id);
    }
  });
});

test('[MSG-402] the versions of a message are what it said, oldest first, and gone when it is deleted', async () => {
  const message = await say(ann, chatId, 'one');
  for (const content of ['two', 'three']) await edit(ann, message, content);
  const versions = (person: Person) => person.call(contract.getVersions, { messageId: message._id });
  const { data } = (await versions(bob)).body;
  expect(data.map(({ content }) => content)).toEqual(['one', 'two', 'three']);
  expect(data[0]?.at).toBe(message.createdAt);
  expect(data.map(({ at }) => at)).toEqual(data.map(({ at }) => at).toSorted());
  await remove(ann, message);
  expect((await versions(ann)).status).toBe(404);
  expect(await app.database.sql`select from message_versions where message_id = ${message._id}`).toEqual([]);
});
