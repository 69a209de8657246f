import type { ChatId } from '@chat-app/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { knownChats } from '../../api/chats.ts';
import { useMe } from '../../api/me.ts';
import { mentionsMe } from '../../api/mentions-me.ts';
import { newestSeq } from '../../api/message-log.ts';
import type { MessageLog } from '../../api/message-log.ts';
import { lastReadSeq } from '../../state/read-marks.ts';

const none: ReadonlySet<number> = new Set();

export type UnreadMentions = ReturnType<typeof useUnreadMentions>;

/** The positions of messages that mention the user and were not shown yet, in their order. */
export function useUnreadMentions(chatId: ChatId, log: MessageLog | undefined) {
  const client = useQueryClient();
  const { id: myId } = useMe();
  // Before the messages are loaded, which marks the chat as read.
  const [before] = useState(() => ({
    readSeq: lastReadSeq(chatId),
    seqs: knownChats(client)?.find(({ _id }) => _id === chatId)?.mentionSeqs ?? [],
  }));
  const [readSeq, setReadSeq] = useState<number | null>(null);
  const [seen, setSeen] = useState(none);
  if (log && readSeq === null) setReadSeq(Math.max(before.readSeq, log.readSeq ?? newestSeq(log)));

  const loaded =
    log && readSeq !== null ? log.messages.filter((message) => message.seq > readSeq && mentionsMe(message, myId)) : [];
  const seqs = [...new Set([...before.seqs, ...loaded.map(({ seq }) => seq)])]
    .filter((seq) => !seen.has(seq))
    .toSorted((a, b) => a - b);
  return {
    seqs,
    markSeen: (shown: readonly number[]) => {
      const added = shown.filter((seq) => seqs.includes(seq));
      if (added.length > 0) setSeen((known) => new Set([...known, ...added]));
    },
  };
}
