import { answerTexts, inviteLimits, inviteTexts, type UserId } from '@chat-app/contract';
import { AppError, forbidden, invalidInput, notFound } from '../../platform/errors.ts';
import { canInvite } from '../chats/index.ts';
import type { InviteRow } from './invites.repository.ts';

const mayInvite = ({ isAdmin, ...chat }: NonNullable<InviteRow['chat']>, id: UserId): boolean =>
  isAdmin !== null && canInvite(chat, { id, isAdmin });

/** Whether its creator may still invite, and it has not expired. */
export const isValid = ({ creatorId, isCreatorSuspended, isExpired, chat }: InviteRow): boolean =>
  !isExpired && !isCreatorSuspended && (chat === null || mayInvite(chat, creatorId));

export const isUsable = (invite: InviteRow): boolean =>
  isValid(invite) && (invite.maxUses === null || invite.uses < invite.maxUses);

/** One answer for everything that makes a link useless: it must not reveal why. */
export const unusable = () => notFound('Invitation');

export function assertBelowLimit(activeCount: number): void {
  if (activeCount >= inviteLimits.activeMax) throw new AppError('limit_reached', inviteTexts.activeLimit);
}

export const assertNotOwn = (userId: UserId, { creatorId }: InviteRow): void => {
  if (userId === creatorId) throw invalidInput(inviteTexts.own);
};

/** Those who are verified accept the invitation instead. */
export function assertUnverified({ isVerified }: { isVerified: boolean }): void {
  if (isVerified) throw new AppError('already_verified', answerTexts.alreadyVerified);
}

export const notAllowed = () => forbidden(inviteTexts.notAllowed);
export const expiresInPast = () => invalidInput(inviteTexts.expiresAtPast, { expiresAt: inviteTexts.expiresAtPast });
