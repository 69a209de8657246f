import type { ChatId, Message, MessageId, UserId } from '@chat-app/contract';
import type { Logger } from '../../platform/logger.ts';
import type { ChatRooms } from '../../realtime/chat-rooms.ts';
import type { ClientSocket } from '../../realtime/rooms.ts';
import type { ChatSnapshot } from './delivery.repository.ts';

/** The messages of one commit. */
interface Sent {
  readonly chatId: ChatId;
  readonly memberRev: number;
  readonly messages: readonly Message[];
}

interface Deletion {
  readonly chatId: ChatId;
  readonly messageId: MessageId;
  readonly seq: number;
}

interface MemberChange {
  readonly chatId: ChatId;
  /** Null when the chat was deleted. */
  readonly memberRev: number | null;
  /** Those who were added or removed. */
  readonly userIds: readonly UserId[];
}

/** The state of a chat that has devices on this node. */
interface Stream {
  readonly chatId: ChatId;
  /** The next message to emit. */
  nextSeq: number;
  /** What this node knows of the members. */
  memberRev: number;
  /** The last message that is known to exist. */
  lastSeq: number;
  /** Messages that cannot be emitted yet. */
  waiting: { readonly message: Message; readonly memberRev: number }[];
  /** Deletions that are to be emitted. */
  deletions: Deletion[];
  /** Members whose devices join the room when all messages from before their time are emitted. */
  joining: Map<UserId, number> | null;
  timer: NodeJS.Timeout | null;
  isSyncing: boolean;
  mustSyncAgain: boolean;
}

export interface ChatDeliveryDeps {
  readonly chatRooms: ChatRooms;
  readonly logger: Logger;
  /** Reads a chat and its members; null when it is gone. */
  readonly findChat: (chatId: ChatId) => Promise<ChatSnapshot | null>;
  /** Reads the messages from a seq on; null in place of a deleted one. */
  readonly listMessages: (chatId: ChatId, from: { seq: number; limit: number }) => Promise<(Message | null)[]>;
  /** How long a missing message may still arrive by itself. */
  readonly gapMs?: number;
}

/** Devices that missed more fetch it themselves. */
const catchUpLimit = 200;
/** Whatever is dropped beyond this comes from the database. */
const waitingLimit = 1000;
const retryMs = 500;
const rememberedDeletions = 1000;

export type ChatDelivery = ReturnType<typeof createChatDelivery>;

/**
 * Emits the messages of each chat to the devices on this node, in the order of their seq and to members only, whatever
 * order events arrive in and whichever are lost. Sequence numbers have no gaps, and each message carries the count of
 * member changes at its commit: what is missing, and whoever was added or removed, is read from the database.
 */
