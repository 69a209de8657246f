import type { UserId } from '@chat-app/contract';
import type { Sql } from '../../platform/db/database.ts';
import { administratorRepository } from './administrators.repository.ts';

/**
 * Makes a new account the administrator of a server that has none, from the moment on at which its address is verified.
 * Until then, the next account can claim it: the first one may have a mistyped address.
 */
export async function claimAdministration(tx: Sql, userId: UserId): Promise<boolean> {
  await administratorRepository.lock(tx);
  if (await administratorRepository.isAnyAppointed(tx)) return false;
  await administratorRepository.removeUnverified(tx);
  // The other one may have been verified at this very moment.
  if (await administratorRepository.isAnyAppointed(tx)) return false;
  return administratorRepository.setStored(tx, userId, true);
}
