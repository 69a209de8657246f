import * as contract from '@chat-app/contract';
import sharp from 'sharp';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { asId } from '../../../test/as-id.ts';
import { connect } from '../../../test/device.ts';
import { type Person, people } from '../../../test/people.ts';
import { useTestApp } from '../../../test/test-app.ts';

const app = useTestApp();
const { aChat, aVerifiedUser, befriend } = people(app);

let ann: Person;
let bob: Person;
let cat: Person;
let source: contract.ChatId;
let target: contract.ChatId;
let group: contract.ChatId;
beforeAll(async () => {
  ann = await aVerifiedUser({ name: 'Ann' });
  bob = await aVerifiedUser({ name: 'Bob' });
  cat = await aVerifiedUser({ name: 'Cat' });
  source = await aChat(ann, bob);
  target = await aChat(ann, cat);
  group = (await ann.call(contract.createChat, { members: [bob.user.id, cat.user.id] })).body.chatId;
});

let keys = 0;
const aKey = () => asId<contract.ClientId>(`key-${(keys += 1)}`);
const say = async (person: Person, content: string, chatId = source) =>
  (await person.call(contract.sendMessage, { chatId, content, type: 'text' })).body.message;
const forward = (
  person: Person,
  messages: readonly (contract.Message | contract.MessageId)[],
  chatIds: contract.ChatId[],
  clientId = aKey(),
) =>
  person.call(contract.forwardMessages, {
    messageIds: messages.map((message) => (typeof message === 'string' ? message : message._id)),
    chatIds,
    clientId,
  });
const contentsOf = async (person: Person, chatId: contract.ChatId) => {
  const { data } = (await person.call(contract.getMessages, { chatId, limit: 50, skip: 0 })).body;
  return data.toReversed().map(({ content }) => content);
};
const newest = async (person: Person, chatId: contract.ChatId) =>
  (await person.call(contract.getMessages, { chatId, skip: 0 })).body.data[0];

describe('[MSG-430] forwarded messages', () => {
  test('reach every chat in the given order, with the name of their author', async () => {
    const [one, two] = [await say(bob, 'First'), await say(ann, 'Second')];
    const [cats, anns] = [await connect(app, cat), await connect(app, ann)];
    const { status, body } = await forward(ann, [two, one, two], [target, group, target]);
    expect(status).toBe(201);
    const expected = [target, group].flatMap((chatId) => [
      { chatId, content: 'Second', type: 'text', replyTo: null, forwardedFrom: { name: 'Ann' } },
      { chatId, content: 'First', type: 'text', replyTo: null, forwardedFrom: { name: 'Bob' } },
    ]);
    expect(body.messages).toMatchObject(expected);
    expect(body.messages.every(({ sender }) => sender?._id === ann.user.id && sender.isMine)).toBe(true);
    const last = body.messages[3];
    const [heard] = await cats.waitFor('newMessage', ({ _id }) => _id === last?._id);
    expect(heard).toEqual({ ...last, sender: { ...last?.sender, isMine: false } });
    const [own] = await anns.waitFor('newMessage', ({ _id }) => _id === last?._id);
    expect(own).toEqual(last);
    expect((await contentsOf(cat, target)).slice(-2)).toEqual(['Second', 'First']);
    expect((await newest(bob, group))?.forwardedFrom).toEqual({ name: 'Bob' });
    const { data } = (await cat.call(contract.getChanges, { chatId: group, after: (last?.rev ?? 0) - 1 })).body;
    expect(data).toMatchObject([{ message: { forwardedFrom: { name: 'Bob' } } }]);
    const rows = (await cat.call(contract.getChats, {})).body.data;
    expect(rows.find(({ _id }) => _id === target)).toMatchObject({
      lastMessage: 'First',
      unreadCount: expect.any(Number),
    });
  });

  test('keep the name of the first author when they are forwarded again, and can go to their own chat', async () => {
    const original = await say(bob, 'Original');
    const [copy] = (await forward(ann, [original], [target])).body.messages;
    const [again] = (await forward(cat, copy ? [copy] : [], [target])).body.messages;
    expect(again).toMatchObject({ content: 'Original', sender: { _id: cat.user.id }, forwardedFrom: { name: 'Bob' } });
  });

  test('are plain texts: without the reply, the mentions and the reactions of the original', async () => {
    const original = await say(bob, 'Question');
    const input = { chatId: source, type: 'text', replyTo: original._id } as const;
    const mention = `<@${bob.user.id}> and <@all>, <@${cat.user.id}>`;
    const { message } = (await ann.call(contract.sendMessage, { ...input, content: mention })).body;
    await app.database.sql`
      update messages set mention_ids = ${[bob.user.id]}::uuid[], mentions_all = true where id = ${message._id}`;
    await bob.call(contract.reactToMessage, { messageId: message._id, emoji: '👍', isOn: true });
    const [copy] = (await forward(ann, [message], [target])).body.messages;
    expect(copy).toMatchObject({ content: `@Bob and @all, <@${cat.user.id}>`, replyTo: null });
    expect(copy?.reactions).toBeUndefined();
    const [row] = await app.database.sql`select mention_ids, mentions_all from messages where id = ${copy?._id ?? ''}`;
    expect(row).toEqual({ mentionIds: null, mentionsAll: false });
  });

  test('cannot be edited, but deleted by who forwarded them', async () => {
    const [copy] = (await forward(ann, [await say(bob, 'His words')], [target])).body.messages;
    const messageId = copy?._id ?? asId<contract.MessageId>('none');
    expect(await ann.call(contract.editMessage, { messageId, content: 'My words' })).toMatchObject({ status: 400 });
    expect((await cat.call(contract.deleteMessage, { messageId })).status).toBe(403);
    expect((await ann.call(contract.deleteMessage, { messageId })).status).toBe(200);
  });
});

