import { getMessages, limits } from '@chat-app/contract';
import type { ChatId, InputOf, Message } from '@chat-app/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../lib/call-endpoint.ts';
import { isPageVisible } from '../lib/use-page-visible.ts';
import { knownChats } from './chats.ts';
import { messagesKey } from './message-keys.ts';
import { beginLog, joinLogs, mergeMessages, newestSeq, oldestSeq, prependPage } from './message-log.ts';
import type { FetchedLog, MessageLog } from './message-log.ts';

/** Further behind than this, it is cheaper to begin again at the newest. */
const catchUpMax = 1000;
/** Somebody who comes back to a chat within this time finds it as it was left. */
const keptMs = 30 * 60_000;

interface Asking {
  chatId: ChatId;
  /** The chat's last place as we knew it before asking: the answer holds everything up to it. */
  head: number;
  signal: AbortSignal;
}

/** The newest page at first; every later fetch asks only for what came after it, and for what went. */
export function useMessages(chatId: ChatId) {
  return useQuery<MessageLog>({
    queryKey: messagesKey(chatId),
    queryFn: ({ client, signal }) => {
      const known = client.getQueryData<MessageLog>(messagesKey(chatId));
      const asking = { chatId, head: headOf(client, chatId), signal };
      return known && known.messages.length > 0 ? catchUp(known, asking) : fetchNewest(asking);
    },
    // Joined at the moment of writing: an event or an older page may have come in while the answer was under way.
    structuralSharing: (known, fetched) => joinLogs(known as MessageLog | undefined, fetched as FetchedLog),
    staleTime: 0,
    gcTime: keptMs,
  });
}

/** Fetches the page above what is shown. */
export function useOlderMessages(chatId: ChatId) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (log: MessageLog) => callPage({ chatId, before: oldestSeq(log) }),
    onSuccess: ({ data, haveMore }, asked) =>
      client.setQueryData<MessageLog>(messagesKey(chatId), (log) =>
        // The log may have begun anew meanwhile; what was asked for then does not join it.
        log?.generation === asked.generation ? prependPage(log, data, haveMore) : log,
      ),
  });
}

function headOf(client: QueryClient, chatId: ChatId): number {
  return knownChats(client)?.find(({ _id }) => _id === chatId)?.lastSeq ?? 0;
}

async function fetchNewest({ chatId, head, signal }: Asking): Promise<MessageLog> {
  // Asked for like this the server does not mark the chat read: nobody is looking.
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

/** Nothing of the known part is left, so there would be nothing to page up from. */
function isAllGone({ messages }: MessageLog, gone: readonly number[]): boolean {
  const places = new Set(gone);
  return messages.every(({ seq }) => places.has(seq));
}

function callPage(input: InputOf<typeof getMessages>, signal?: AbortSignal) {
  return callEndpoint(getMessages, { limit: limits.messagePageSize, ...input }, { signal });
}
