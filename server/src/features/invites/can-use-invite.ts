import type { Sql } from '../../platform/db/database.ts';
import { hashToken } from '../../platform/tokens.ts';
import { isUsable } from './invites.policy.ts';
import { inviteRepository } from './invites.repository.ts';

/** Whether the invitation could be used now; somebody else may take the last use meanwhile. */
export async function canUseInvite(sql: Sql, token: string): Promise<boolean> {
  const invite = await inviteRepository.find(sql, hashToken(token));
  return invite !== null && isUsable(invite);
}
