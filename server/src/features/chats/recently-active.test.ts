import { sendMessage } from '@chat-app/contract';
import { expect, test } from 'vitest';
import { people } from '../../../test/people.ts';
import { useTestApp } from '../../../test/test-app.ts';
import { chatRepository } from './chats.repository.ts';

const app = useTestApp();
const { aChat, aVerifiedUser } = people(app);

test('[CLU-23] recently active chats are chosen by the clock of the database, not of the node', async () => {
  const [ann, bob] = [await aVerifiedUser(), await aVerifiedUser()];
  const chatId = await aChat(ann, bob);
  const { body } = await ann.call(sendMessage, { chatId, content: 'Hello', type: 'text' });
  const { sql } = app.database;
  // The id that a node whose clock is years behind would create.
  await sql`update messages set id = '01000000-0000-7000-8000-000000000000' where id = ${body.message._id}`;
  const found = async () =>
    (await chatRepository.listRecentlyActive(sql, 60_000)).filter((chat) => chat.chatId === chatId);
  expect(await found()).toEqual([{ chatId, lastSeq: 1, rev: 1 }]);
  await sql`update chats set last_activity_at = now() - interval '2 minutes' where id = ${chatId}`;
  expect(await found()).toEqual([]);
});
