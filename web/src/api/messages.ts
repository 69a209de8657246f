import { getChanges, getMessages, limits, messageToasts } from '@chat-app/contract';
import type { ChatId, InputOf, MessageChange } from '@chat-app/contract';
import { mutationOptions, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../lib/call-endpoint.ts';
import { ApiError } from '../lib/api-error.ts';
import { patchQueries } from '../lib/patch-queries.ts';
import { refetchAfterCurrent } from '../lib/refetch-after-current.ts';
import { isPageVisible } from '../browser/page.ts';
import { isJumpTarget } from '../state/jump-target.ts';
import type { JumpTarget } from '../state/jump-target.ts';
import { advanceReadMark } from '../state/read-marks.ts';
import { knownChats } from './chats.ts';
import { changeMedia, chatMediaKey } from './media-list.ts';
import {
  applyChanges,
  beginLog,
  closeWindow,
  extendWindow,
  joinLogs,
  messagesKey,
  newestSeq,
  oldestSeq,
  openWindow,
  prependPage,
} from './message-log.ts';
import type { FetchedChanges, MessageLog } from './message-log.ts';
import { changePinned, pinnedKey } from './pinned-list.ts';

/** If more changes are missing, it is cheaper to start again from the newest page. */
const catchUpMax = 1000;
/** A person who returns to a chat within this time finds it unchanged. */
const keptMs = 30 * 60_000;

interface PageRequest {
  chatId: ChatId;
  /** The chat's last seq as far as was known before the request. The response covers everything up to it. */
  head: number;
  /** Whether messages are unread, as far as is known. */
  hasUnread: boolean;
  signal: AbortSignal;
}

export const useMessages = (chatId: ChatId) => useQuery(messagesQuery(chatId));

/** Fetches the newest page first. Later fetches request only what changed since. */
export function messagesQuery(chatId: ChatId) {
  return queryOptions<MessageLog>({
    queryKey: messagesKey(chatId),
    queryFn: async ({ client, signal }) => {
      const known = client.getQueryData<MessageLog>(messagesKey(chatId));
      const row = knownChats(client)?.find(({ _id }) => _id === chatId);
      // A chat that the user has just deleted has no row, but its messages may still be known.
      const head = Math.max(row?.lastSeq ?? 0, known ? newestSeq(known) : 0);
      const request = { chatId, head, hasUnread: row?.read !== true, signal };
      const fetched = await (known && canCatchUp(known) ? catchUpOrStartAgain(known, request) : fetchNewest(request));
      if (known) catchUpLists(client, chatId, fetched);
      // Typed as what is stored; `structuralSharing` turns the changes into a log.
      return fetched as MessageLog;
    },
    // Merge when the response is stored: an event or an older page may have arrived during the request.
    structuralSharing: (known, fetched) =>
      merge(known as MessageLog | undefined, fetched as MessageLog | FetchedChanges),
    staleTime: 0,
    gcTime: keptMs,
  });
}

export const useOlderMessages = (chatId: ChatId) => useMutation(olderMessagesOptions(useQueryClient(), chatId));

interface OlderPage {
  log: MessageLog;
  limit?: number;
}

/** Fetches the next older page. */
export function olderMessagesOptions(client: QueryClient, chatId: ChatId) {
  return mutationOptions({
    mutationFn: ({ log, limit }: OlderPage) => callPage({ chatId, before: oldestSeq(log), ...(limit && { limit }) }),
    onSuccess: ({ data, haveMore }, { log }) =>
      addPage(client, chatId, log, (current) => prependPage(current, data, haveMore)),
  });
}

/** Fetches the next newer page of a part far above the newest messages. */
export function useNewerMessages(chatId: ChatId) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ gap }: MessageLog) => callPage({ chatId, after: gap?.after ?? 0, limit: limits.messagePageMax }),
    onSuccess: ({ data, haveMore }, log) =>
      addPage(client, chatId, log, (current) => extendWindow(current, data, haveMore)),
  });
}

/** Shows a message far above the newest ones, with its neighbours and without what lies between. */
export function useMessageWindow(chatId: ChatId) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ target: { seq } }: { log: MessageLog; target: JumpTarget }) =>
      callPage({ chatId, before: seq + limits.messagePageMax / 2, limit: limits.messagePageMax }),
    onSuccess: ({ data, haveMore }, { log, target }) => {
      if (isJumpTarget(target)) addPage(client, chatId, log, (current) => openWindow(current, data, haveMore));
    },
    meta: { toast: { failure: messageToasts.jumpFailed } },
  });
}

export function showNewest(client: QueryClient, chatId: ChatId): void {
  const key = messagesKey(chatId);
  const log = client.getQueryData<MessageLog>(key);
  if (!log?.gap) return;
  const joined = closeWindow(log);
  patchQueries(client, key, () => joined);
  // Those that were loaded have been deleted meanwhile.
  if (isAllGone(joined)) void refetchAfterCurrent(client, key);
}

