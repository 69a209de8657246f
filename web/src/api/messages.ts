import { getMessages, limits } from '@chat-app/contract';
import type { ChatId, InputOf, Message } from '@chat-app/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../lib/call-endpoint.ts';
import { isPageVisible } from '../lib/use-page-visible.ts';
import { joinLogs, mergeMessages, newestSeq, oldestSeq } from './message-log.ts';
import type { FetchedLog, MessageLog } from './message-log.ts';

export const allMessagesKey = ['messages'] as const;
export const messagesKey = (chatId: ChatId) => [...allMessagesKey, chatId] as const;

/** After this many pages behind, it is cheaper to begin again at the newest. */
const catchUpPages = 6;

/** The newest page at first; every later fetch asks only for what came after it. */
export function useMessages(chatId: ChatId) {
  return useQuery<MessageLog>({
    queryKey: messagesKey(chatId),
    queryFn: ({ client, signal }) => {
      const known = client.getQueryData<MessageLog>(messagesKey(chatId));
      return known && known.messages.length > 0
        ? catchUp(chatId, newestSeq(known), signal)
        : fetchNewest(chatId, signal);
    },
    // Joined at the moment of writing: an event or an older page may have come in while the answer was under way.
    structuralSharing: (known, fetched) => joinLogs(known as MessageLog | undefined, fetched as FetchedLog),
    staleTime: 0,
  });
}

/** Fetches the page above what is shown. */
export function useOlderMessages(chatId: ChatId) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (log: MessageLog) => callPage({ chatId, before: oldestSeq(log) }),
    onSuccess: ({ data, haveMore }, asked) =>
      client.setQueryData<MessageLog>(messagesKey(chatId), (log) => {
        // The log may have begun anew meanwhile; what was asked for then does not join it.
        if (!log || oldestSeq(log) !== oldestSeq(asked)) return log;
        return { messages: mergeMessages(log.messages, data), hasOlder: haveMore, growth: 'above' };
      }),
  });
}

async function fetchNewest(chatId: ChatId, signal: AbortSignal): Promise<MessageLog> {
  // Asked for like this the server does not mark the chat read: nobody is looking.
  const unseen = isPageVisible() ? {} : { skip: 0 };
  const { data, haveMore } = await callPage({ chatId, ...unseen }, signal);
  return { messages: mergeMessages([], data), hasOlder: haveMore, growth: 'below' };
}

async function catchUp(chatId: ChatId, fromSeq: number, signal: AbortSignal): Promise<FetchedLog> {
  let messages: Message[] = [];
  for (let page = 0; page < catchUpPages; page += 1) {
    const after = messages.at(-1)?.seq ?? fromSeq;
    const { data, haveMore } = await callPage({ chatId, after, limit: limits.messagePageMax }, signal);
    messages = mergeMessages(messages, data);
    if (!haveMore) return { messages, hasOlder: true, growth: 'below', isAddition: true };
  }
  return fetchNewest(chatId, signal);
}

function callPage(input: InputOf<typeof getMessages>, signal?: AbortSignal) {
  return callEndpoint(getMessages, { limit: limits.messagePageSize, ...input }, { signal });
}
