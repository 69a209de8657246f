import { type OutputOf, searchMessages, toRequest, type UserId } from '@chat-app/contract';
import { spawnSync } from 'node:child_process';
import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type HttpConnection, openHttpConnection } from '../http-connection.ts';
import { measure } from '../measure.ts';
import { runScenario, sized } from '../scenario.ts';
import type { Sql } from '../sql.ts';
import { createChats, createUsers } from '../users.ts';
import { createVocabulary } from '../vocabulary.ts';

const chatCount = sized(2000, 60);
const ownChatCount = 50;
const messagesPerChat = sized(500, 20);
const rounds = sized(200, 5);
const statementRows = 10_000;

/** 1,000,000 messages of made-up words in 2,000 chats, 50 of which belong to the person who searches. */
await runScenario('search', async ({ program, sql }) => {
  const users = await createUsers(sql, chatCount * 2);
  const [reader] = await createUsers(sql, 1);
  if (!reader) throw new Error('nobody is there');
  const chatIds = await createChats(sql, users, 2);
  await sql`
    insert into chat_members (chat_id, user_id, joined_seq, read_seq)
    select chat_id, ${reader.id}, 0, 0 from unnest(${chatIds.slice(0, ownChatCount)}::uuid[]) as chat_id`;
  const vocabulary = createVocabulary();
  const folder = await mkdtemp(join(tmpdir(), 'chat-app-bench-search-'));
  const copy = join(folder, 'messages.tsv');
  await fill(sql, chatIds, vocabulary.sentence, copy);
  // When it starts, the program looks for messages that are not indexed.
  await program.kill();
  await program.restart();
  const indexing = await waitForIndex(sql);
  await sql`vacuum analyze`;

  const connection = await openHttpConnection(program.url, reader.cookie);
  const word = (rank: number) => vocabulary.word(rank);
  const queries: Record<string, { q: string; from?: UserId }> = {
    rareWord: { q: word(15_000) },
    commonWord: { q: word(3) },
    twoWords: { q: `${word(20)} ${word(200)}` },
    threeLettersInside: { q: word(500).slice(1, 4) },
    nothing: { q: 'qqqxqqq' },
    bySender: { q: word(10), from: users[0]?.id ?? reader.id },
  };
  const results: Record<string, unknown> = {};
  for (const [name, query] of Object.entries(queries)) {
    const { data } = await search(connection, query);
    results[name] = { found: data.length, ...(await measure(rounds, () => search(connection, query))) };
  }
  connection.close();
  const sizes = await readSizes(sql);
  const withoutIndex = {
    rareWord: await measureScan(sql, reader.id, queries['rareWord']?.q ?? ''),
    commonWord: await measureScan(sql, reader.id, queries['commonWord']?.q ?? ''),
  };
  const sqliteFts = searchWithSqlite({ file: copy, ownChats: ownChatCount, rounds, queries: withoutIds(queries) });
  await rm(folder, { recursive: true });
  return { indexing, sizes, ...results, withoutIndex, sqliteFts };
});

/** There, people are numbers: the first chat belongs to the first of them. */
function withoutIds(queries: Record<string, { q: string; from?: UserId }>) {
  return Object.fromEntries(
    Object.entries(queries).map(([name, { q, from }]) => [name, from ? { q, author: 0 } : { q }]),
  );
}

/** The same searches with what a product on SQLite would use, where Python is installed, which contains SQLite. */
function searchWithSqlite(asked: object): unknown {
  const script = fileURLToPath(new URL('../sqlite-fts.py', import.meta.url));
  const { status, stdout, stderr, error } = spawnSync('python3', [script], { input: JSON.stringify(asked) });
  if (error) return `not measured: ${error.message}`;
  if (status !== 0) throw new Error(String(stderr));
  return JSON.parse(String(stdout));
}

async function search(connection: HttpConnection, query: { q: string; from?: UserId }) {
  const response = await connection.get(toRequest(searchMessages, query).url);
  return JSON.parse(response.readBody()) as OutputOf<typeof searchMessages>;
}

/** Also writes the messages to a file, with the number of their chat. */
async function fill(sql: Sql, chatIds: readonly string[], sentence: () => string, copy: string) {
  const total = chatIds.length * messagesPerChat;
  for (let from = 0; from < total; from += statementRows) {
    const texts = Array.from({ length: Math.min(statementRows, total - from) }, sentence);
    const lines = texts.map((text, index) => `${(from + index) % chatIds.length}\t${text}\n`);
    await appendFile(copy, lines.join(''));
    await sql`
      insert into messages (id, chat_id, seq, rev, author_id, type, content, created_at)
      select
        gen_random_uuid(), chats.id, seq, seq, owner_id, 'text', text,
        now() - (${total}::int - ${from}::int - number) * interval '1 second'
      from (
        select
          text, number, (${chatIds}::uuid[])[(${from}::int + number - 1) % ${chatIds.length}::int + 1] as chat_id,
          (${from}::int + number - 1) / ${chatIds.length}::int + 1 as seq
        from unnest(${texts}::text[]) with ordinality as given (text, number)
      ) as message
      join chats on chats.id = chat_id`;
  }
  await sql`update chats set last_seq = ${messagesPerChat}, last_activity_at = now()`;
}

async function waitForIndex(sql: Sql) {
  const startedAt = performance.now();
  for (;;) {
    const [left] = await sql<{ count: number }>`
      select coalesce(sum(last_seq + change_count - coalesce(rev, 0)), 0)::float8 as count
      from chats left join message_index_progress on chat_id = id`;
    if (left?.count === 0) return { seconds: Math.round((performance.now() - startedAt) / 1000) };
    await pause(1000);
  }
}

async function readSizes(sql: Sql) {
  const [sizes] = await sql<Record<string, number>>`
    select
      round(pg_total_relation_size('messages') / 1e6)::float8 as "messagesMegabytes",
      round(pg_table_size('message_index') / 1e6)::float8 as "indexTableMegabytes",
      round(pg_indexes_size('message_index') / 1e6)::float8 as "indexMegabytes"`;
  return sizes;
}

/** What a product without an index would do. */
async function measureScan(sql: Sql, userId: UserId, word: string) {
  return measure(
    sized(20, 2),
    () => sql`
    select messages.id from messages
    join chat_members on chat_members.chat_id = messages.chat_id and user_id = ${userId} and seq > joined_seq
    where content ilike ${`%${word}%`} and deleted_at is null
    order by messages.created_at desc
    limit 20`,
  );
}
