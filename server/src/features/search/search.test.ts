import * as contract from '@chat-app/contract';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type Person, people } from '../../../test/people.ts';
import { useOwnTestApp } from '../../../test/test-app.ts';

const app = useOwnTestApp();
const { aChat, aVerifiedUser, befriend } = people(app);

let ann: Person;
let bob: Person;
let cat: Person;
let direct: contract.ChatId;
beforeEach(async () => {
  ann = await aVerifiedUser({ name: 'Ann' });
  bob = await aVerifiedUser({ name: 'Bob' });
  cat = await aVerifiedUser({ name: 'Cat' });
  direct = await aChat(ann, bob);
  await befriend(ann, cat);
});

const aGroup = async () => (await ann.call(contract.createChat, { members: [bob.user.id, cat.user.id] })).body.chatId;
const say = async (person: Person, chatId: contract.ChatId, content: string) =>
  (await person.call(contract.sendMessage, { chatId, content, type: 'text' })).body.message;
const search = (person: Person, input: contract.InputOf<typeof contract.searchMessages>) =>
  person.call(contract.searchMessages, input);
const found = async (person: Person, input: contract.InputOf<typeof contract.searchMessages>) =>
  (await search(person, input)).body.data.map(({ message }) => message.content);

/** All chats are in the index as they are now. */
const isIndexed = () =>
  vi.waitFor(
    async () => {
      const { sql } = app.database;
      const outdated = await sql`
        select from chats left join message_index_progress on chat_id = id
        where last_seq + change_count > coalesce(rev, 0)`;
      expect(outdated).toHaveLength(0);
    },
    { interval: 100 },
  );