export function createChatDelivery({ chatRooms, logger, findChat, listMessages, gapMs = 100 }: ChatDeliveryDeps) {
  const streams = new Map<ChatId, Stream>();
  const emittedDeletions = new Set<MessageId>();
  /** Devices whose chats are joined: from then on, changes of their memberships are applied to them. */
  const settled = new WeakSet<ClientSocket>();
  chatRooms.onEmpty((chatId) => {
    const stream = streams.get(chatId);
    if (stream && !stream.isSyncing && stream.joining === null) close(stream);
  });

  function open(chatId: ChatId, { lastSeq, memberRev }: { lastSeq: number; memberRev: number }): Stream {
    const stream: Stream = {
      chatId,
      nextSeq: lastSeq + 1,
      memberRev,
      lastSeq,
      waiting: [],
      deletions: [],
      joining: null,
      timer: null,
      isSyncing: false,
      mustSyncAgain: false,
    };
    streams.set(chatId, stream);
    return stream;
  }

  function close(stream: Stream) {
    if (stream.timer) clearTimeout(stream.timer);
    if (streams.get(stream.chatId) === stream) streams.delete(stream.chatId);
  }

  function emit(stream: Stream, message: Message | null) {
    if (stream.joining) admit(stream);
    if (message) chatRooms.emitMessage(message);
    stream.nextSeq += 1;
  }

  /** Joins the devices of new members once all messages from before their time are emitted. */
  function admit(stream: Stream) {
    for (const [userId, joinedSeq] of stream.joining ?? []) {
      if (joinedSeq >= stream.nextSeq) continue;
      stream.joining?.delete(userId);
      const devices = chatRooms.devicesOutside(stream.chatId, userId).filter((device) => settled.has(device));
      for (const device of devices) {
        chatRooms.join(device, [stream.chatId]);
        device.emit('joinChat', stream.chatId);
      }
    }
    if (stream.joining?.size === 0) stream.joining = null;
  }

  function expel(chatId: ChatId, userId: UserId) {
    for (const device of chatRooms.leave(chatId, userId)) device.emit('outChat', chatId);
  }

  /** Emits what is next. If something is missing after that, waits for it a moment and then reads it. */
  function advance(stream: Stream) {
    if (stream.isSyncing) return;
    if (stream.waiting.length > 0) {
      const waiting = stream.waiting.toSorted((a, b) => a.message.seq - b.message.seq);
      let done = 0;
      for (const { message, memberRev } of waiting) {
        if (message.seq > stream.nextSeq || memberRev > stream.memberRev) break;
        if (message.seq === stream.nextSeq) emit(stream, message);
        done += 1;
      }
      stream.waiting = waiting.slice(done);
    }
    const [first] = stream.waiting;
    if (first && first.message.seq === stream.nextSeq) void sync(stream);
    else if (first || stream.lastSeq >= stream.nextSeq)
      stream.timer ??= setTimeout(() => void sync(stream), gapMs).unref();
    else if (!stream.mustSyncAgain) clearTimer(stream);
  }

  /** Reads members and missing messages from the database. One run at a time for each chat. */
  async function sync(stream: Stream): Promise<void> {
    stream.mustSyncAgain = true;
    if (stream.isSyncing) return;
    stream.isSyncing = true;
    clearTimer(stream);
    try {
      while (stream.mustSyncAgain && streams.get(stream.chatId) === stream) {
        stream.mustSyncAgain = false;
        await readChat(stream);
      }
    } catch (error) {
      logger.warn({ err: error, chatId: stream.chatId }, 'reading missed messages failed, it will be retried');
      stream.mustSyncAgain = true;
      stream.timer = setTimeout(() => void sync(stream), retryMs).unref();
    } finally {
      stream.isSyncing = false;
    }
    if (chatRooms.isEmpty(stream.chatId) && stream.joining === null) close(stream);
    else if (stream.timer === null) advance(stream);
  }

  /** Messages first: somebody who is removed between the two queries gets none of them. */
  async function readChat(stream: Stream) {
    const { chatId } = stream;
    const from = { seq: stream.nextSeq, limit: catchUpLimit + 1 };
    const missing = await listMessages(chatId, from);
    const chat = await findChat(chatId);
    if (streams.get(chatId) !== stream) return;
    applyMembers(stream, chat);
    if (!chat) return;
    if (missing.length > catchUpLimit) {
      stream.nextSeq = chat.lastSeq + 1;
      chatRooms.emit(chatId, 'chatHeads', { [chatId]: chat.lastSeq });
    } else {
      for (const message of missing) emit(stream, message);
    }
    stream.lastSeq = Math.max(chat.lastSeq, stream.nextSeq - 1);
    if (stream.joining) admit(stream);
    emitDeletions(stream, chat);
  }

  /** To those who could see the message. */
  function emitDeletions({ chatId, deletions }: Stream, { joinedSeqByMember }: ChatSnapshot) {
    for (const { messageId, seq } of deletions.splice(0)) {
      const userIds = [...joinedSeqByMember].filter(([, joinedSeq]) => joinedSeq >= seq).map(([userId]) => userId);
      chatRooms.emitExcept({ chatId, userIds }, 'deleteMessage', messageId, chatId);
    }
  }

  function applyMembers(stream: Stream, chat: ChatSnapshot | null) {
    const { chatId } = stream;
    for (const userId of chatRooms.listUsers(chatId)) if (!chat?.joinedSeqByMember.has(userId)) expel(chatId, userId);
    if (!chat) return;
    if (chat.memberRev > stream.memberRev) {
      stream.memberRev = chat.memberRev;
      chatRooms.emit(chatId, 'updateChat', chatId);
    }
    stream.joining = new Map(
      [...chat.joinedSeqByMember].filter(([userId]) =>
        chatRooms.devicesOutside(chatId, userId).some((device) => settled.has(device)),
      ),
    );
    admit(stream);
  }

  /** A chat that had no devices here has new members who do. */
  async function openForNewMembers(change: MemberChange): Promise<void> {
    const { chatId, userIds } = change;
    try {
      const chat = await findChat(chatId);
      const newMembers = userIds.filter(
        (userId) => chat?.joinedSeqByMember.has(userId) && chatRooms.hasDevices(userId),
      );
      if (!chat || newMembers.length === 0) return;
      const lastSeq = Math.min(...newMembers.map((userId) => chat.joinedSeqByMember.get(userId) ?? 0));
      await sync(streams.get(chatId) ?? open(chatId, { lastSeq, memberRev: chat.memberRev }));
    } catch (error) {
      logger.warn({ err: error, chatId }, 'reading the members of a chat failed, it will be retried');
      setTimeout(() => void openForNewMembers(change), retryMs).unref();
    }
  }

  function clearTimer(stream: Stream) {
    if (stream.timer) clearTimeout(stream.timer);
    stream.timer = null;
  }

  return {
    /** Joins a new device to its chats; those whose members changed meanwhile follow after a look at the database. */
    connect: async (device: ClientSocket, memberships: readonly Membership[]) => {
      const clear: ChatId[] = [];
      const unclear: Stream[] = [];
      for (const { chatId, joinedSeq, ...head } of memberships) {
        const stream = streams.get(chatId) ?? open(chatId, head);
        if (stream.memberRev === head.memberRev && joinedSeq < stream.nextSeq) clear.push(chatId);
        else unclear.push(stream);
      }
      chatRooms.join(device, clear);
      settled.add(device);
      await Promise.all(unclear.map(sync));
    },

    deliver: ({ chatId, memberRev, messages }: Sent) => {
      const stream = streams.get(chatId);
      if (!stream) return;
      const isReady = !stream.isSyncing && stream.waiting.length === 0 && memberRev <= stream.memberRev;
      for (const message of messages) {
        if (isReady && message.seq === stream.nextSeq) emit(stream, message);
        else if (message.seq >= stream.nextSeq) stream.waiting.push({ message, memberRev });
      }
      if (stream.waiting.length > waitingLimit) stream.waiting = stream.waiting.slice(-1);
      if (stream.waiting.length > 0 || stream.timer) advance(stream);
    },

    delete: (deletion: Deletion) => {
      const stream = streams.get(deletion.chatId);
      if (!stream || emittedDeletions.has(deletion.messageId)) return;
      emittedDeletions.add(deletion.messageId);
      const [oldest] = emittedDeletions;
      if (emittedDeletions.size > rememberedDeletions && oldest !== undefined) emittedDeletions.delete(oldest);
      stream.deletions.push(deletion);
      // The message may not be emitted yet, and not every member could see it.
      void sync(stream);
    },

    changeMembers: async (change: MemberChange) => {
      const stream = streams.get(change.chatId);
      if (stream && (change.memberRev === null || change.memberRev > stream.memberRev)) await sync(stream);
      else if (!stream && change.userIds.some(chatRooms.hasDevices)) await openForNewMembers(change);
    },

    /** Takes effect at once, whatever the database is doing. */
    removeMember: async ({ chatId, userId, memberRev }: { chatId: ChatId; userId: UserId; memberRev: number }) => {
      const stream = streams.get(chatId);
      if (!stream || memberRev <= stream.memberRev) return;
      expel(chatId, userId);
      if (streams.has(chatId)) await sync(stream);
    },

    /** Compares with what the database has: events may be lost. */
    compare: ({ chatId, lastSeq, memberRev = 0 }: { chatId: ChatId; lastSeq: number; memberRev?: number }) => {
      const stream = streams.get(chatId);
      if (!stream) return;
      stream.lastSeq = Math.max(stream.lastSeq, lastSeq);
      if (memberRev > stream.memberRev) void sync(stream);
      else if (stream.lastSeq >= stream.nextSeq) advance(stream);
    },

    /** For tests and metrics: the chats with devices on this node. */
    size: () => streams.size,
  };
}

/** A person's membership in a chat, as the database had it a moment ago. */
export interface Membership {
  readonly chatId: ChatId;
  readonly lastSeq: number;
  readonly joinedSeq: number;
  readonly memberRev: number;
}