describe('[MSG-431] a forward is sent once, or not at all', () => {
  test('repeated with its idempotency key it returns the first messages, also after the originals are gone', async () => {
    const originals = [await say(ann, 'a'), await say(ann, 'b')];
    const clientId = asId<contract.ClientId>('x'.repeat(64));
    const first = await forward(ann, originals, [target, group], clientId);
    const before = [await contentsOf(ann, target), await contentsOf(ann, group)];
    for (const { _id } of originals) await ann.call(contract.deleteMessage, { messageId: _id });
    const second = await forward(ann, originals, [target, group], clientId);
    expect([first.status, second.status]).toEqual([201, 200]);
    expect(second.body).toEqual(first.body);
    expect([await contentsOf(ann, target), await contentsOf(ann, group)]).toEqual(before);
  });

  test('fifty messages to twenty chats twice at the same time', async () => {
    const friends = [bob, cat];
    const chats = [source, target, group];
    while (chats.length < contract.limits.forwardChatsMax) {
      chats.push((await ann.call(contract.createChat, { members: friends.map(({ user }) => user.id) })).body.chatId);
    }
    const originals: contract.Message[] = [];
    for (let index = 0; index < 50; index += 1) originals.push(await say(bob, `message ${index}`, group));
    const clientId = aKey();
    const answers = await Promise.all([1, 2].map(() => forward(ann, originals, chats, clientId)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 201]);
    expect(answers[0]?.body.messages).toEqual(answers[1]?.body.messages);
    const expected = originals.map(({ content }) => content);
    for (const chatId of [...chats.slice(3), target]) expect(await contentsOf(ann, chatId)).toEqual(expected);
    const [row] = await app.database.sql<{ count: number }[]>`
      select count(*)::int as count from messages where author_id = ${ann.user.id} and content = 'message 7'`;
    expect(row?.count).toBe(chats.length);
  }, 60_000);

  test('to more chats with the same key is sent to the new ones only', async () => {
    const original = await say(ann, 'once more');
    const clientId = aKey();
    await forward(ann, [original], [target], clientId);
    const { status, body } = await forward(ann, [original], [target, group], clientId);
    expect([status, body.messages.length]).toEqual([201, 2]);
    expect((await contentsOf(ann, target)).filter((content) => content === 'once more')).toHaveLength(1);
  });

  test('nothing is sent if one message or chat is foreign, unseen, deleted or unknown', async () => {
    const dee = await aVerifiedUser({ name: 'Dee' });
    await befriend(ann, dee);
    const fine = await say(ann, 'fine', group);
    await ann.call(contract.addMembers, { chatId: group, members: [dee.user.id] });
    const deleted = await say(ann, 'deleted', group);
    await ann.call(contract.deleteMessage, { messageId: deleted._id });
    const elsewhere = await say(ann, 'elsewhere', target);
    const seen = await say(ann, 'seen by all', group);
    const unknown = asId<contract.MessageId>('00000000-0000-4000-8000-000000000000');
    const before = await contentsOf(ann, group);
    for (const wrong of [fine, deleted, elsewhere, unknown]) {
      expect((await forward(dee, [seen, wrong], [group])).status).toBe(404);
    }
    for (const chatId of [target, asId<contract.ChatId>(unknown)]) {
      expect((await forward(dee, [seen], [group, chatId])).status).toBe(404);
    }
    expect(await contentsOf(ann, group)).toEqual(before);
    expect((await forward(dee, [seen], [group])).status).toBe(201);
  });

  test('system messages and direct transfers are refused, and so are wrong lists and keys', async () => {
    const fine = await say(ann, 'fine');
    const notice = (await ann.call(contract.getMessages, { chatId: group, limit: 50, before: 5 })).body.data.find(
      ({ type }) => type === 'system',
    );
    const { message: transfer } = (
      await ann.call(contract.recordTransfer, {
        chatId: source,
        senderId: ann.user.id,
        fileName: 'film.mkv',
        fileSize: 1,
        status: 'completed',
      })
    ).body;
    for (const wrong of [notice?._id ?? transfer._id, transfer._id]) {
      expect(await forward(ann, [fine, wrong], [target])).toMatchObject({
        status: 400,
        body: { message: contract.answerTexts.forwardContentOnly },
      });
    }
    const many = <Id>(id: Id, count: number) => Array.from({ length: count }, () => id);
    const body = { messageIds: [fine._id], chatIds: [target], clientId: 'k' };
    for (const wrong of [
      { messageIds: [] },
      { messageIds: many(fine._id, 51) },
      { messageIds: fine._id },
      { messageIds: ['x'] },
      { chatIds: [] },
      { chatIds: many(target, 21) },
      { chatIds: null },
      { clientId: undefined },
      { clientId: 'not ok!' },
      { clientId: 'x'.repeat(65) },
    ]) {
      const { status } = await ann.send('POST', contract.forwardMessages.path, { body: { ...body, ...wrong } });
      expect({ wrong, status }).toEqual({ wrong, status: 400 });
    }
  });

  test('large ones are limited more strictly', async () => {
    // Limits are off in this program, so the documented ones are compared.
    const { paths } = JSON.parse((await app.client().call(contract.getOpenApi, {})).text);
    expect(paths[contract.forwardMessages.path].post['x-rate-limits']).toMatchObject([{ limit: 30 }, { limit: 5 }]);
  });
});

