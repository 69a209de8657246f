import { type ChatId, getChanges, limits, type OutputOf, toRequest } from '@chat-app/contract';
import { setTimeout as pause } from 'node:timers/promises';
import { createChat, createUsers } from '../users.ts';
import { type HttpConnection, openHttpConnection } from '../http-connection.ts';
import { measure, summarise } from '../measure.ts';
import { runScenario, sized } from '../scenario.ts';
import type { Sql } from '../sql.ts';

const messageCount = sized(1_000_000, 20_000);
const changeCount = 1_000;
const rounds = sized(200, 5);
const limit = limits.changesPageMax;

/** A device that missed 1,000 changes of a chat of 1,000,000 messages catches up as the web does. */
await runScenario('changes', async ({ program, sql }) => {
  const [reader, other] = await createUsers(sql, 2);
  if (!reader || !other) throw new Error('nobody is there');
  const chatId = await createChat(sql, [reader, other]);
  await fill(sql, chatId);
  const connection = await openHttpConnection(program.url, reader.cookie);

  const pages: number[] = [];
  const catchUp = await measure(rounds, async () => {
    pages.push(...(await readAll(connection, chatId)));
  });
  // Those of the first rounds, which warm up, are not counted.
  const page = summarise(pages.slice(-rounds * (changeCount / limit)));

  const before = await readIndex(sql);
  await readAll(connection, chatId);
  const after = await readIndex(sql);
  connection.close();
  return {
    page,
    catchUp,
    index: {
      rangesPerRequest: (after.scans - before.scans) / (changeCount / limit),
      rowsRead: after.rows - before.rows,
      sequentialScans: after.sequential - before.sequential,
    },
    // One row more than a page shows whether there are more.
    unneededRowErrors: Math.max(0, after.rows - before.rows - changeCount - changeCount / limit),
    plan: await explain(sql, chatId),
  };
});

/** Returns the time of each page. */
async function readAll(connection: HttpConnection, chatId: ChatId): Promise<number[]> {
  const times: number[] = [];
  let after = messageCount;
  let found = 0;
  for (let haveMore = true; haveMore;) {
    const startedAt = performance.now();
    const response = await connection.get(toRequest(getChanges, { chatId, after, limit }).url);
    times.push(performance.now() - startedAt);
    const answer = JSON.parse(response.readBody()) as OutputOf<typeof getChanges>;
    const last = answer.data.at(-1);
    if (last && 'message' in last) after = last.message.rev ?? 0;
    found += answer.data.length;
    ({ haveMore } = answer);
  }
  if (found !== changeCount) throw new Error(`${found} of ${changeCount} changes were returned`);
  return times;
}

/** Edits spread evenly over the chat. */
async function fill(sql: Sql, chatId: ChatId) {
  await sql`
    insert into messages (id, chat_id, seq, author_id, type, content, rev, edited_at)
    select
      gen_random_uuid(), ${chatId}, n, owner_id, 'text', 'Message number ' || n,
      case when n % ${messageCount / changeCount}::int = 0 then ${messageCount}::int + n / ${messageCount / changeCount}::int else n end,
      case when n % ${messageCount / changeCount}::int = 0 then now() end
    from generate_series(1, ${messageCount}::int) as n, chats
    where chats.id = ${chatId}`;
  await sql`update chats set last_seq = ${messageCount}, change_count = ${changeCount} where id = ${chatId}`;
  await sql`vacuum analyze`;
}

/** What PostgreSQL has counted, once the program's connections have reported it, which they do when they are idle. */
async function readIndex(sql: Sql) {
  let counted = { scans: -1, rows: -1, sequential: -1 };
  for (;;) {
    await pause(1500);
    const [now] = await sql<typeof counted>`
      select
        indexes.idx_scan::int as scans, indexes.idx_tup_read::int as rows, tables.seq_scan::int as sequential
      from pg_stat_user_indexes as indexes
      join pg_stat_user_tables as tables using (relid)
      where indexrelname = 'messages_rev_idx'`;
    if (!now) throw new Error('the index is missing');
    if (now.scans === counted.scans && now.rows === counted.rows) return counted;
    counted = now;
  }
}

/** The plan of what `changes` reads from the messages, one line for each step. */
async function explain(sql: Sql, chatId: ChatId): Promise<string[]> {
  const lines = await sql<{ 'QUERY PLAN': string }>`
    explain (analyze, costs off, timing off, summary off, buffers off)
    select * from messages
    where chat_id = ${chatId} and coalesce(rev, seq) > greatest(${messageCount}::bigint, 0) and seq > 0
    order by coalesce(rev, seq)
    limit ${limit + 1}`;
  return lines.map((line) => line['QUERY PLAN']);
}
