import { linkPattern } from '@chat-app/contract';
import type { ChatId, getMedia, InputOf, Message, MessageChange, MessageId } from '@chat-app/contract';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { patchQueries } from '../lib/patch-queries.ts';
import { refetchAfterCurrent } from '../lib/refetch-after-current.ts';

export type MediaKind = InputOf<typeof getMedia>['kind'];

/** Newest first. */
export interface MediaPage {
  readonly messages: readonly Message[];
  /** The seq before which the next page begins; null on the last page. It stays when messages are deleted. */
  readonly next: number | null;
}

export type MediaPages = InfiniteData<MediaPage, number | null>;

export const allMediaKey = ['media'] as const;
export const chatMediaKey = (chatId: ChatId) => [...allMediaKey, chatId] as const;
export const mediaKey = (chatId: ChatId, kind: MediaKind) => [...chatMediaKey(chatId), kind] as const;

const kinds: readonly MediaKind[] = ['image', 'file', 'voice', 'link'];

/** Applies new, edited and deleted messages to the lists of their chat that were opened. */
export function changeMedia(client: QueryClient, chatId: ChatId, changes: readonly MessageChange[]): void {
  for (const kind of kinds) {
    const key = mediaKey(chatId, kind);
    patchQueries<MediaPages>(client, key, (known) =>
      changes.reduce((pages, change) => withChange(pages, kind, change), known),
    );
    // A running request may have read the list before.
    if (client.isFetching({ queryKey: key }) > 0 && changes.some((change) => concerns(change, kind)))
      void refetchAfterCurrent(client, key);
  }
}

/** Whether a list of this kind may look different after it. An edit can remove the link of a message. */
function concerns(change: MessageChange, kind: MediaKind): boolean {
  return 'deleted' in change || change.message.editedAt !== undefined || isOfKind(change.message, kind);
}

function withChange(known: MediaPages, kind: MediaKind, change: MessageChange): MediaPages {
  if ('deleted' in change) return without(known, change.deleted._id);
  const { message } = change;
  const listed = known.pages.flatMap(({ messages }) => messages).find(({ _id }) => _id === message._id);
  if (listed && (listed.rev ?? 0) > (message.rev ?? 0)) return known;
  const others = without(known, message._id);
  return isOfKind(message, kind) ? withMessage(others, message) : others;
}

/** The same object if the message is not listed, so that nothing renders again. */
function without(known: MediaPages, messageId: MessageId): MediaPages {
  const isListed = known.pages.some(({ messages }) => messages.some(({ _id }) => _id === messageId));
  if (!isListed) return known;
  const withoutIt = ({ messages, next }: MediaPage) => ({
    messages: messages.filter(({ _id }) => _id !== messageId),
    next,
  });
  return { ...known, pages: known.pages.map(withoutIt) };
}

/** A message that is older than the pages loaded so far arrives with its page. */
function withMessage(known: MediaPages, message: Message): MediaPages {
  const at = known.pages.findIndex(({ next }) => next === null || message.seq >= next);
  const insert = ({ messages, next }: MediaPage) => ({
    messages: [...messages, message].toSorted((one, other) => other.seq - one.seq),
    next,
  });
  return { ...known, pages: known.pages.map((page, index) => (index === at ? insert(page) : page)) };
}

function isOfKind({ type, content }: Message, kind: MediaKind): boolean {
  return kind === 'link' ? type === 'text' && linkPattern.test(content) : type === kind;
}