/** Adds a page to the log for which it was asked. If that was replaced meanwhile, the page does not belong to it. */
function addPage(client: QueryClient, chatId: ChatId, asked: MessageLog, add: (log: MessageLog) => MessageLog): void {
  const key = messagesKey(chatId);
  const log = client.getQueryData<MessageLog>(key);
  if (log?.generation !== asked.generation) return;
  // The page may be older than a change that arrived during the request and found nothing to change.
  const rev = Math.min(log.rev, asked.rev);
  patchQueries(client, key, () => ({ ...add(log), rev }));
  if (rev < log.rev) void refetchAfterCurrent(client, key);
}

async function fetchNewest({ chatId, head, hasUnread, signal }: PageRequest): Promise<MessageLog> {
  // With `skip`, the server does not mark the chat as read. The page is hidden, so nobody sees it.
  const unseen = isPageVisible() ? {} : { skip: 0 };
  const { readSeq, ...newest } = await callPage({ chatId, ...unseen }, signal);
  if (readSeq !== undefined) advanceReadMark(chatId, readSeq);
  const log = beginLog(newest.data, { hasOlder: newest.haveMore, head, readSeq });
  return hasUnread && readSeq !== undefined ? fetchBackTo(readSeq, log, { chatId, signal }) : log;
}

/**
 * Adds older pages until the message at which the user left off is loaded, unless that is too far back. The rev stays that
 * of the newest page: a later one may contain later changes than those of the messages already loaded.
 */
async function fetchBackTo(
  seq: number,
  newest: MessageLog,
  { chatId, signal }: Pick<PageRequest, 'chatId' | 'signal'>,
): Promise<MessageLog> {
  let log = newest;
  while (log.hasOlder && oldestSeq(log) > seq) {
    if (log.messages.length >= catchUpMax) return newest;
    const older = await callPage({ chatId, before: oldestSeq(log), limit: limits.messagePageMax }, signal);
    log = prependPage(log, older.data, older.haveMore);
  }
  return log;
}

/** A server of the previous release does not count changes. */
const canCatchUp = ({ messages, rev }: MessageLog) => messages.length > 0 && rev > 0;

/** A node of the previous release does not know the request. If the chat is gone, the newest page is not found either. */
async function catchUpOrStartAgain(known: MessageLog, request: PageRequest): Promise<MessageLog | FetchedChanges> {
  try {
    return await catchUp(known, request);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return fetchNewest(request);
    throw error;
  }
}

async function catchUp(known: MessageLog, request: PageRequest): Promise<MessageLog | FetchedChanges> {
  const { chatId, head, signal } = request;
  if (head - newestSeq(known) > catchUpMax) return fetchNewest(request);
  let changes: readonly MessageChange[] = [];
  let after = known.rev;
  while (changes.length < catchUpMax) {
    const page = await callEndpoint(getChanges, { chatId, after, limit: limits.changesPageMax }, { signal });
    // The chat was cleared on another device, or this user was away from the group: the log is of an earlier time.
    if ((page.hiddenUpTo ?? 0) >= oldestSeq(known)) return fetchNewest(request);
    changes = [...changes, ...page.data];
    if (!page.haveMore) {
      const fetched = { changes, rev: page.rev, upTo: head };
      return isAllGone(applyChanges(known, fetched)) ? fetchNewest(request) : fetched;
    }
    after = revOf(page.data.at(-1)) ?? page.rev;
  }
  return fetchNewest(request);
}

/** If no known message is left, there is no position to load older pages from. */
const isAllGone = ({ messages, hasOlder }: MessageLog) => messages.length === 0 && hasOlder;

function revOf(change: MessageChange | undefined): number | undefined {
  return change && ('message' in change ? change.message.rev : change.deleted.rev);
}

function merge(known: MessageLog | undefined, fetched: MessageLog | FetchedChanges): MessageLog {
  if (!('changes' in fetched)) return joinLogs(known, fetched);
  // Cleared meanwhile: nothing to add the changes to.
  return known ? applyChanges(known, fetched) : beginLog([], { hasOlder: true, head: 0 });
}

/** What was pinned or shared while this device was away is among the changes; without them, the lists are fetched again. */
function catchUpLists(client: QueryClient, chatId: ChatId, fetched: MessageLog | FetchedChanges): void {
  if ('changes' in fetched) {
    changePinned(client, chatId, fetched.changes);
    changeMedia(client, chatId, fetched.changes);
    return;
  }
  for (const key of [pinnedKey(chatId), chatMediaKey(chatId)]) void refetchAfterCurrent(client, key);
}

function callPage(input: InputOf<typeof getMessages>, signal?: AbortSignal) {
  return callEndpoint(getMessages, { limit: limits.messagePageSize, ...input }, { signal });
}
