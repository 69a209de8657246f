import type { UserId } from '@chat-app/contract';
import type { Sql } from '../../platform/db/database.ts';
import { hashToken } from '../../platform/tokens.ts';
import { isUsable } from './invites.policy.ts';
import { inviteRepository } from './invites.repository.ts';

/** Keeps a use for an account that is being created. False when the invitation cannot be used; the account can be all the same. */
export async function reserveInvite(tx: Sql, { token, userId }: { token: string; userId: UserId }): Promise<boolean> {
  const invite = await inviteRepository.findLocked(tx, hashToken(token));
  if (!invite || !isUsable(invite)) return false;
  return inviteRepository.addUse(tx, { inviteId: invite.id, userId, isAccepted: false });
}
