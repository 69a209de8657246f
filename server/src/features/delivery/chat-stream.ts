import type { ChatId, Message, MessageId, UserId } from '@chat-app/contract';
import type { DeviceId } from '../../platform/ids.ts';

export interface Deletion {
  readonly chatId: ChatId;
  readonly messageId: MessageId;
  readonly seq: number;
}

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
  /** What this node knows of the members. */
  memberRev: number;
  /** A change of members that this node has heard of; what the database had before it is outdated. */
  requiredRev: number;
  /** The last message that is known to exist. */
  lastSeq: number;
  /** Messages that cannot be emitted yet. */
  waiting: WaitingMessage[];
  /** Deletions that are to be emitted. */
  deletions: Deletion[];
  /** Members whose devices join the room when all messages up to this seq, where they joined the chat, are emitted. */
  joining: Map<UserId, number> | null;
  timer: NodeJS.Timeout | null;
  isSyncing: boolean;
  mustSyncAgain: boolean;
}

export function createChatStream(
  chatId: ChatId,
  { lastSeq, memberRev }: { lastSeq: number; memberRev: number },
): ChatStream {
  return {
    chatId,
    nextSeq: lastSeq + 1,
    memberRev,
    requiredRev: memberRev,
    lastSeq,
    waiting: [],
    deletions: [],
    joining: null,
    timer: null,
    isSyncing: false,
    mustSyncAgain: false,
  };
}

/** Whether messages are known to exist that were not emitted yet. */
export const isBehind = ({ waiting, lastSeq, nextSeq }: ChatStream) => waiting.length > 0 || lastSeq >= nextSeq;

export function clearTimer(stream: ChatStream) {
  if (stream.timer) clearTimeout(stream.timer);
  stream.timer = null;
}
