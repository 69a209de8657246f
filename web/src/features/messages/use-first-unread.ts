import type { ChatId } from '@chat-app/contract';
import { useState } from 'react';
import { newestSeq, oldestJoinedSeq } from '../../api/message-log.ts';
import type { MessageLog } from '../../api/message-log.ts';
import { lastReadSeq } from '../../state/read-marks.ts';

/** What was unread when the chat was opened. */
interface Unread {
  /** -1 if nothing is known. */
  readonly after: number;
  /** Null until the server was asked for what this device has missed. */
  readonly upTo: number | null;
}

/**
 * The position of the first message of others that was unread when the chat was opened, or null. It stays the same
 * until the user leaves the chat.
 */
export function useFirstUnread(chatId: ChatId, log: MessageLog | undefined, isUpToDate: boolean): number | null {
  const [unread, setUnread] = useState<Unread | null>(null);
  if (!log) return null;
  if (unread === null) {
    // A log that was loaded just now knows the position from before; loading it has moved the read mark.
    const after = isUpToDate ? (log.readSeq ?? -1) : lastReadSeq(chatId);
    setUnread({ after, upTo: isUpToDate ? newestSeq(log) : null });
  } else if (unread.upTo === null && isUpToDate) setUnread({ ...unread, upTo: newestSeq(log) });
  return unread && findFirst(log, unread);
}

function findFirst(log: MessageLog, { after, upTo }: Unread): number | null {
  const isReached = (!log.hasOlder && !log.gap) || oldestJoinedSeq(log) <= after;
  if (after < 0 || !isReached) return null;
  const first = log.messages.find(({ seq, sender }) => seq > after && sender !== null && !sender.isMine);
  return first && first.seq <= (upTo ?? Infinity) ? first.seq : null;
}
