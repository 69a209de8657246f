import type { ChatId, Message, MessageChange, MessageId } from '@chat-app/contract';
import type { QueryClient } from '@tanstack/react-query';
import { patchQueries } from '../lib/patch-queries.ts';
import { refetchAfterCurrent } from '../lib/refetch-after-current.ts';
import { messagesKey } from './message-log.ts';
import type { MessageLog } from './message-log.ts';

export const allPinnedKey = ['pinned'] as const;
export const pinnedKey = (chatId: ChatId) => [...allPinnedKey, chatId] as const;

type Pinned = readonly Message[];

/** The newest pin first, as the server orders them. */
const byPin = (a: Message, b: Message) => Date.parse(b.pinnedAt ?? '') - Date.parse(a.pinnedAt ?? '') || b.seq - a.seq;

/** The list after a message changed: it may have been pinned, unpinned or edited. */
function withChanged(pinned: Pinned, message: Message): Pinned {
  const known = pinned.find(({ _id }) => _id === message._id);
  if (!known && message.pinnedAt === undefined) return pinned;
  if (known && (known.rev ?? 0) > (message.rev ?? 0)) return pinned;
  const others = pinned.filter((other) => other !== known);
  return message.pinnedAt === undefined ? others : [...others, message].toSorted(byPin);
}

function withoutDeleted(pinned: Pinned, messageId: MessageId): Pinned {
  return pinned.some(({ _id }) => _id === messageId) ? pinned.filter(({ _id }) => _id !== messageId) : pinned;
}

/** Applies what changed in a chat to the list of its pinned messages. */
export function changePinned(client: QueryClient, chatId: ChatId, changes: readonly MessageChange[]): void {
  const key = pinnedKey(chatId);
  const log = client.getQueryData<MessageLog>(messagesKey(chatId));
  /** An answer may arrive after the event of a later change. */
  const newest = (message: Message) => {
    const logged = log?.messages.find(({ _id }) => _id === message._id);
    return logged && (logged.rev ?? 0) > (message.rev ?? 0) ? logged : message;
  };
  const withChange = (list: Pinned, change: MessageChange) =>
    'message' in change ? withChanged(list, newest(change.message)) : withoutDeleted(list, change.deleted._id);
  patchQueries<Pinned>(client, key, (pinned) => changes.reduce(withChange, pinned));
  // A running request may have read the list before.
  if (client.isFetching({ queryKey: key }) > 0) void refetchAfterCurrent(client, key);
}

/** A message was deleted, which unpins it. */
export function dropPinned(client: QueryClient, chatId: ChatId, messageId: MessageId): void {
  changePinned(client, chatId, [{ deleted: { _id: messageId, seq: 0, rev: 0 } }]);
}
