import type { Message } from '@chat-app/contract';
import { useState } from 'react';
import { newestSeq } from '../../api/message-log.ts';
import type { MessageLog } from '../../api/message-log.ts';

const longestSpoken = 200;

/** Tells a screen reader what others say while the chat is open; the list itself draws rows anew at every scrolling. */
export function NewMessageAnnouncer({ log }: { log: MessageLog }) {
  const [openedAt] = useState(() => newestSeq(log));
  const last = log.messages.at(-1);
  // When the newest is deleted the one before it is no news.
  const isNews = last !== undefined && last.seq > openedAt && last.seq === newestSeq(log);
  return (
    <output className="sr-only">
      {/* A node of its own for each: where the same is said twice, a text that stays as it is would be no news. */}
      {isNews && <span key={last.seq}>{spoken(last)}</span>}
    </output>
  );
}

/** Nothing for notices and for what one says oneself. */
function spoken({ type, content, sender }: Message): string {
  if (!sender || sender.isMine) return '';
  if (type === 'image') return `${sender.name} sent an image`;
  if (type === 'file' || type === 'fileTransfer') return `${sender.name} sent a file: ${content}`;
  return `${sender.name}: ${content}`.slice(0, longestSpoken);
}