describe('[MSG-432] a forwarded file', () => {
  const download = async (person: Person, url: string) => (await person.send('GET', url)).status;

  test('is shared, not copied: readable in the new chat, and stored until its last message is gone', async () => {
    const { message } = (await bob.upload(contract.sendFile, new Blob(['hello']), 'plan.txt', { chatId: source })).body;
    const url = message.url ?? '';
    expect(await download(cat, url)).toBe(404);
    const [copy] = (await forward(ann, [message], [target])).body.messages;
    expect(copy).toMatchObject({ type: 'file', content: 'plan.txt', size: 5, url, forwardedFrom: { name: 'Bob' } });
    expect(await download(cat, url)).toBe(200);
    await bob.call(contract.deleteMessage, { messageId: message._id });
    await vi.waitFor(async () => expect(await download(bob, url)).toBe(404));
    expect(await download(cat, url)).toBe(200);
    const fileName = url.split('/').at(-1) ?? '';
    expect(await app.files.names()).toContain(fileName);
    await ann.call(contract.deleteMessage, { messageId: copy?._id ?? asId('none') });
    await vi.waitFor(async () => expect(await app.files.names()).not.toContain(fileName));
    expect(await download(cat, url)).toBe(404);
  });

  test('can be an image that another user uploaded, with its size', async () => {
    const png = await sharp({ create: { width: 8, height: 4, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const { url } = (await bob.upload(contract.uploadImage, new Blob([new Uint8Array(png)]), 'a.png', {})).body;
    const { message } = (await bob.call(contract.sendMessage, { chatId: source, content: url, type: 'image' })).body;
    const [copy] = (await forward(ann, [message], [target])).body.messages;
    expect(copy).toMatchObject({ type: 'image', content: url, width: 8, height: 4 });
    expect(await download(cat, url)).toBe(200);
    await bob.call(contract.deleteMessage, { messageId: message._id });
    expect(await download(cat, url)).toBe(200);
  });
});
