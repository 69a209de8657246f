import type { ChatId, Message, MessageId, UserId } from '@chat-app/contract';
import type { DeviceId } from '../../platform/ids.ts';

interface WaitingMessage {
  readonly message: Message;
  readonly memberRev: number;
  readonly sentFrom: DeviceId | undefined;
}

/** The state of a chat that has devices on this node. */
export interface ChatStream {
  readonly chatId: ChatId;
  /** The next message to emit. */
  nextSeq: number;
  /** The changes of messages up to here are emitted, new messages included. */
  rev: number;
  /** What this node knows of the members. */
  memberRev: number;
  /** A change of members that this node has heard of; what the database had before it is outdated. */
  requiredRev: number;
  /** The last message, and the last change of a message, that are known to exist. */
  lastSeq: number;
  lastRev: number;
  /** Messages of which only the reactions changed: at which rev, and what the rev of the message was before. */
  reacted: Map<MessageId, { readonly rev: number; readonly previousRev: number }>;
  /** Messages that cannot be emitted yet. */
  waiting: WaitingMessage[];
  /** Members whose devices join the room when all messages up to this seq, where they joined the chat, are emitted. */
  joining: Map<UserId, number> | null;
  timer: NodeJS.Timeout | null;
  isSyncing: boolean;
  mustSyncAgain: boolean;
}

export function createChatStream(
  chatId: ChatId,
  { lastSeq, rev, memberRev }: { lastSeq: number; rev: number; memberRev: number },
): ChatStream {
  return {
    chatId,
    nextSeq: lastSeq + 1,
    rev,
    memberRev,
    requiredRev: memberRev,
    lastSeq,
    lastRev: rev,
    reacted: new Map(),
    waiting: [],
    joining: null,
    timer: null,
    isSyncing: false,
    mustSyncAgain: false,
  };
}

/** Whether messages or changes are known to exist that were not emitted yet. */
export const isBehind = ({ waiting, lastSeq, nextSeq, lastRev, rev }: ChatStream) =>
  waiting.length > 0 || lastSeq >= nextSeq || lastRev > rev;

/** Whether nothing is missing before this message. Nodes of the previous release send no rev. */
export const isNext = ({ nextSeq, rev }: ChatStream, message: Message) =>
  message.seq === nextSeq && (message.rev === undefined || message.rev === rev + 1);

export function clearTimer(stream: ChatStream) {
  if (stream.timer) clearTimeout(stream.timer);
  stream.timer = null;
}
