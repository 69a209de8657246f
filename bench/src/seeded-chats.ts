import type { ChatId, UserId } from '@chat-app/contract';
import type { Sql } from './sql.ts';
import { createChats, createUsers, type BenchUser } from './users.ts';

/** A chat with messages: `Message 7 of Chat 3 ...`, of different lengths. */
export interface SeededChat {
  readonly chatId: ChatId;
  /** Part of every message. */
  readonly marker: string;
  /** The beginning of message number `n`. */
  readonly textOf: (n: number) => string;
}

const words = 'and some more words that make the line longer than the others were until now '.repeat(4);

/** A user with one chat per element, each with that many messages. */
export async function seedChats(sql: Sql, messageCounts: readonly number[]) {
  const users = await createUsers(sql, messageCounts.length * 2);
  const chatIds = await createChats(sql, users, 2);
  const [reader] = await createUsers(sql, 1);
  const chats: SeededChat[] = [];
  for (const [index, chatId] of chatIds.entries()) {
    await fill(sql, { chatId, index, count: messageCounts[index] ?? 0, readerId: (reader as BenchUser).id });
    const marker = `of Chat ${index} `;
    chats.push({ chatId, marker, textOf: (n) => `Message ${n} ${marker}` });
  }
  await sql`vacuum analyze`;
  return { reader: reader as BenchUser, chats };
}

interface Filling {
  readonly chatId: ChatId;
  readonly index: number;
  readonly count: number;
  readonly readerId: UserId;
}

async function fill(sql: Sql, { chatId, index, count, readerId }: Filling) {
  await sql`
    insert into chat_members (chat_id, user_id, joined_seq, read_seq) values (${chatId}, ${readerId}, 0, ${count})`;
  await sql`
    insert into messages (id, chat_id, seq, author_id, type, content, created_at)
    select gen_random_uuid(), ${chatId}, n, case when n % 3 = 0 then ${readerId}::uuid else chats.owner_id end, 'text',
      'Message ' || n || ' of Chat ' || ${index}::int || ' ' || left(${words}, n * 37 % 300),
      now() - (${count}::int - n + ${index}::int) * interval '1 minute'
    from generate_series(1, ${count}::int) as n, chats
    where chats.id = ${chatId}`;
  await sql`
    update chats
    set name = ${`Chat ${index}`}, last_seq = newest.seq, last_activity_at = now() - ${index}::int * interval '1 minute',
        head_seq = newest.seq, head_type = newest.type, head_content = newest.content,
        head_author_id = newest.author_id, head_at = newest.created_at
    from (select * from messages where chat_id = ${chatId} order by seq desc limit 1) as newest
    where chats.id = ${chatId}`;
}
