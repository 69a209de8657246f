import type { ClientId, MessageId } from '@chat-app/contract';
import { expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { people } from '../../../test/people.ts';
import { useTestApp } from '../../../test/test-app.ts';
import { messageBatchRepository } from './message-batches.repository.ts';

const app = useTestApp();
const { aChat, aVerifiedUser } = people(app);

const noDetails = {
  uploadFile: null,
  fileSize: null,
  transferStatus: null,
  voice: null,
  quoted: null,
  forwardedFrom: null,
  mentions: null,
};

test('[MSG-525] a message is written without reading others, also before the first statistics', async () => {
  const [ann, bob] = [await aVerifiedUser(), await aVerifiedUser()];
  const chatId = await aChat(ann, bob);
  const authorId = ann.user.id;
  const { database } = app;
  let seq = 0;
  for (const count of [20, 300, 1000]) {
    await database.sql`
      insert into messages (id, chat_id, seq, rev, author_id, type, content, client_id, created_at)
      select gen_random_uuid(), ${chatId}, n, n, ${authorId}, 'text', 'hello', gen_random_uuid()::text, now()
      from generate_series(${seq + 1}::int, ${count}::int) as n`;
    await database.sql`update chats set last_seq = ${count} where id = ${chatId}`;
    seq = count + 1;
    const entriesRead = await database.transaction(async (tx) => {
      await tx`discard plans`;
      const clientId = newId<ClientId>();
      const message = { id: newId<MessageId>(), chatId, authorId, type: 'text', content: 'hi', clientId } as const;
      const written = await messageBatchRepository.write(tx, [{ ...message, ...noDetails }]);
      expect(written.get(message.id)).toMatchObject({ kind: 'new', row: { seq } });
      const [read] = await tx<{ entries: number }[]>`
        select sum(pg_stat_get_xact_tuples_returned(indexrelid))::float8 as entries
        from pg_index where indrelid = 'messages'::regclass`;
      return read?.entries;
    });
    expect(entriesRead).toBe(0);
  }
});
