import type { ChatId, UserId } from '@chat-app/contract';
import type { Emit } from '../../domain-events.ts';
import type { Sql } from '../../platform/db/database.ts';
import { findLockedChat } from './chat-members.service.ts';
import { assertGroupSize, canInvite } from './chats.policy.ts';
import { chatRepository } from './chats.repository.ts';
import { addSystemMessages } from './system-messages.ts';

/** A group that this user may invite to, locked until the transaction ends; null if they may not, or not any more. */
export async function lockInvitingChat(tx: Sql, chatId: ChatId, inviterId: UserId) {
  const chat = await findLockedChat(tx, chatId, inviterId);
  return chat && canInvite(chat, chat.actor) ? chat : null;
}

export async function isMember(sql: Sql, chatId: ChatId, userId: UserId): Promise<boolean> {
  return (await chatRepository.findFor(sql, chatId, userId)) !== null;
}

interface Joining {
  readonly chat: { readonly id: ChatId; readonly memberCount: number };
  readonly user: { readonly id: UserId; readonly name: string };
  readonly maxGroupSize: number;
}

/** Adds a user who is not a member yet to a locked group. They see messages from now on. */
export async function joinByInvite(tx: Sql, emit: Emit, { chat, user, maxGroupSize }: Joining): Promise<void> {
  const { id: chatId } = chat;
  assertGroupSize(chat.memberCount + 1, maxGroupSize);
  await chatRepository.addMembers(tx, chatId, [user.id]);
  const memberRev = await chatRepository.findMemberRev(tx, chatId);
  emit('chat.membersAdded', { chatId, userIds: [user.id], memberRev });
  await addSystemMessages(tx, emit, { chatId, authorId: user.id, texts: [`${user.name} joined by invitation`] });
}
