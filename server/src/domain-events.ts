import type {
  CallKind,
  ChatDraft,
  ChatId,
  FriendRequestId,
  Message,
  MessageId,
  SessionId,
  UserId,
} from '@chat-app/contract';
import type { Bus } from './platform/bus/bus.ts';
import type { Emit as EmitOf, Transact as TransactOf } from './platform/bus/transactions.ts';
import type { DeviceId } from './platform/ids.ts';

/** All domain events. They carry ids only, except where noted. */
export type DomainEvents = {
  'announcement.changed': { rev: number };
  'sessions.ended': { sessionIds: SessionId[] };
  'user.updated': { userId: UserId };
  /** Their sessions end with it. */
  'user.suspended': { userId: UserId };
  'user.privacyUpdated': { userId: UserId };
  /** They became an administrator, or an ordinary user again. */
  'user.rightsChanged': { userId: UserId };
  'friendRequest.sent': { requestId: FriendRequestId; userIds: UserId[] };
  'friendRequest.accepted': { requestId: FriendRequestId; userIds: UserId[] };
  'friendRequest.withdrawn': { userIds: UserId[] };
  'friendship.ended': { userIds: UserId[] };
  /** The blocker and the other person, in this order. */
  'user.blocked': { userIds: [UserId, UserId] };
  'user.unblocked': { userIds: [UserId, UserId] };
  /** `memberRev` counts the changes of a chat's members: each of these three has increased it by one. */
  'chat.created': { chatId: ChatId; userIds: UserId[]; memberRev: number };
  'chat.membersAdded': { chatId: ChatId; userIds: UserId[]; memberRev: number };
  'chat.memberGone': { chatId: ChatId; userId: UserId; memberRev: number };
  'chat.unhidden': { chatId: ChatId; userId: UserId };
  'chat.hidden': { chatId: ChatId; userId: UserId };
  'chat.deleted': { chatId: ChatId; userIds: UserId[] };
  'chat.edited': { chatId: ChatId };
  'chat.muted': { chatId: ChatId; userId: UserId; isMuted: boolean };
  /** All pinned chats of the user, in their order. */
  'chats.pinned': { userId: UserId; chatIds: ChatId[] };
  /** `seq` is the last one of the chat; null when it left the archive. */
  'chat.archived': { chatId: ChatId; userId: UserId; seq: number | null };
  /** With its content: drafts are changed while somebody types, and subscribers need not query each change. */
  'chat.drafted': { chatId: ChatId; userId: UserId; draft: ChatDraft };
  'chat.read': { chatId: ChatId; userId: UserId; seq: number };
  /**
   * Messages of one chat as everybody but their senders sees them. They are too frequent for subscribers to query each
   * one again. `memberRev` is that of the chat at the commit. `committedAt` is a `performance.now()` of the sending
   * process. `sentFrom` names the devices that receive their own messages by acknowledgement,
   * `restrictedIds` the replies whose original not every member can see.
   */
  'messages.sent': {
    chatId: ChatId;
    memberRev: number;
    messages: Message[];
    committedAt: number;
    sentFrom?: Record<MessageId, DeviceId>;
    restrictedIds?: MessageId[];
  };
  'systemMessages.written': { chatId: ChatId; memberRev: number; messages: Message[] };
  /** `blockerIds` have blocked the caller. Earlier releases send neither them nor the kind, which is then 'voice'. */
  'call.started': { chatId: ChatId; userId: UserId; blockerIds?: UserId[]; kind?: CallKind };
  /** The first camera of a voice call was turned on. */
  'call.becameVideo': { chatId: ChatId };
  /** A call is missed when nobody answered it. The previous release does not send the kind. */
  'call.ended': { chatId: ChatId; callerId: UserId; isMissed: boolean; kind?: CallKind };
  /** A user came online or went offline. `relatedIds` are the related users who are online. */
  'presence.changed': { userId: UserId; isOnline: boolean; relatedIds: UserId[] };
  /** These people may no longer see the user's presence. */
  'presence.parted': { userId: UserId; otherIds: UserId[] };
  /** A node has expired, and these people were connected to no other. */
  'presence.lost': { userIds: UserId[] };
  /**
   * A message was edited, or something else about it changed. `rev` is the chat's afterwards. `reacted` says that only
   * its reactions changed since its previous rev.
   */
  'message.changed': {
    chatId: ChatId;
    rev: number;
    reacted?: { messageId: MessageId; previousRev: number };
  };
  /** The previous release sends no `rev`. */
  'message.deleted': { messageId: MessageId; chatId: ChatId; seq: number; rev?: number };
  /** A node could not receive events of other nodes for this long. */
  'events.missed': { durationMs: number };
  /**
   * A node emitted to these rooms while another could not receive it: their devices on other nodes must fetch their
   * state again. Null stands for all rooms.
   */
  'events.lost': { rooms: string[] | null };
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
