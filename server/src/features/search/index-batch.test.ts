import * as contract from '@chat-app/contract';
import { expect, test } from 'vitest';
import { asId } from '../../../test/as-id.ts';
import { people } from '../../../test/people.ts';
import { useOwnTestApp } from '../../../test/test-app.ts';
import { indexBatch } from './index-batch.ts';

const app = useOwnTestApp();
const { aChat, aVerifiedUser } = people(app);

async function aChatWith(texts: readonly string[]): Promise<contract.ChatId> {
  const [ann, bob] = [await aVerifiedUser(), await aVerifiedUser()];
  const chatId = await aChat(ann, bob);
  for (const content of texts) await ann.call(contract.sendMessage, { chatId, content, type: 'text' });
  return chatId;
}

test('[SRC-6] several nodes index the same chats at once: every message once, and none is left', async () => {
  const texts = Array.from({ length: 25 }, (_, index) => `kestrel ${index}`);
  const chatIds = [];
  for (let index = 0; index < 12; index += 1) chatIds.push(await aChatWith(index < 2 ? texts : ['one kestrel']));
  // With so many chats, at most 10 messages of each.
  const maxMessages = 120;
  const { sql } = app.database;
  // In the order in which the program's own batches lock them.
  await sql`truncate message_index_progress, message_index`;
  const node = async (order: readonly contract.ChatId[]) => {
    let batches = 0;
    for (let remaining = [...order]; remaining.length > 0; batches += 1) {
      remaining = await indexBatch(app.database, remaining, maxMessages);
    }
    return batches;
  };
  const batches = await Promise.all([node(chatIds), node(chatIds.toReversed()), node(chatIds)]);
  expect(Math.max(...batches)).toBeGreaterThan(1);
  const [row] = await sql<{ messages: number; indexed: number; outdated: number }[]>`
    select
      (select count(*)::int from messages where content like '%kestrel%') as messages,
      (select count(*)::int from message_index join messages using (chat_id, seq) where content like '%kestrel%')
        as indexed,
      (
        select count(*)::int from chats left join message_index_progress on chat_id = id
        where id = any(${chatIds}::uuid[]) and last_seq + change_count > coalesce(rev, 0)
      ) as outdated`;
  expect(row).toEqual({ messages: 60, indexed: 60, outdated: 0 });
});

test('[SRC-6] a chat that is gone leaves nothing in the index, and does not stop the others', async () => {
  const chatId = await aChatWith(['a lonely kestrel']);
  const gone = asId<contract.ChatId>('01234567-89ab-7cde-8f01-23456789abcd');
  const { sql } = app.database;
  await sql`insert into message_index_progress (chat_id, rev) values (${gone}, 3)`;
  await sql`insert into message_index (chat_id, seq, sent_at, tokens) values (${gone}, 3, now(), '{1}')`;
  for (let remaining = [gone, chatId]; remaining.length > 0;) remaining = await indexBatch(app.database, remaining, 20);
  expect(await sql`select chat_id from message_index where chat_id = any(${[gone, chatId]}::uuid[])`).toEqual([
    { chatId },
  ]);
  expect(await sql`select from message_index_progress where chat_id = ${gone}`).toHaveLength(0);
});
