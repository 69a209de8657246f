import type { ChatId, UserId } from '@chat-app/contract';
import type { Emit } from '../../domain-events.ts';
import type { Sql } from '../../platform/db/database.ts';
import { notFound } from '../../platform/errors.ts';
import { hashToken } from '../../platform/tokens.ts';
import { isMember, joinByInvite, lockInvitingChat, openDirectChat } from '../chats/index.ts';
import { assertNotBlocked, becomeFriends, blockRepository, friendshipRepository } from '../friendships/index.ts';
import { userRepository } from '../users/index.ts';
import { assertNotOwn, isUsable, isValid, unusable } from './invites.policy.ts';
import { type InviteRow, inviteRepository } from './invites.repository.ts';

interface Acceptance {
  readonly userId: UserId;
  readonly token: string;
  readonly maxGroupSize: number;
}

/** Lets the user in, and returns the chat that the invitation leads to. For one who is in already, only the latter. */
export async function acceptInvite(tx: Sql, emit: Emit, acceptance: Acceptance): Promise<ChatId> {
  const invite = await inviteRepository.find(tx, hashToken(acceptance.token));
  if (!invite) throw unusable();
  return invite.chat
    ? joinGroup(tx, emit, invite.chat.id, { ...acceptance, invite })
    : befriend(tx, emit, { ...acceptance, invite });
}

type Accepting = Acceptance & { readonly invite: InviteRow };

async function joinGroup(tx: Sql, emit: Emit, chatId: ChatId, { invite, maxGroupSize, ...who }: Accepting) {
  const { userId } = who;
  // The chat before the invitation: deleting a chat locks them in this order.
  const chat = await lockInvitingChat(tx, chatId, invite.creatorId);
  if (await isMember(tx, chatId, userId)) return chatId;
  const blockers = await blockRepository.findBetween(tx, userId, invite.creatorId);
  if (!chat || blockers.includes(invite.creatorId)) throw unusable();
  if (await inviteRepository.isOlderThanRemoval(tx, { inviteId: invite.id, userId })) throw unusable();
  await takeUse(tx, who);
  const user = await userRepository.find(tx, userId);
  if (!user) throw notFound('User');
  await joinByInvite(tx, emit, { chat, user, maxGroupSize });
  return chatId;
}

async function befriend(tx: Sql, emit: Emit, { invite, ...who }: Accepting) {
  const { userId } = who;
  const inviterId = invite.creatorId;
  assertNotOwn(userId, invite);
  await friendshipRepository.lockPair(tx, userId, inviterId);
  if (!(await friendshipRepository.areFriends(tx, userId, inviterId))) {
    const blockers = await blockRepository.findBetween(tx, userId, inviterId);
    if (blockers.includes(inviterId)) throw unusable();
    assertNotBlocked(userId, blockers);
    await takeUse(tx, who);
    await becomeFriends(tx, emit, { inviterId, userId });
  }
  const { chatId } = await openDirectChat(tx, emit, { userId, otherId: inviterId });
  return chatId;
}

/** Each person once: somebody who was removed does not come back by the same link. */
async function takeUse(tx: Sql, { token, userId }: Pick<Accepting, 'token' | 'userId'>): Promise<void> {
  const invite = await inviteRepository.findLocked(tx, hashToken(token));
  if (!invite || !isValid(invite)) throw unusable();
  const use = { inviteId: invite.id, userId };
  const earlier = await inviteRepository.findUse(tx, use);
  if (earlier && !earlier.isAccepted) return inviteRepository.acceptUse(tx, use);
  const isTaken =
    earlier === null && isUsable(invite) && (await inviteRepository.addUse(tx, { ...use, isAccepted: true }));
  if (!isTaken) throw unusable();
}
