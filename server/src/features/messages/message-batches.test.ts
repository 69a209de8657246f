import { expect, test } from 'vitest';
import { useOwnTestApp } from '../../../test/test-app.ts';
import { newId } from '../../platform/ids.ts';
import { chats } from '../../../test/chats.ts';
import { messageBatchRepository, type NewMessage } from './message-batches.repository.ts';
import { aNewMessage } from './new-message.fixture.ts';

const app = useOwnTestApp();
const { aChat, aGroup, aPair, users } = chats(app);

/** Each of these takes another statement. */
const batchSizes = [1, 2];

test.each(batchSizes)('[MSG-525] %i written at once read no others, also before the first statistics', async (size) => {
  const { ann, chatId } = await aPair();
  const authorId = ann.user.id;
  const { database } = app;
  let seq = 0;
  for (const count of [20, 300, 1000]) {
    await database.sql`
      insert into messages (id, chat_id, seq, rev, author_id, type, content, client_id, created_at)
      select gen_random_uuid(), ${chatId}, n, n, ${authorId}, 'text', 'hello', gen_random_uuid()::text, now()
      from generate_series(${seq + 1}::int, ${count}::int) as n`;
    await database.sql`update chats set last_seq = ${count} where id = ${chatId}`;
    seq = count + size;
    const entriesRead = await database.transaction(async (tx) => {
      await tx`discard plans`;
      const batch = Array.from({ length: size }, () => aNewMessage({ chatId, authorId }));
      const written = await messageBatchRepository.write(tx, batch);
      expect(batch.map(({ id }) => written.get(id))).toMatchObject(
        batch.map((_, index) => ({ kind: 'new', row: { seq: count + 1 + index } })),
      );
      const [read] = await tx<{ entries: number }[]>`
        select sum(pg_stat_get_xact_tuples_returned(indexrelid))::float8 as entries
        from pg_index where indrelid = 'messages'::regclass`;
      return read?.entries;
    });
    expect(entriesRead).toBe(0);
  }
});

test.each(batchSizes)('[MSG-526] %i written at once are refused or found for the same reasons', async (size) => {
  const [{ ann, chatId }, [eve]] = [await aPair(), await users('Eve')];
  const authorId = ann.user.id;
  const { database } = app;
  /** Other messages of the batch go to a chat of their own. */
  const other = await aChat(ann, eve);
  const write = async (message: NewMessage) => {
    const others = Array.from({ length: size - 1 }, () => aNewMessage({ chatId: other, authorId }));
    return (await messageBatchRepository.write(database.sql, [message, ...others])).get(message.id);
  };
  const first = aNewMessage({ chatId, authorId });
  expect(await write(first)).toMatchObject({ kind: 'new', row: { seq: 1, rev: 1, authorName: ann.user.name } });
  expect(await write({ ...first, id: newId() })).toEqual({ kind: 'earlier', messageId: first.id });
  expect(await write(aNewMessage({ chatId, authorId: eve.user.id }))).toEqual({ kind: 'refused' });
  expect(await write({ ...first, id: newId(), authorId: eve.user.id })).toEqual({ kind: 'refused' });
  expect(await write(aNewMessage({ chatId: newId(), authorId }))).toEqual({ kind: 'refused' });
  await database.transaction(async (tx) => {
    await tx`select from chats where id = ${chatId} for update`;
    expect(await write(aNewMessage({ chatId, authorId }))).toEqual({ kind: 'busy' });
    expect(await write({ ...first, id: newId() })).toEqual({ kind: 'earlier', messageId: first.id });
  });
  expect(await write(aNewMessage({ chatId, authorId }))).toMatchObject({ kind: 'new', row: { seq: 2, rev: 2 } });
  const [chat] = await database.sql`select last_seq::int, head_seq::int, head_content from chats where id = ${chatId}`;
  expect(chat).toEqual({ lastSeq: 2, headSeq: 2, headContent: 'hi' });
});

test.each(batchSizes)('[CHT-411] %i written at once are refused where only admins send', async (size) => {
  const { ann, bob, cat, chatId } = await aGroup();
  const { sql } = app.database;
  const write = async (author: typeof ann) => {
    const message = aNewMessage({ chatId, authorId: author.user.id });
    const others = Array.from({ length: size - 1 }, () => aNewMessage({ chatId, authorId: ann.user.id }));
    return (await messageBatchRepository.write(sql, [message, ...others])).get(message.id)?.kind;
  };
  await sql`update chat_members set is_admin = true where chat_id = ${chatId} and user_id = ${bob.user.id}`;
  expect([await write(ann), await write(bob), await write(cat)]).toEqual(['new', 'new', 'new']);
  await sql`update chats set only_admins_send = true where id = ${chatId}`;
  expect([await write(ann), await write(bob), await write(cat)]).toEqual(['new', 'new', 'refused']);
});
