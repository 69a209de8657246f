import type { Message } from '@chat-app/contract';
import type { Bus } from './platform/bus/bus.ts';
import type { Emit as EmitOf, Transact as TransactOf } from './platform/bus/transactions.ts';

/** Everything that can happen, one line each. Events carry ids, except where said. */
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
  /** As anybody but the sender sees them: they come by the thousand, and nobody should have to look each up again. */
  'messages.sent': { messages: Message[] };
  'notices.written': { messageIds: string[] };
  'call.started': { chatId: string; userId: string };
  'call.ended': { chatId: string };
  'message.deleted': { messageId: string; chatId: string };
};

export type DomainBus = Bus<DomainEvents>;
export type Transact = TransactOf<DomainEvents>;
export type Emit = EmitOf<DomainEvents>;
