import { expect, test } from 'vitest';
import { aDatabase } from '../../../test/test-app.ts';
import { connectDatabase } from './database.ts';
import { openSnapshot } from './snapshot.ts';

test('[OPS-40] a backup can read every table of the current schema, without those that only running nodes need', async () => {
  const target = await aDatabase();
  const { sql, close } = connectDatabase(target);
  await sql`insert into users (id, email, name, password_hash) values (${crypto.randomUUID()}, 'ann@x.org', 'Ann', 'x')`;
  await close();
  const snapshot = await openSnapshot(target);
  const texts = new Map<string, string>();
  for (const table of snapshot.tables) {
    const pieces: Buffer[] = [];
    for await (const piece of snapshot.rows(table)) pieces.push(piece);
    texts.set(table.name, Buffer.concat(pieces).toString());
  }
  await snapshot.close();
  expect(texts.get('users')).toContain('ann@x.org');
  expect([...texts.keys()]).toEqual(expect.arrayContaining(['chats', 'chat_members', 'messages', 'uploads']));
  expect([...texts.keys()]).not.toContain('access_changes');
});
