import { administrationTexts, type UserId } from '@chat-app/contract';
import type { Sql } from '../../platform/db/database.ts';
import { forbidden } from '../../platform/errors.ts';
import { peopleRepository } from './people.repository.ts';

/** Those who run the server named them in its environment, and must not be locked out. */
export async function assertNotFixed(tx: Sql, id: UserId): Promise<void> {
  const person = await peopleRepository.find(tx, id);
  if (person?.isAdminFixed) throw forbidden(administrationTexts.fixedAdministrator);
}
