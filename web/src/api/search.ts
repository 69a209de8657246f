import { findWords, limits, linkPattern, listSearchWords, searchMessages } from '@chat-app/contract';
import type { ChatListItem, InputOf, Message, SearchResult } from '@chat-app/contract';
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { useOnline } from '../browser/page.ts';
import { callEndpoint } from '../lib/call-endpoint.ts';
import { useConnection } from '../state/connection.ts';
import { knownChats } from './chats.ts';
import { allMessagesKey } from './message-log.ts';
import type { MessageLog } from './message-log.ts';
import { restoreMissing } from './offline-copy.ts';

/** What is searched for, without the page. */
export type MessageSearch = Omit<InputOf<typeof searchMessages>, 'cursor' | 'limit'>;

interface SearchPage {
  data: SearchResult[];
  cursor: string | null;
}

/** Pages of messages that contain all words. Without a connection those that are kept on this device. */
export function useMessageSearch(search: MessageSearch) {
  const client = useQueryClient();
  const isAway = useConnection(({ phase }) => phase === 'away');
  // The socket notices a lost network only after a while.
  const isOffline = !useOnline() || isAway;
  const isSearching = search.q.length >= limits.searchMinLength;
  const query = useInfiniteQuery({
    queryKey: ['message-search', search, isOffline],
    queryFn: ({ signal, pageParam }): Promise<SearchPage> =>
      isOffline
        ? searchDevice(client, search).then((data) => ({ data, cursor: null }))
        : callEndpoint(searchMessages, { ...search, ...(pageParam !== null && { cursor: pageParam }) }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ cursor }) => cursor,
    enabled: isSearching,
    placeholderData: keepPreviousData,
    // What was found before may have changed.
    staleTime: 0,
    gcTime: 0,
    // The next key press asks again.
    retry: false,
    // The rows must not move while somebody steps through them.
    refetchOnWindowFocus: false,
  });
  return { ...query, isOffline, isSearching };
}

/** Newest first, from the messages of the chats that were opened, now or when the page was used before. */
async function searchDevice(client: QueryClient, search: MessageSearch): Promise<SearchResult[]> {
  await restoreMissing(client);
  const words = listSearchWords(search.q);
  const chatById = new Map(knownChats(client)?.map((chat) => [chat._id, chat]));
  return client
    .getQueriesData<MessageLog>({ queryKey: allMessagesKey })
    .flatMap(([, log]) => log?.messages ?? [])
    .filter((message) => message.type !== 'system' && passes(message, search))
    .flatMap((message) => toResult(message, chatById.get(message.chatId), findWords(message.content, words)))
    .toSorted((one, other) => other.message.createdAt.localeCompare(one.message.createdAt));
}

function toResult(
  message: Message,
  chat: ChatListItem | undefined,
  highlights: ReturnType<typeof findWords>,
): SearchResult[] {
  if (!chat || highlights === null) return [];
  const { _id, name, avatar, isGroup } = chat;
  return [
    { message, chat: { _id, name, avatar, isGroup }, highlights: highlights.map(([at, length]) => [at, length]) },
  ];
}

function passes(message: Message, { chatId, from, type, sentAfter, sentBefore }: MessageSearch): boolean {
  return (
    (chatId === undefined || message.chatId === chatId) &&
    (from === undefined || message.sender?._id === from) &&
    (type === undefined || isOfType(message, type)) &&
    (sentAfter === undefined || message.createdAt >= sentAfter) &&
    (sentBefore === undefined || message.createdAt < sentBefore)
  );
}

function isOfType({ type, content }: Message, asked: NonNullable<MessageSearch['type']>): boolean {
  if (asked === 'link') return type === 'text' && linkPattern.test(content);
  if (asked === 'file') return type === 'file' || type === 'fileTransfer';
  return asked === 'text' ? type === 'text' || type === 'emoji' : type === asked;
}
