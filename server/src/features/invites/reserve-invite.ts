import type { UserId } from '@chat-app/contract';
import type { Sql } from '../../platform/db/database.ts';
import { hashToken } from '../../platform/tokens.ts';
import { isUsable } from './invites.policy.ts';
import { inviteRepository } from './invites.repository.ts';

/**
 * Keeps a use for an account that is being created or taken over; the latter may have one already. False when the
 * invitation cannot be used; the account can be all the same.
 */
export async function reserveInvite(tx: Sql, { token, userId }: { token: string; userId: UserId }): Promise<boolean> {
  const invite = await inviteRepository.findLocked(tx, hashToken(token));
  if (!invite) return false;
  const use = { inviteId: invite.id, userId };
  if (await inviteRepository.findUse(tx, use)) return true;
  return isUsable(invite) && inviteRepository.addUse(tx, { ...use, isAccepted: false });
}
