import type { ChatId, Message, MessageId, UserId } from '@chat-app/contract';
import type { DeviceId } from '../../platform/ids.ts';
import type { ClientSocket } from '../../realtime/rooms.ts';
import { type ChatStream, isBehind, isNext } from './chat-stream.ts';
import { type ChatStreamsDeps, createChatStreams, retryMs } from './chat-streams.ts';
import { createRoomMembers } from './room-members.ts';

/** The messages of one commit. */
interface Sent {
  readonly chatId: ChatId;
  readonly memberRev: number;
  readonly messages: readonly Message[];
  /** The devices that receive their own messages by acknowledgement. */
  readonly sentFrom?: Readonly<Record<MessageId, DeviceId>>;
  /** Replies whose original not every member can see. */
  readonly restrictedIds?: readonly MessageId[];
}

interface MemberChange {
  readonly chatId: ChatId;
  /** Null when the chat was deleted. */
  readonly memberRev: number | null;
  /** Those who were added or removed. */
  readonly userIds: readonly UserId[];
}

/** A person's membership in a chat, as the database had it a moment ago. */
export interface Membership {
  readonly chatId: ChatId;
  readonly lastSeq: number;
  readonly rev: number;
  readonly joinedSeq: number;
  readonly memberRev: number;
}

interface Change {
  readonly chatId: ChatId;
  readonly rev?: number | undefined;
  readonly reacted?: { readonly messageId: MessageId; readonly previousRev: number } | undefined;
}

/** What the database has. */
interface Head {
  readonly chatId: ChatId;
  readonly lastSeq: number;
  readonly rev?: number;
  readonly memberRev?: number;
}

/** Beyond this, messages are dropped and read from the database later. */
const waitingLimit = 1000;

export type ChatDelivery = ReturnType<typeof createChatDelivery>;

/**
 * Emits the messages of each chat and their changes to the devices on this node, in the order of their rev and to members
 * only, whatever order events arrive in and whichever are lost. Sequence numbers and revs have no gaps, and each message
 * carries the count of member changes at its commit: what is missing, and who was added or removed, is read from the
 * database.
 */
export function createChatDelivery(deps: Omit<ChatStreamsDeps, 'members'>) {
  const { chatRooms } = deps;
  const members = createRoomMembers(chatRooms);
  const streams = createChatStreams({ ...deps, members });
  const openForNewMembers = createOpenForNewMembers(deps, streams);

  return {
    /** Joins a new device to its chats. Those whose members changed meanwhile are read from the database first. */
    connect: async (device: ClientSocket, memberships: readonly Membership[]) => {
      if (!device.connected) return;
      const upToDate: ChatId[] = [];
      const outdated: ChatStream[] = [];
      for (const { chatId, joinedSeq, ...head } of memberships) {
        const stream = streams.get(chatId) ?? streams.open(chatId, head);
        if (stream.memberRev === head.memberRev && joinedSeq < stream.nextSeq) upToDate.push(chatId);
        else outdated.push(stream);
      }
      chatRooms.join(device, upToDate);
      members.markConnected(device);
      await Promise.all(outdated.map(streams.sync));
    },

    deliver: ({ chatId, memberRev, messages, sentFrom: devices, restrictedIds = [] }: Sent) => {
      const stream = streams.get(chatId);
      if (!stream) return;
      if (restrictedIds.length > 0) {
        // Who may see the original is read from the database.
        void streams.sync(stream);
        return;
      }
      const isReady = !stream.isSyncing && stream.waiting.length === 0 && memberRev <= stream.memberRev;
      for (const message of messages) {
        const sentFrom = devices?.[message._id];
        if (isReady && isNext(stream, message)) members.emit(stream, message, { sentFrom });
        else if (message.seq >= stream.nextSeq) stream.waiting.push({ message, memberRev, sentFrom });
      }
      if (stream.waiting.length > waitingLimit) stream.waiting = stream.waiting.slice(-1);
      if (stream.waiting.length > 0 || stream.timer) streams.advance(stream);
    },

    /** A message changed or was deleted: what it is now, and who can see it, is read from the database. */
    change: ({ chatId, rev = Infinity, reacted }: Change) => {
      const stream = streams.get(chatId);
      if (!stream || rev <= stream.rev) return;
      if (reacted) rememberReaction(stream, { rev, ...reacted });
      void streams.sync(stream);
    },

    changeMembers: async (change: MemberChange) => {
      const stream = streams.get(change.chatId);
      if (stream && (change.memberRev === null || change.memberRev > stream.memberRev)) await streams.sync(stream);
      else if (!stream) await openForNewMembers(change);
    },

    /** Takes effect at once, whatever the database is doing. */
    removeMember: ({ chatId, userId, memberRev }: { chatId: ChatId; userId: UserId; memberRev: number }) => {
      const stream = streams.get(chatId);
      if (!stream || memberRev <= stream.memberRev) return;
      members.removeFromRoom(chatId, userId);
      stream.requiredRev = memberRev;
      void streams.sync(stream);
    },

    /** Compares with what the database has: events may be lost. */
    compare: ({ chatId, lastSeq, rev = 0, memberRev = 0 }: Head) => {
      const stream = streams.get(chatId);
      if (!stream) return;
      stream.lastSeq = Math.max(stream.lastSeq, lastSeq);
      stream.lastRev = Math.max(stream.lastRev, rev);
      if (memberRev > stream.memberRev) void streams.sync(stream);
      else if (isBehind(stream)) streams.advance(stream);
    },

    /** For tests and metrics: the chats with devices on this node. */
    size: streams.size,
  };
}

/** Reactions that follow each other are one. */
function rememberReaction(
  { reacted }: ChatStream,
  { rev, messageId, previousRev }: { rev: number; messageId: MessageId; previousRev: number },
) {
  const known = reacted.get(messageId);
  reacted.set(messageId, { rev, previousRev: known?.rev === previousRev ? known.previousRev : previousRev });
}

/** Opens a chat that had no devices here when new members join who do. */
function createOpenForNewMembers(
  { chatRooms, findChat, logger }: Omit<ChatStreamsDeps, 'members'>,
  streams: ReturnType<typeof createChatStreams>,
) {
  async function openForNewMembers(change: MemberChange): Promise<void> {
    const { chatId, userIds } = change;
    if (!userIds.some(chatRooms.hasDevices)) return;
    try {
      const chat = await findChat(chatId);
      const newMembers = userIds.filter(
        (userId) => chat?.joinedSeqByMember.has(userId) && chatRooms.hasDevices(userId),
      );
      if (!chat || newMembers.length === 0) return;
      const lastSeq = Math.min(...newMembers.map((userId) => chat.joinedSeqByMember.get(userId) ?? 0));
      // A rev is never below the seq: what came later has a higher one.
      const start = { lastSeq, rev: lastSeq, memberRev: chat.memberRev };
      await streams.sync(streams.get(chatId) ?? streams.open(chatId, start));
    } catch (error) {
      logger.warn({ err: error, chatId }, 'reading the members of a chat failed, it will be retried');
      setTimeout(() => void openForNewMembers(change), retryMs).unref();
    }
  }
  return openForNewMembers;
}
