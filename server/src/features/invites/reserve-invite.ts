import type { UserId } from '@chat-app/contract';
import type { Sql } from '../../platform/db/database.ts';
import { hashToken } from '../../platform/tokens.ts';
import { invitedAccountRepository } from './invited-accounts.repository.ts';
import { isUsable } from './invites.policy.ts';
import { type InviteRow, inviteRepository } from './invites.repository.ts';

interface Reservation {
  readonly token: string;
  readonly userId: UserId;
  /** The account is being created where nobody can sign up without an invitation. */
  readonly isNeeded?: boolean;
}

/**
 * Keeps a use for an account that is not verified yet, or is being taken over; it may have one already. False when the
 * invitation cannot be used; the account can be all the same, unless it needs one.
 */
export async function reserveInvite(tx: Sql, { token, userId, isNeeded = false }: Reservation): Promise<boolean> {
  const invite = await inviteRepository.findLocked(tx, hashToken(token));
  if (!invite || !(await keepUse(tx, { invite, userId, canTakeAnother: true }))) return false;
  const invited = { userId, inviteId: invite.id };
  await (isNeeded ? invitedAccountRepository.add(tx, invited) : invitedAccountRepository.setInvite(tx, invited));
  return true;
}

/**
 * Whether an account whose address is about to be verified is still let in by its invitation; null when it needs none.
 * The use that was reserved may have been given to somebody else, and another one may be left.
 */
export async function confirmInvite(
  tx: Sql,
  { userId, canTakeAnother }: { userId: UserId; canTakeAnother: boolean },
): Promise<boolean | null> {
  const inviteId = await invitedAccountRepository.find(tx, userId);
  if (inviteId === null) return null;
  // Locked until the account is verified: nobody takes the use away meanwhile.
  const invite = await inviteRepository.findLockedById(tx, inviteId);
  return invite !== null && (await keepUse(tx, { invite, userId, canTakeAnother }));
}

/** The account exists for everybody from now on, and keeps its use for good. */
export const forgetInvited = (tx: Sql, userId: UserId): Promise<void> => invitedAccountRepository.remove(tx, userId);

async function keepUse(
  tx: Sql,
  { invite, userId, canTakeAnother }: { invite: InviteRow; userId: UserId; canTakeAnother: boolean },
): Promise<boolean> {
  const use = { inviteId: invite.id, userId };
  if (await inviteRepository.findUse(tx, use)) return true;
  return canTakeAnother && isUsable(invite) && inviteRepository.addUse(tx, { ...use, isAccepted: false });
}
