import { expect, test } from 'vitest';
import { people } from '../../../test/people.ts';
import { useOwnTestApp } from '../../../test/test-app.ts';
import { openSnapshot } from './snapshot.ts';

const app = useOwnTestApp();
const { aVerifiedUser } = people(app);

test('[OPS-40] a backup can read every table of the current schema, without those that only running nodes need', async () => {
  const { user } = await aVerifiedUser();
  const snapshot = await openSnapshot(app.databaseTarget);
  const texts = new Map<string, string>();
  for (const table of snapshot.tables) {
    const pieces: Buffer[] = [];
    for await (const piece of snapshot.rows(table)) pieces.push(piece);
    texts.set(table.name, Buffer.concat(pieces).toString());
  }
  await snapshot.close();
  expect(texts.get('users')).toContain(user.id);
  expect([...texts.keys()]).toEqual(expect.arrayContaining(['chats', 'chat_members', 'messages', 'uploads']));
  expect([...texts.keys()]).not.toContain('access_changes');
});
