import * as contract from '@chat-app/contract';
import sharp from 'sharp';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { asId } from '../../../test/as-id.ts';
import { connect } from '../../../test/device.ts';
import type { Person } from '../../../test/people.ts';
import { useTestApp } from '../../../test/test-app.ts';
import { untilAnswered } from '../../../test/until-answered.ts';
import { addTo, changesOf, chatAmong, chats, edit } from '../../../test/chats.ts';
import { pageOf, remove, rowOf, say, textsOf } from '../../../test/chats.ts';

const app = useTestApp();
const { aGroup, befriend, users } = chats(app);

let ann: Person, bob: Person, cat: Person;
let source: contract.ChatId, target: contract.ChatId, group: contract.ChatId;
beforeAll(async () => {
  ({ ann, bob, cat, chatId: group } = await aGroup());
  [source, target] = [await chatAmong(ann, bob), await chatAmong(ann, cat)];
});

let keys = 0;
const aKey = () => asId<contract.ClientId>(`key-${(keys += 1)}`);
type Known = Pick<contract.Message, '_id'>;
const forward = (person: Person, messages: readonly Known[], chatIds: contract.ChatId[], clientId = aKey()) =>
  person.call(contract.forwardMessages, { messageIds: messages.map(({ _id }) => _id), chatIds, clientId });

describe('[MSG-430] forwarded messages', () => {
  test('reach every chat in the given order, with the name of their author', async () => {
    const [one, two] = [await say(bob, source, 'First'), await say(ann, source, 'Second')];
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
    expect((await pageOf(bob, group)).data[0]?.forwardedFrom).toEqual({ name: 'Bob' });
    const { data } = await changesOf(cat, group, (last?.rev ?? 0) - 1);
    expect(data).toMatchObject([{ message: { forwardedFrom: { name: 'Bob' } } }]);
    expect(await rowOf(cat, target)).toMatchObject({ lastMessage: 'First', read: false });
    expect((await textsOf(cat, target)).slice(-2)).toEqual(['Second', 'First']);
  });

  test('keep the name of the first author when they are forwarded again, and can be deleted, but not edited', async () => {
    const [copy] = (await forward(ann, [await say(bob, source, 'Original')], [target])).body.messages as [
      contract.Message,
    ];
    const [again] = (await forward(cat, [copy], [target])).body.messages;
    expect(again).toMatchObject({ content: 'Original', sender: { _id: cat.user.id }, forwardedFrom: { name: 'Bob' } });
    expect((await edit(ann, copy, 'My words')).status).toBe(400);
    expect((await remove(ann, copy)).status).toBe(200);
  });

  test('are plain texts: without the reply, the mentions and the reactions of the original', async () => {
    const { _id: replyTo } = await say(bob, source, 'Question');
    const message = await say(ann, source, `<@${bob.user.id}> and <@all>, <@${cat.user.id}>`, { replyTo });
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
    const [original, kept] = [await say(ann, source, 'a'), await say(ann, source, 'once more')];
    const [clientId, keptId] = [asId<contract.ClientId>('x'.repeat(64)), aKey()];
    const first = await forward(ann, [original, kept], [target, group], clientId);
    await forward(ann, [kept], [target], keptId);
    const before = [await textsOf(ann, target), await textsOf(ann, group)];
    await remove(ann, original);
    const second = await forward(ann, [original, kept], [target, group], clientId);
    expect([first.status, second.status]).toEqual([201, 200]);
    expect(second.body).toEqual(first.body);
    expect([await textsOf(ann, target), await textsOf(ann, group)]).toEqual(before);
    // To more chats with the same key, it is sent to the new ones only.
    const more = await forward(ann, [kept], [target, group], keptId);
    expect([more.status, more.body.messages.length]).toEqual([201, 2]);
    expect(await textsOf(ann, target)).toEqual(before[0]);
  });

  test('fifty messages to twenty chats twice at the same time', async () => {
    const chatIds: contract.ChatId[] = [];
    while (chatIds.length < contract.limits.forwardChatsMax) chatIds.push(await chatAmong(ann, bob, cat));
    const originals: contract.Message[] = [];
    for (let index = 0; index < 50; index += 1) originals.push(await say(bob, group, `message ${index}`));
    const clientId = aKey();
    // A busy machine may have no time for both at once.
    const sendAll = () => untilAnswered(() => forward(ann, originals, chatIds, clientId));
    const answers = await Promise.all([sendAll(), sendAll()]);
    // A repeat of what was stored is answered 200, too.
    expect([200, 201]).toEqual(expect.arrayContaining(answers.map(({ status }) => status)));
    expect(answers[0].body.messages).toEqual(answers[1].body.messages);
    const expected = originals.map(({ content }) => content);
    for (const chatId of chatIds) expect((await textsOf(ann, chatId)).slice(-50)).toEqual(expected);
    const copies = await app.database.sql`
      select from messages where author_id = ${ann.user.id} and content = 'message 7'`;
    expect(copies).toHaveLength(chatIds.length);
  });

  test('nothing is sent if one message or chat is foreign, unseen, deleted or unknown', async () => {
    const [dee] = await users('Dee');
    await befriend(ann, dee);
    const fine = await say(ann, group, 'fine');
    await addTo(group, ann, dee);
    const deleted = await say(ann, group, 'deleted');
    await remove(ann, deleted);
    const elsewhere = await say(ann, target, 'elsewhere');
    const seen = await say(ann, group, 'seen by all');
    const unknown = '00000000-0000-4000-8000-000000000000';
    const before = await textsOf(ann, group);
    for (const wrong of [fine, deleted, elsewhere, { _id: asId<contract.MessageId>(unknown) }]) {
      expect((await forward(dee, [seen, wrong], [group])).status).toBe(404);
    }
    for (const chatId of [target, asId<contract.ChatId>(unknown)]) {
      expect((await forward(dee, [seen], [group, chatId])).status).toBe(404);
    }
    expect(await textsOf(ann, group)).toEqual(before);
    expect((await forward(dee, [seen], [group])).status).toBe(201);
  });

  test('system messages and direct transfers are refused, and so are wrong lists and keys', async () => {
    const fine = await say(ann, source, 'fine');
    const notices = (await pageOf(ann, group, { before: 5 })).data.filter(({ type }) => type === 'system');
    const film = { fileName: 'film.mkv', fileSize: 1, status: 'completed' } as const;
    const recorded = await ann.call(contract.recordTransfer, { chatId: source, senderId: ann.user.id, ...film });
    const refused = { status: 400, body: { message: contract.answerTexts.forwardContentOnly } };
    for (const wrong of [...notices.slice(0, 1), recorded.body.message]) {
      expect(await forward(ann, [fine, wrong], [target])).toMatchObject(refused);
    }
    expect(notices).not.toEqual([]);
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
    await remove(bob, message);
    await vi.waitFor(async () => expect(await download(bob, url)).toBe(404));
    expect(await download(cat, url)).toBe(200);
    const fileName = url.split('/').at(-1) ?? '';
    expect(await app.files.names()).toContain(fileName);
    await remove(ann, copy ?? message);
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
    await remove(bob, message);
    expect(await download(cat, url)).toBe(200);
  });
});
