import * as contract from '@chat-app/contract';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { type Person, people } from '../../../test/people.ts';
import { useOwnTestApp } from '../../../test/test-app.ts';
import { indexBatch } from './index-batch.ts';

const app = useOwnTestApp();
const { aChat, aVerifiedUser, befriend } = people(app);

const say = async (person: Person, chatId: contract.ChatId, content: string) =>
  (await person.call(contract.sendMessage, { chatId, content, type: 'text' })).body.message;
const search = (person: Person, input: contract.InputOf<typeof contract.searchMessages>) =>
  person.call(contract.searchMessages, input);
const found = async (person: Person, input: contract.InputOf<typeof contract.searchMessages>) =>
  (await search(person, input)).body.data.map(({ message }) => message.content);

/** Indexes the chats beside the program, which would leave time for everything else. */
async function indexNow(...chatIds: contract.ChatId[]) {
  for (let remaining = chatIds; remaining.length > 0;) remaining = await indexBatch(app.database, remaining, 500);
}

let ann: Person;
let bob: Person;
let cat: Person;
let direct: contract.ChatId;
let group: contract.ChatId;
beforeAll(async () => {
  [ann, bob] = [await aVerifiedUser({ name: 'Ann' }), await aVerifiedUser({ name: 'Bob' })];
  cat = await aVerifiedUser({ name: 'Cat' });
  direct = await aChat(ann, bob);
  await befriend(ann, cat);
  group = (await ann.call(contract.createChat, { members: [bob.user.id, cat.user.id] })).body.chatId;
});

/** Before and after the words are in the index. */
describe.each([
  ['at once', async () => {}],
  ['once it is in the index', () => indexNow(direct, group)],
])('a message is found %s:', (_, wait) => {
  test('[SRC-1] [SRC-2] [SRC-5] by its words, with its chat and its places, until it is edited or deleted', async () => {
    const message = await say(bob, direct, 'Das Frühstück ist fertig');
    await wait();
    const { status, body } = await search(ann, { q: 'fruhst fertig' });
    expect(status).toBe(200);
    expect(body.data).toEqual([
      {
        message: { ...message, sender: { ...message.sender, isMine: false } },
        chat: { _id: direct, name: 'Bob', avatar: expect.any(String), isGroup: false },
        highlights: [4, 18].map((start) => [start, 6]),
      },
    ]);
    await bob.call(contract.editMessage, { messageId: message._id, content: 'Ein Alligator' });
    await wait();
    expect(await found(ann, { q: 'frühstück' })).toEqual([]);
    expect(await found(ann, { q: 'alligator' })).toEqual(['Ein Alligator']);
    await bob.call(contract.deleteMessage, { messageId: message._id });
    expect(await found(ann, { q: 'alligator' })).toEqual([]);
    await wait();
    expect(await found(ann, { q: 'alligator' })).toEqual([]);
  });

  test('[SRC-1] only by members, from joining on, and not after the chat was cleared', async () => {
    await say(ann, group, 'before zebra');
    await ann.call(contract.removeMember, { chatId: group, memberId: cat.user.id });
    await say(ann, group, 'without zebra');
    await ann.call(contract.addMembers, { chatId: group, members: [cat.user.id] });
    await say(ann, group, 'after zebra');
    await wait();
    const texts = ['after zebra', 'without zebra', 'before zebra'];
    expect((await found(ann, { q: 'zebra', chatId: group })).slice(0, 3)).toEqual(texts);
    expect(await found(cat, { q: 'zebra', chatId: group })).toEqual(['after zebra']);
    await ann.call(contract.removeMember, { chatId: group, memberId: cat.user.id });
    expect(await found(cat, { q: 'zebra' })).toEqual([]);
    await ann.call(contract.addMembers, { chatId: group, members: [cat.user.id] });

    await say(ann, direct, 'old walrus');
    await bob.call(contract.deleteChat, { chatId: direct });
    await say(ann, direct, 'new walrus');
    await wait();
    expect(await found(bob, { q: 'walrus' })).toEqual(['new walrus']);
    expect((await found(ann, { q: 'walrus' })).slice(0, 2)).toEqual(['new walrus', 'old walrus']);
  });

  test('[SRC-3] by sender, type, time and chat', async () => {
    const first = await say(ann, group, 'pelican one');
    await say(bob, group, 'pelican two https://example.org/pelican');
    await say(ann, direct, 'pelican three');
    await wait();
    const since = { q: 'pelican', sentAfter: first.createdAt };
    expect(await found(cat, { ...since, from: ann.user.id })).toEqual(['pelican one']);
    expect(await found(ann, { ...since, type: 'link' })).toEqual(['pelican two https://example.org/pelican']);
    expect(await found(ann, { ...since, type: 'file' })).toEqual([]);
    expect(await found(ann, { ...since, chatId: direct })).toEqual(['pelican three']);
    expect(await found(ann, { ...since, sentBefore: first.createdAt })).toEqual([]);
    expect(await found(cat, since)).toHaveLength(2);
  });
});

