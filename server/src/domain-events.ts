import type { ChatId, FriendRequestId, Message, MessageId, UserId } from '@chat-app/contract';
import type { Bus } from './platform/bus/bus.ts';
import type { Emit as EmitOf, Transact as TransactOf } from './platform/bus/transactions.ts';
import type { SessionId } from './platform/ids.ts';

/** All domain events. They carry ids only, except where noted. */
export type DomainEvents = {
  'sessions.ended': { sessionIds: SessionId[] };
  'user.updated': { userId: UserId };
  'friendRequest.sent': { requestId: FriendRequestId; userIds: UserId[] };
  'friendRequest.accepted': { requestId: FriendRequestId; userIds: UserId[] };
  'friendRequest.withdrawn': { userIds: UserId[] };
  'friendship.ended': { userIds: UserId[] };
  'chat.opened': { chatId: ChatId; userIds: UserId[] };
  'chat.membersAdded': { chatId: ChatId; userIds: UserId[] };
  'chat.memberGone': { chatId: ChatId; userId: UserId };
  'chat.hidden': { chatId: ChatId; userId: UserId };
  'chat.deleted': { chatId: ChatId; userIds: UserId[] };
  'chat.edited': { chatId: ChatId };
  'chat.muted': { chatId: ChatId; userId: UserId; isMuted: boolean };
  'chat.read': { chatId: ChatId; userId: UserId; seq: number };
  /**
   * Messages of one chat as everybody but their senders sees them. They are too frequent for subscribers to query each
   * one again. `committedAt` is a `performance.now()` of this process.
   */
  'messages.sent': { chatId: ChatId; messages: Message[]; committedAt: number };
  'systemMessages.written': { chatId: ChatId; messageIds: MessageId[] };
  'call.started': { chatId: ChatId; userId: UserId };
  /** A call is missed when nobody answered it. */
  'call.ended': { chatId: ChatId; callerId: UserId; isMissed: boolean };
  /** A user came online or went offline. `relatedIds` are the related users who are online. */
  'presence.changed': { userId: UserId; isOnline: boolean; relatedIds: UserId[] };
  /** These people may no longer see the user's presence. */
  'presence.parted': { userId: UserId; otherIds: UserId[] };
  /** A node has expired, and these people were connected to no other. */
  'presence.lost': { userIds: UserId[] };
  /** A node lost events while Redis was unreachable: every device must fetch its state again. */
  'events.lost': object;
  'message.deleted': { messageId: MessageId; chatId: ChatId };
};

/**
 * Events are ordered per chat, or per person where no chat is involved: what follows the removal of a member must be
 * delivered after it. `user.updated` concerns many chats but is not ordered with them, or one slow chat would delay all
 * the others; it does not depend on anything that happens in a chat.
 */
export function orderKeys(event: DomainEvents[keyof DomainEvents]): readonly string[] {
  if ('chatId' in event) return [event.chatId];
  if ('userIds' in event) return event.userIds;
  if ('userId' in event) return [event.userId];
  return [];
}

export type DomainBus = Bus<DomainEvents>;
export type Transact = TransactOf<DomainEvents>;
export type Emit = EmitOf<DomainEvents>;
