import type { Bus } from './platform/bus/bus.ts';
import type { Emit as EmitOf, Transact as TransactOf } from './platform/bus/transactions.ts';

/** Everything that can happen, one line each. Events carry ids, not rows. */
export type DomainEvents = {
  'sessions.ended': { sessionIds: string[] };
  'user.updated': { userId: string };
  'friendRequest.sent': { requestId: string };
  'friendRequest.accepted': { requestId: string; userIds: string[] };
  'friendRequest.withdrawn': { userIds: string[] };
  'friendship.ended': { userIds: string[] };
  'chat.opened': { chatId: string; userIds: string[] };
  'chat.membersAdded': { chatId: string; userIds: string[] };
  'chat.memberGone': { chatId: string; userId: string };
  'chat.hidden': { chatId: string; userId: string };
  'chat.deleted': { chatId: string; userIds: string[] };
  'chat.edited': { chatId: string };
  'chat.read': { chatId: string; userId: string; seq: number };
  'messages.sent': { messageIds: string[] };
  'message.deleted': { messageId: string; chatId: string };
};

export type DomainBus = Bus<DomainEvents>;
export type Transact = TransactOf<DomainEvents>;
export type Emit = EmitOf<DomainEvents>;
