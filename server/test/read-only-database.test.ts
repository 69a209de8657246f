import { sendMessage, updateProfile } from '@chat-app/contract';
import { beforeAll, expect, test, vi } from 'vitest';
import { chats } from './chats.ts';
import { useOwnTestApp } from './test-app.ts';
import { withDatabase } from './with-database.ts';

const app = useOwnTestApp();
const { aPair } = chats(app);

let pair: Awaited<ReturnType<typeof aPair>>;
beforeAll(async () => void (pair = await aPair()));

/** More requests than the pool has connections, which write by one statement and by a transaction. */
async function writeMuch() {
  const { ann, bob, chatId } = pair;
  const requests = Array.from({ length: 10 }, (_, index) => [
    ann.call(sendMessage, { chatId, content: `Text ${index}`, type: 'text' }),
    bob.call(updateProfile, { name: `Bob ${index}` }),
  ]);
  const answers = await Promise.all(requests.flat());
  return new Set(
    answers.map(({ status, headers }) => (status < 300 ? 'written' : [status, headers.get('retry-after')].join())),
  );
}

test('[OPS-230] while the database takes no writes, requests that write and /readyz answer 503, and recover with it', async () => {
  const { databaseTarget } = app;
  const isReady = () => app.client().send('GET', '/readyz');
  expect(await writeMuch()).toEqual(new Set(['written']));
  // Connected to another database, which takes writes all the time.
  await withDatabase({ ...databaseTarget, user: 'postgres', database: 'postgres' }, async ({ sql }) => {
    const { database } = databaseTarget;
    await sql.script(`alter database ${database} set default_transaction_read_only = on`);
    // As in a fail-over: open connections end, and new ones find a database that takes no writes.
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${database}`;
    await vi.waitFor(async () => expect(await writeMuch()).toEqual(new Set(['503,2'])));
    expect(await isReady()).toMatchObject({ status: 503, body: { reasons: ['database'] } });
    await sql.script(`alter database ${database} reset default_transaction_read_only`);
  });
  await vi.waitFor(async () => expect((await isReady()).status).toBe(200));
  expect(await writeMuch()).toEqual(new Set(['written']));
});
