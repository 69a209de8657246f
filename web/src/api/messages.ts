import { getMessages, limits } from '@chat-app/contract';
import type { ChatId, InputOf, Message } from '@chat-app/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../lib/call-endpoint.ts';
import { isPageVisible } from '../browser/page.ts';
import { knownChats } from './chats.ts';
import { beginLog, joinLogs, mergeMessages, messagesKey, newestSeq, oldestSeq, prependPage } from './message-log.ts';
import type { FetchedLog, MessageLog } from './message-log.ts';

/** If more messages are missing, it is cheaper to start again from the newest page. */
const catchUpMax = 1000;
/** A person who returns to a chat within this time finds it unchanged. */
const keptMs = 30 * 60_000;

interface Asking {
  chatId: ChatId;
  /** The chat's last seq as known before the request. The response covers everything up to it. */
  head: number;
  signal: AbortSignal;
}

/** Fetches the newest page first. Later fetches request only newer messages and the seqs of deleted ones. */
export function useMessages(chatId: ChatId) {
  return useQuery<MessageLog>({
    queryKey: messagesKey(chatId),
    queryFn: ({ client, signal }) => {
      const known = client.getQueryData<MessageLog>(messagesKey(chatId));
      const asking = { chatId, head: headOf(client, chatId), signal };
      return known && known.messages.length > 0 ? catchUp(known, asking) : fetchNewest(asking);
    },
    // Merge when the response is stored: an event or an older page may have arrived during the request.
    structuralSharing: (known, fetched) => joinLogs(known as MessageLog | undefined, fetched as FetchedLog),
    staleTime: 0,
    gcTime: keptMs,
  });
}

/** Fetches the next older page. */
export function useOlderMessages(chatId: ChatId) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (log: MessageLog) => callPage({ chatId, before: oldestSeq(log) }),
    onSuccess: ({ data, haveMore }, asked) =>
      client.setQueryData<MessageLog>(messagesKey(chatId), (log) =>
        // If the log was replaced meanwhile, this page does not belong to it.
        log?.generation === asked.generation ? prependPage(log, data, haveMore) : log,
      ),
  });
}

function headOf(client: QueryClient, chatId: ChatId): number {
  return knownChats(client)?.find(({ _id }) => _id === chatId)?.lastSeq ?? 0;
}

async function fetchNewest({ chatId, head, signal }: Asking): Promise<MessageLog> {
  // With `skip`, the server does not mark the chat as read. The page is hidden, so nobody sees it.
  const unseen = isPageVisible() ? {} : { skip: 0 };
  const { data, haveMore } = await callPage({ chatId, ...unseen }, signal);
  return beginLog(data, { hasOlder: haveMore, head });
}

async function catchUp(known: MessageLog, asking: Asking): Promise<FetchedLog> {
  const { chatId, head, signal } = asking;
  if (head - newestSeq(known) > catchUpMax) return fetchNewest(asking);
  let messages: Message[] = [];
  let gone: readonly number[] = [];
  while (messages.length < catchUpMax) {
    const after = messages.at(-1)?.seq ?? newestSeq(known);
    const place = messages.length === 0 ? { after, goneFrom: oldestSeq(known) } : { after };
    const page = await callPage({ chatId, limit: limits.messagePageMax, ...place }, signal);
    messages = mergeMessages(messages, page.data);
    gone = page.gone ?? gone;
    if (!page.haveMore) return isAllGone(known, gone) ? fetchNewest(asking) : additionOf(messages, gone, head);
  }
  return fetchNewest(asking);
}

function additionOf(messages: readonly Message[], gone: readonly number[], head: number): FetchedLog {
  return { ...beginLog(messages, { hasOlder: true, head }), gone, isAddition: true };
}

/** If no known message is left, there is no position to load older pages from. */
function isAllGone({ messages }: MessageLog, gone: readonly number[]): boolean {
  const places = new Set(gone);
  return messages.every(({ seq }) => places.has(seq));
}

function callPage(input: InputOf<typeof getMessages>, signal?: AbortSignal) {
  return callEndpoint(getMessages, { limit: limits.messagePageSize, ...input }, { signal });
}