test('[SRC-4] pages join without a gap or a repetition, also of messages of the same time', async () => {
  const [dan, eve] = [await aVerifiedUser(), await aVerifiedUser()];
  const chatId = await aChat(dan, eve);
  const { sql } = app.database;
  await sql`
    insert into messages (id, chat_id, seq, rev, author_id, type, content, created_at)
    select gen_random_uuid(), ${chatId}, n, n, ${dan.user.id}, 'text', 'heron ' || n, '2026-01-01T12:00:00Z'
    from generate_series(1, 450) as n`;
  await sql`update chats set last_seq = 450, last_activity_at = now() where id = ${chatId}`;
  await say(dan, chatId, 'heron 451');
  await indexNow(chatId);
  const expected = Array.from({ length: 451 }, (_, index) => `heron ${451 - index}`);
  expect(await foundOnAllPages(eve, 'heron')).toEqual(expected);
});

test('[SRC-4] the first page of a common word, which is among the newest messages, joins the next one', async () => {
  const [dan, eve, gus] = [await aVerifiedUser(), await aVerifiedUser(), await aVerifiedUser()];
  const { sql } = app.database;
  // By turns in two chats, the second of which ends earlier.
  const chats = [[0, 1200, await aChat(dan, eve)] as const, [1, 900, await aChat(dan, gus)] as const];
  for (const [start, count, chatId] of chats) {
    await sql`
      insert into messages (id, chat_id, seq, rev, author_id, type, content, created_at)
      select
        gen_random_uuid(), ${chatId}, n, n, ${dan.user.id}, 'text',
        case when n % 3 = 0 then 'heron ' else 'crane ' end || n * 2 + ${start}::int,
        '2026-01-01T12:00:00Z'::timestamptz + (n * 2 + ${start}::int) * interval '1 second'
      from generate_series(1, ${count}::int) as n`;
    await sql`update chats set last_seq = ${count}, last_activity_at = now() where id = ${chatId}`;
    await say(dan, chatId, 'done');
    await indexNow(chatId);
  }
  await sql`analyze message_index`;
  const rows = await sql<{ content: string }[]>`
    select content from messages where content like 'crane %' order by created_at desc`;
  expect(await foundOnAllPages(dan, 'crane')).toEqual(rows.map(({ content }) => content));
});

async function foundOnAllPages(person: Person, q: string): Promise<string[]> {
  const contents: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const { body } = await search(person, { q, limit: 50, ...(cursor !== undefined && { cursor }) });
    contents.push(...body.data.map(({ message }) => message.content));
    ({ cursor } = body);
  }
  return contents;
}

test('[SRC-6] what is sent, and what was written before the index, is indexed in the background', async () => {
  const [dan, eve] = [await aVerifiedUser(), await aVerifiedUser()];
  const chatId = await aChat(dan, eve);
  const { sql } = app.database;
  const isIndexed = () =>
    vi.waitFor(async () => expect(await sql`select from message_index where chat_id = ${chatId}`).toHaveLength(1));
  await say(dan, chatId, 'an old ostrich');
  await isIndexed();
  await sql`truncate message_index, message_index_progress`;
  await app.restart();
  await isIndexed();
  expect(await found(eve, { q: 'ostrich' })).toEqual(['an old ostrich']);
});

test('[SRC-7] a search has 2 to 100 characters, taken literally, and valid filters', async () => {
  const texts = ['a', 'a'.repeat(101), '   ', undefined].map((q) => ({ q }));
  const filters = [{ chatId: 'x' }, { type: 'video' }, { sentAfter: 'yesterday' }, { cursor: '1.2' }, { limit: 51 }];
  for (const input of [...texts, ...filters.map((filter) => ({ q: 'abc', ...filter }))]) {
    const { status, body } = await search(ann, input as { q: string });
    expect({ input, status, code: body.code }).toEqual({ input, status: 400, code: 'invalid_input' });
  }
  const literal = ['%%', '__', "'; drop table messages; --", '"q', '*:*', 'a & b | !c', '\\\\', 'שלום abc'];
  for (const q of [...literal, '😀'.repeat(50)])
    expect({ q, ...(await search(ann, { q })) }).toMatchObject({ q, status: 200, body: { data: [], cursor: null } });
});
