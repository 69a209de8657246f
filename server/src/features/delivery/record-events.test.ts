import type { UserId } from '@chat-app/contract';
import { expect, test } from 'vitest';
import { aDatabase } from '../../../test/test-app.ts';
import { afterTest } from '../../../test/after-test.ts';
import { asId } from '../../../test/as-id.ts';
import { connectDatabase } from '../../platform/db/database.ts';
import { deliveryRepository } from './delivery.repository.ts';
import { createRecordingTransact } from './record-events.ts';

async function aConnection() {
  const database = connectDatabase(await aDatabase());
  afterTest(() => database.close());
  return { database, transact: createRecordingTransact(database) };
}
const userIds = Array.from({ length: 20 }, (_, number) => asId<UserId>(`user ${number}`));

test('[ADM-16] of several nodes that read the same events, one takes each of them', async () => {
  const { database, transact } = await aConnection();
  const { nextXid } = await deliveryRepository.listAccessChanges(database.sql, null);
  await transact(async (_, emit) => userIds.forEach((userId) => emit('user.updated', { userId })));
  const { changes } = await deliveryRepository.listAccessChanges(database.sql, nextXid);
  expect(changes.every(({ hasEvent }) => hasEvent)).toBe(true);

  const ids = changes.map(({ id }) => id);
  const taken = await Promise.all(Array.from({ length: 4 }, () => deliveryRepository.takeEvents(database.sql, ids)));
  const expected = userIds.map((userId) => ({ name: 'user.updated', event: { userId } }));
  expect(taken.flat()).toEqual(expected);
});

test('[ADM-16] what fails leaves no event, and what is repeated leaves its events once', async () => {
  const { database, transact } = await aConnection();
  const recorded = async () => (await database.sql`select event from access_changes`).map(({ event }) => event);
  const [userId] = userIds as [UserId];
  const failed = transact(async (_, emit) => {
    emit('user.updated', { userId });
    throw new Error('refused');
  });
  await expect(failed).rejects.toThrow('refused');
  expect(await recorded()).toEqual([]);

  let tries = 0;
  await transact(async (tx, emit) => {
    tries += 1;
    emit('user.updated', { userId });
    // A conflict with another transaction.
    if (tries === 1) await tx.script("do $$ begin raise exception 'again' using errcode = '40001'; end $$");
  });
  expect([tries, await recorded()]).toEqual([2, [{ name: 'user.updated', event: { userId } }]]);
});
