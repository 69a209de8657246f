import { expect, test } from 'vitest';
import { useTestApp } from '../../../test/test-app.ts';
import { chats, say } from '../../../test/chats.ts';
import { chatRepository } from './chats.repository.ts';

const app = useTestApp();
const { aPair } = chats(app);

test('[CLU-23] recently active chats are chosen by the clock of the database, not of the node', async () => {
  const { ann, chatId } = await aPair();
  const { _id } = await say(ann, chatId);
  const { sql } = app.database;
  // The id that a node whose clock is years behind would create.
  await sql`update messages set id = '01000000-0000-7000-8000-000000000000' where id = ${_id}`;
  const found = async () =>
    (await chatRepository.listRecentlyActive(sql, 60_000)).filter((chat) => chat.chatId === chatId);
  expect(await found()).toEqual([{ chatId, lastSeq: 1, rev: 1 }]);
  await sql`update chats set last_activity_at = now() - interval '2 minutes' where id = ${chatId}`;
  expect(await found()).toEqual([]);
});