/** Before and after the words are in the index. */
describe.each([
  ['at once', async () => {}],
  ['once it is in the index', isIndexed],
])('a message is found %s:', (_, wait) => {
  test('[SRC-1] [SRC-2] by its words, with its chat and its places', async () => {
    const message = await say(bob, direct, 'Das Frühstück ist fertig');
    await wait();
    const { status, body } = await search(ann, { q: 'fruhst fertig' });
    expect(status).toBe(200);
    expect(body.data[0]).toEqual({
      message: { ...message, sender: { ...message.sender, isMine: false } },
      chat: { _id: direct, name: 'Bob', avatar: expect.any(String), isGroup: false },
      highlights: [
        [4, 6],
        [18, 6],
      ],
    });
    await bob.call(contract.deleteMessage, { messageId: message._id });
    expect(await found(ann, { q: 'frühstück' })).toEqual([]);
  });

  test('[SRC-1] only by members, from joining on', async () => {
    const chatId = await aGroup();
    await say(ann, chatId, 'before zebra');
    await ann.call(contract.removeMember, { chatId, memberId: cat.user.id });
    await say(ann, chatId, 'without zebra');
    await ann.call(contract.addMembers, { chatId, members: [cat.user.id] });
    await say(ann, chatId, 'after zebra');
    await wait();
    expect(await found(ann, { q: 'zebra', chatId })).toEqual(['after zebra', 'without zebra', 'before zebra']);
    expect(await found(cat, { q: 'zebra', chatId })).toEqual(['after zebra']);
    await cat.call(contract.leaveChat, { chatId });
    expect(await found(cat, { q: 'zebra' })).toEqual([]);
    await ann.call(contract.deleteChat, { chatId });
  });

  test('[SRC-1] not after the chat was cleared', async () => {
    const [dan, eve] = [await aVerifiedUser(), await aVerifiedUser()];
    const chatId = await aChat(dan, eve);
    await say(dan, chatId, 'old walrus');
    await eve.call(contract.deleteChat, { chatId });
    await say(dan, chatId, 'new walrus');
    await wait();
    expect(await found(eve, { q: 'walrus' })).toEqual(['new walrus']);
    expect(await found(dan, { q: 'walrus' })).toEqual(['new walrus', 'old walrus']);
  });

  test('[SRC-5] as it is after an edit', async () => {
    const message = await say(ann, direct, 'a crocodile');
    await wait();
    await ann.call(contract.editMessage, { messageId: message._id, content: 'an alligator' });
    await wait();
    expect(await found(bob, { q: 'crocodile' })).toEqual([]);
    expect(await found(bob, { q: 'alligator' })).toEqual(['an alligator']);
  });

  test('[SRC-3] by sender, type, time and chat', async () => {
    const chatId = await aGroup();
    const first = await say(ann, chatId, 'pelican one');
    await say(bob, chatId, 'pelican two https://example.org/pelican');
    await say(ann, direct, 'pelican three');
    await wait();
    expect(await found(cat, { q: 'pelican', from: ann.user.id })).toEqual(['pelican one']);
    expect(await found(ann, { q: 'pelican', type: 'link' })).toEqual(['pelican two https://example.org/pelican']);
    expect(await found(ann, { q: 'pelican', type: 'file' })).toEqual([]);
    expect(await found(ann, { q: 'pelican', chatId: direct })).toEqual(['pelican three']);
    expect(await found(ann, { q: 'pelican', sentBefore: first.createdAt })).toEqual([]);
    expect(await found(cat, { q: 'pelican', sentAfter: first.createdAt })).toHaveLength(2);
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
  await isIndexed();
  expect(await foundOnAllPages(eve, 'heron')).toEqual(
    Array.from({ length: 451 }, (_, index) => `heron ${451 - index}`),
  );
});

test('[SRC-4] the first page of a common word, which is among the newest messages, joins the next one', async () => {
  const [dan, eve, gus] = [await aVerifiedUser(), await aVerifiedUser(), await aVerifiedUser()];
  const { sql } = app.database;
  // By turns in two chats, the second of which ends earlier.
  for (const [start, count, chatId] of [
    [0, 1200, await aChat(dan, eve)],
    [1, 900, await aChat(dan, gus)],
  ] as const) {
    await sql`
      insert into messages (id, chat_id, seq, rev, author_id, type, content, created_at)
      select
        gen_random_uuid(), ${chatId}, n, n, ${dan.user.id}, 'text',
        case when n % 3 = 0 then 'heron ' else 'crane ' end || n * 2 + ${start}::int,
        '2026-01-01T12:00:00Z'::timestamptz + (n * 2 + ${start}::int) * interval '1 second'
      from generate_series(1, ${count}::int) as n`;
    await sql`update chats set last_seq = ${count}, last_activity_at = now() where id = ${chatId}`;
    await say(dan, chatId, 'done');
  }
  await isIndexed();
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

test('[SRC-6] what was written before the index is indexed in the background, and found', async () => {
  const [dan, eve] = [await aVerifiedUser(), await aVerifiedUser()];
  const chatId = await aChat(dan, eve);
  await say(dan, chatId, 'an old ostrich');
  await isIndexed();
  const { sql } = app.database;
  await sql`truncate message_index, message_index_progress`;
  await app.restart();
  await isIndexed();
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from message_index where chat_id = ${chatId}`;
  expect(row).toEqual({ count: 1 });
  expect(await found(eve, { q: 'ostrich' })).toEqual(['an old ostrich']);
});

describe('[SRC-7] a search', () => {
  test.each([
    ['one character', { q: 'a' }],
    ['101 characters', { q: 'a'.repeat(101) }],
    ['spaces', { q: '   ' }],
    ['no text', {}],
    ['a wrong chat', { q: 'abc', chatId: 'x' }],
    ['a wrong type', { q: 'abc', type: 'video' }],
    ['a wrong time', { q: 'abc', sentAfter: 'yesterday' }],
    ['a wrong cursor', { q: 'abc', cursor: '1.2' }],
    ['a wrong limit', { q: 'abc', limit: 51 }],
  ])('with %s is refused', async (_, input) => {
    const { status, body } = await search(ann, input as { q: string });
    expect({ status, body }).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
  });

  test.each(['%%', '__', "'; drop table messages; --", '"a', '*:*', 'a & b | !c', '\\\\', '😀'.repeat(50), 'שלום abc'])(
    'for %j finds nothing and harms nothing',
    async (q) => {
      expect(await search(ann, { q })).toMatchObject({ status: 200, body: { data: [], cursor: null } });
    },
  );
});
