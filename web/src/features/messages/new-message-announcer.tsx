import { mentionNames, plainText } from '@chat-app/contract';
import type { Message } from '@chat-app/contract';
import { useState } from 'react';
import { newestSeq } from '../../api/message-log.ts';
import type { MessageLog } from '../../api/message-log.ts';

const maxAnnouncementLength = 200;

/** Announces new messages of others to screen readers. The list cannot: scrolling remounts its rows. */
export function NewMessageAnnouncer({ log }: { log: MessageLog }) {
  const [openedAt] = useState(() => newestSeq(log));
  const last = log.messages.at(-1);
  // When the newest message is deleted, the previous one must not be announced again.
  const isNew = last !== undefined && last.seq > openedAt && last.seq === newestSeq(log);
  return (
    <output className="sr-only">
      {/* The key creates a new node for each message: an identical text would not be announced again. */}
      {isNew && <span key={last.seq}>{announcementOf(last)}</span>}
    </output>
  );
}

/** Empty for system messages and the user's own messages. */
function announcementOf({ type, content, mentions, sender }: Message): string {
  if (!sender || sender.isMine) return '';
  if (type === 'image') return `${sender.name} sent an image`;
  if (type === 'voice') return `${sender.name} sent a voice message`;
  if (type === 'file' || type === 'fileTransfer') return `${sender.name} sent a file: ${content}`;
  return `${sender.name}: ${plainText(content, { nameOf: mentionNames(mentions) })}`.slice(0, maxAnnouncementLength);
}
