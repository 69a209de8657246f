import type { Message } from '@chat-app/contract';
import type { Bus } from './platform/bus/bus.ts';
import type { Emit as EmitOf, Transact as TransactOf } from './platform/bus/transactions.ts';

/** Everything that can happen, one line each. Events carry ids, except where said. */
export type DomainEvents = {
  'sessions.ended': { sessionIds: string[] };
  'user.updated': { userId: string };
  'friendRequest.sent': { requestId: string; userIds: string[] };
  'friendRequest.accepted': { requestId: string; userIds: string[] };
  'friendRequest.withdrawn': { userIds: string[] };
  'friendship.ended': { userIds: string[] };
  'chat.opened': { chatId: string; userIds: string[] };
  'chat.membersAdded': { chatId: string; userIds: string[] };
  'chat.memberGone': { chatId: string; userId: string };
  'chat.hidden': { chatId: string; userId: string };
  'chat.deleted': { chatId: string; userIds: string[] };
  'chat.edited': { chatId: string };
  'chat.muted': { chatId: string; userId: string; isMuted: boolean };
  'chat.read': { chatId: string; userId: string; seq: number };
  /**
   * Messages of one chat as anybody but their senders sees them: they come by the thousand, and nobody should have to look
   * each up again. The time is this process's own (`performance.now`).
   */
  'messages.sent': { chatId: string; messages: Message[]; committedAt: number };
  'notices.written': { chatId: string; messageIds: string[] };
  'call.started': { chatId: string; userId: string };
  /** Missed: nobody picked up. */
  'call.ended': { chatId: string; callerId: string; isMissed: boolean };
  /** Somebody has come or gone; these are the people who know them and are online. */
  'presence.changed': { userId: string; isOnline: boolean; relatedIds: string[] };
  /** Somebody's presence is none of these people's business any more. */
  'presence.parted': { userId: string; otherIds: string[] };
  /** A node has died, and these people were on no other. */
  'presence.lost': { userIds: string[] };
  /** A node could not tell the others everything while Redis was away: every device must ask again. */
  'events.lost': object;
  'message.deleted': { messageId: string; chatId: string };
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
