import type { ChatId, Message, MessageChange, UserId } from '@chat-app/contract';
import { headsOf } from '../../realtime/chat-heads.ts';
import { type ChatRooms, withoutQuote } from '../../realtime/chat-rooms.ts';
import type { ChatStream } from './chat-stream.ts';
import type { ChatSnapshot } from './delivery.repository.ts';
import { presentReactions, type ReactedChange } from '../messages/index.ts';
import type { RoomMembers } from './room-members.ts';

export interface ChatReaderDeps {
  readonly chatRooms: ChatRooms;
  /** Reads a chat and its members; null when it is gone. */
  readonly findChat: (chatId: ChatId) => Promise<ChatSnapshot | null>;
  /** Reads up to `readLimit` messages that changed after a rev, new and deleted ones included, by rev. */
  readonly listChanges: (start: { chatId: ChatId; rev: number }) => Promise<ReactedChange[]>;
  readonly members: RoomMembers;
}

/** Devices that missed more fetch it themselves. */
const catchUpLimit = 200;
/** One more shows that there are more. */
export const readLimit = catchUpLimit + 1;

/** Reads the members of a chat and what changed in it from the database, and applies and emits it. */
export function createChatReader({ chatRooms, findChat, listChanges, members }: ChatReaderDeps) {
  /** Changes first: somebody who is removed between the two queries gets none of them. */
  async function readChat(stream: ChatStream, isOpen: () => boolean) {
    const { chatId } = stream;
    const fromRev = stream.rev;
    const read = await listChanges({ chatId, rev: fromRev });
    const changes = read.map(({ change }) => change);
    const chat = await findChat(chatId);
    if (!isOpen()) return;
    // Somebody was removed after this was read. Once only: a restored database may never reach that count.
    if (chat && chat.memberRev < stream.requiredRev) {
      stream.requiredRev = chat.memberRev;
      stream.mustSyncAgain = true;
      return;
    }
    members.applyMembers(stream, chat);
    if (!chat) return;
    const { added, lastRead, isComplete } = examine(changes, stream, chat);
    if (!isComplete) {
      stream.nextSeq = chat.lastSeq + 1;
      stream.rev = chat.rev;
      stream.waiting = [];
      chatRooms.emit(chatId, 'chatHeads', ...headsOf([{ chatId, ...chat }]));
    } else {
      for (const one of read) if (seqOf(one.change) < stream.nextSeq) emitChange(one, { stream, chat, fromRev });
      for (const change of added) {
        const message = 'message' in change ? change.message : null;
        members.emit(stream, message, { hiddenFrom: message ? whoCannotSeeQuote(message, chat) : [] });
      }
      stream.rev = lastRead;
    }
    stream.lastSeq = Math.max(chat.lastSeq, stream.nextSeq - 1);
    stream.lastRev = Math.max(chat.rev, stream.rev);
    for (const [messageId, { rev }] of stream.reacted) if (rev <= stream.rev) stream.reacted.delete(messageId);
    if (stream.joining) members.joinNewMembers(stream);
  }

  /** To those who could see the message, each with their own version of it. */
  function emitChange({ change, groups }: ReactedChange, { stream, chat, fromRev }: Emission) {
    const { chatId } = stream;
    const joined = [...chat.joinedSeqByMember].filter(([, joinedSeq]) => joinedSeq >= seqOf(change));
    const target = { chatId, exceptUserIds: joined.map(([userId]) => userId) };
    if ('deleted' in change) {
      chatRooms.emitPersonal(target, 'deleteMessage', () => [change.deleted._id, chatId, change.deleted.rev], []);
      return;
    }
    const { message } = change;
    const { _id, rev = 0, sender } = message;
    const reactors = groups.flatMap(({ userIds }) => userIds);
    const hint = stream.reacted.get(_id);
    if (hint && rev <= hint.rev && hint.previousRev <= fromRev) {
      chatRooms.emitPersonal(
        target,
        'messageReactions',
        (userId) => [chatId, _id, presentReactions(groups, userId), rev],
        reactors,
      );
    } else {
      const hiddenFrom = new Set(whoCannotSeeQuote(message, chat));
      const involved = [...(sender ? [sender._id] : []), ...reactors, ...hiddenFrom];
      const versionFor = (userId: UserId | null) => {
        const seen = asSeenBy(message, userId, groups);
        return userId !== null && hiddenFrom.has(userId) ? withoutQuote(seen) : seen;
      };
      chatRooms.emitPersonal(target, 'editMessage', (userId) => [versionFor(userId)], involved);
    }
  }

  return readChat;
}

/** The new messages among the changes, in their order, and whether devices can be brought up to date with them. */
function examine(changes: readonly MessageChange[], { nextSeq, rev }: ChatStream, chat: ChatSnapshot) {
  const added = changes.filter((change) => seqOf(change) >= nextSeq).toSorted((a, b) => seqOf(a) - seqOf(b));
  const lastRead = Math.max(rev, ...changes.map(revOf));
  const hasGap = added.some((change, index) => seqOf(change) !== nextSeq + index);
  // A message was not found although its rev is covered.
  const isMissing = lastRead >= chat.rev && nextSeq - 1 + added.length < chat.lastSeq;
  // Only after the database was restored to an earlier state.
  const isReset = chat.lastSeq < nextSeq - 1 || chat.rev < rev;
  const isComplete = changes.length <= catchUpLimit && !hasGap && !isMissing && !isReset;
  return { added, lastRead, isComplete };
}

interface Emission {
  readonly stream: ChatStream;
  readonly chat: ChatSnapshot;
  /** What was emitted before. */
  readonly fromRev: number;
}

/** Those who joined after the original of a reply. */
function whoCannotSeeQuote({ replyTo }: Message, { joinedSeqByMember }: ChatSnapshot): UserId[] {
  if (!replyTo || replyTo.isDeleted) return [];
  return [...joinedSeqByMember].filter(([, joinedSeq]) => joinedSeq >= replyTo.seq).map(([userId]) => userId);
}

function asSeenBy(message: Message, userId: UserId | null, groups: ReactedChange['groups']): Message {
  return {
    ...message,
    sender: message.sender && { ...message.sender, isMine: message.sender._id === userId },
    ...(groups.length > 0 && { reactions: presentReactions(groups, userId) }),
  };
}

const seqOf = (change: MessageChange) => ('message' in change ? change.message.seq : change.deleted.seq);
const revOf = (change: MessageChange) => ('message' in change ? (change.message.rev ?? 0) : change.deleted.rev);
