import { administrationTexts, type UserId } from '@chat-app/contract';
import type { Sql } from '../../platform/db/database.ts';
import { forbidden } from '../../platform/errors.ts';
import { administratorRepository } from './administrators.repository.ts';

/** Two administrators who remove each other at the same moment would leave none: the second one is refused. */
export async function assertNotLastAdministrator(tx: Sql, userId: UserId): Promise<void> {
  // Almost nobody is one, and the lock is the same for everybody.
  if (!(await administratorRepository.has(tx, userId))) return;
  await administratorRepository.lock(tx);
  const isLast =
    (await administratorRepository.has(tx, userId)) && !(await administratorRepository.hasOther(tx, userId));
  if (isLast) throw forbidden(administrationTexts.lastAdministrator);
}
