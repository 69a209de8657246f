import type { ChatId } from '@chat-app/contract';
import type { Logger } from '../../platform/logger.ts';
import { type ChatReaderDeps, createChatReader } from './chat-reader.ts';
import { type ChatStream, clearTimer, createChatStream, isBehind, isNext } from './chat-stream.ts';

export interface ChatStreamsDeps extends ChatReaderDeps {
  readonly logger: Logger;
  /** How long a missing message may still arrive by itself. */
  readonly gapMs?: number;
}

export const retryMs = 500;

/** The chats with devices on this node. */
export function createChatStreams(deps: ChatStreamsDeps) {
  const { chatRooms, logger, members, gapMs = 100 } = deps;
  const streams = new Map<ChatId, ChatStream>();
  const readChat = createChatReader(deps);
  const isOpen = (stream: ChatStream) => streams.get(stream.chatId) === stream;
  chatRooms.onEmpty((chatId) => {
    const stream = streams.get(chatId);
    if (stream && !stream.isSyncing && stream.joining === null) close(stream);
  });

  function open(...args: Parameters<typeof createChatStream>): ChatStream {
    const stream = createChatStream(...args);
    streams.set(stream.chatId, stream);
    return stream;
  }

  function close(stream: ChatStream) {
    clearTimer(stream);
    if (isOpen(stream)) streams.delete(stream.chatId);
  }

  function emitWaiting(stream: ChatStream) {
    const waiting = stream.waiting
      .filter(({ message }) => message.seq >= stream.nextSeq)
      .toSorted((a, b) => a.message.seq - b.message.seq);
    let done = 0;
    for (const { message, memberRev, sentFrom } of waiting) {
      // A message may have arrived twice.
      if (message.seq >= stream.nextSeq) {
        if (memberRev > stream.memberRev || !isNext(stream, message)) break;
        members.emit(stream, message, { sentFrom });
      }
      done += 1;
    }
    stream.waiting = waiting.slice(done);
  }

  /** Emits what is next. If something is missing after that, waits for it a moment and then reads it. */
  function advance(stream: ChatStream, { hasJustSynced = false } = {}) {
    if (stream.isSyncing) return;
    if (stream.waiting.length > 0) emitWaiting(stream);
    const [first] = stream.waiting;
    // Only the members or changes of earlier messages are missing: these are committed, so there is nothing to wait for.
    if (first && first.message.seq === stream.nextSeq && !hasJustSynced) void sync(stream);
    else if (isBehind(stream)) stream.timer ??= setTimeout(() => void sync(stream), gapMs).unref();
    else if (!stream.mustSyncAgain) clearTimer(stream);
  }

  /** Reads members and missing messages from the database. One run at a time for each chat. */
  async function sync(stream: ChatStream): Promise<void> {
    stream.mustSyncAgain = true;
    if (stream.isSyncing) return;
    stream.isSyncing = true;
    clearTimer(stream);
    try {
      while (stream.mustSyncAgain && isOpen(stream)) {
        stream.mustSyncAgain = false;
        await readChat(stream, () => isOpen(stream));
      }
    } catch (error) {
      logger.warn({ err: error, chatId: stream.chatId }, 'reading missed messages failed, it will be retried');
      stream.mustSyncAgain = true;
      stream.timer = setTimeout(() => void sync(stream), retryMs).unref();
    } finally {
      stream.isSyncing = false;
    }
    if (chatRooms.isEmpty(stream.chatId) && stream.joining === null) close(stream);
    else if (stream.timer === null) advance(stream, { hasJustSynced: true });
  }

  return {
    advance,
    get: (chatId: ChatId) => streams.get(chatId),
    open,
    size: () => streams.size,
    sync,
  };
}
