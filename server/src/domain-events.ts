import type { ChatId, FriendRequestId, Message, MessageId, UserId } from '@chat-app/contract';
import type { Bus } from './platform/bus/bus.ts';
import type { Emit as EmitOf, Transact as TransactOf } from './platform/bus/transactions.ts';
import type { SessionId } from './platform/ids.ts';

/** Everything that can happen, one line each. Events carry ids, except where said. */
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
   * Messages of one chat as anybody but their senders sees them: they come by the thousand, and nobody should have to look
   * each up again. The time is this process's own (`performance.now`).
   */
  'messages.sent': { chatId: ChatId; messages: Message[]; committedAt: number };
  'notices.written': { chatId: ChatId; messageIds: MessageId[] };
  'call.started': { chatId: ChatId; userId: UserId };
  /** Missed: nobody picked up. */
  'call.ended': { chatId: ChatId; callerId: UserId; isMissed: boolean };
  /** Somebody has come or gone; these are the people who know them and are online. */
  'presence.changed': { userId: UserId; isOnline: boolean; relatedIds: UserId[] };
  /** Somebody's presence is none of these people's business any more. */
  'presence.parted': { userId: UserId; otherIds: UserId[] };
  /** A node has died, and these people were on no other. */
  'presence.lost': { userIds: UserId[] };
  /** A node could not tell the others everything while Redis was away: every device must ask again. */
  'events.lost': object;
  'message.deleted': { messageId: MessageId; chatId: ChatId };
};

/**
 * Order is kept per chat, or per person where no chat is concerned: what follows the removal of a member must be delivered
 * after it. `user.updated` reaches many chats but waits for none of them, or one slow chat would hold up all the others; it
 * says nothing about what happens in a chat.
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
