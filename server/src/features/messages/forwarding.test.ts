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
type Known = Pick<contract.Message, '_id'>;
const forward = (person: Person, messages: readonly Known[], chatIds: contract.ChatId[], clientId = aKey()) =>
  person.call(contract.forwardMessages, { messageIds: messages.map(({ _id }) => _id), chatIds, clientId });
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
    const isLast = ({ _id }: Known) => _id === last?._id;
    const heard = { ...last, sender: { ...last?.sender, isMine: false } };
    expect(await cats.waitFor('newMessage', isLast)).toEqual([heard]);
    expect(await anns.waitFor('newMessage', isLast)).toEqual([last]);
    expect((await contentsOf(cat, target)).slice(-2)).toEqual(['Second', 'First']);
    expect((await newest(bob, group))?.forwardedFrom).toEqual({ name: 'Bob' });
    const { data } = (await cat.call(contract.getChanges, { chatId: group, after: (last?.rev ?? 0) - 1 })).body;
    expect(data).toMatchObject([{ message: { forwardedFrom: { name: 'Bob' } } }]);
    const rows = (await cat.call(contract.getChats, {})).body.data;
    expect(rows.find(({ _id }) => _id === target)).toMatchObject({ lastMessage: 'First', read: false });
  });

  test('keep the name of the first author when they are forwarded again, and can be deleted, but not edited', async () => {
    const [copy] = (await forward(ann, [await say(bob, 'Original')], [target])).body.messages as [contract.Message];
    const [again] = (await forward(cat, [copy], [target])).body.messages;
    expect(again).toMatchObject({ content: 'Original', sender: { _id: cat.user.id }, forwardedFrom: { name: 'Bob' } });
    const { _id: messageId } = copy;
    expect((await ann.call(contract.editMessage, { messageId, content: 'My words' })).status).toBe(400);
    expect((await ann.call(contract.deleteMessage, { messageId })).status).toBe(200);
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
});

describe('[MSG-431] a forward is sent once, or not at all', () => {
  test('repeated with its idempotency key, it returns the first messages, also after the originals are gone', async () => {
    const [original, kept] = [await say(ann, 'a'), await say(ann, 'once more')];
    const [clientId, keptId] = [asId<contract.ClientId>('x'.repeat(64)), aKey()];
    const first = await forward(ann, [original, kept], [target, group], clientId);
    await forward(ann, [kept], [target], keptId);
    const before = [await contentsOf(ann, target), await contentsOf(ann, group)];
    await ann.call(contract.deleteMessage, { messageId: original._id });
    const second = await forward(ann, [original, kept], [target, group], clientId);
    expect([first.status, second.status]).toEqual([201, 200]);
    expect(second.body).toEqual(first.body);
    expect([await contentsOf(ann, target), await contentsOf(ann, group)]).toEqual(before);
    // To more chats with the same key, it is sent to the new ones only.
    const more = await forward(ann, [kept], [target, group], keptId);
    expect([more.status, more.body.messages.length]).toEqual([201, 2]);
    expect(await contentsOf(ann, target)).toEqual(before[0]);
  });

  test('fifty messages to twenty chats twice at the same time', async () => {
    const members = [bob, cat].map(({ user }) => user.id);
    const chats: contract.ChatId[] = [];
    while (chats.length < contract.limits.forwardChatsMax) {
      chats.push((await ann.call(contract.createChat, { members })).body.chatId);
    }
    const originals: contract.Message[] = [];
    for (let index = 0; index < 50; index += 1) originals.push(await say(bob, `message ${index}`, group));
    const clientId = aKey();
    const answers = await Promise.all([1, 2].map(() => forward(ann, originals, chats, clientId)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 201]);
    expect(answers[0]?.body.messages).toEqual(answers[1]?.body.messages);
    const expected = originals.map(({ content }) => content);
    for (const chatId of chats) expect((await contentsOf(ann, chatId)).slice(-50)).toEqual(expected);
    const copies = await app.database.sql`
      select from messages where author_id = ${ann.user.id} and content = 'message 7'`;
    expect(copies).toHaveLength(chats.length);
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
    const unknown = '00000000-0000-4000-8000-000000000000';
    const before = await contentsOf(ann, group);
    for (const wrong of [fine, deleted, elsewhere, { _id: asId<contract.MessageId>(unknown) }]) {
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
    const film = {
      chatId: source,
      senderId: ann.user.id,
      fileName: 'film.mkv',
      fileSize: 1,
      status: 'completed',
    } as const;
    const transfer = (await ann.call(contract.recordTransfer, film)).body.message;
    for (const wrong of [notice ?? transfer, transfer]) {
      expect(await forward(ann, [fine, wrong], [target])).toMatchObject({
        status: 400,
        body: { message: contract.answerTexts.forwardContentOnly },
      });
    }
    const many = (id: string, count: number) => Array.from({ length: count }, () => id);
    const body = { messageIds: [fine._id], chatIds: [target], clientId: 'k' };
    for (const wrong of [
      ...[[], many(fine._id, 51), fine._id, ['x']].map((messageIds) => ({ messageIds })),
      ...[[], many(target, 21), null].map((chatIds) => ({ chatIds })),
      ...[undefined, 'not ok!', 'x'.repeat(65)].map((clientId) => ({ clientId })),
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
