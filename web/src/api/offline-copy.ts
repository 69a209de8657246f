import { Privacy } from '@chat-app/contract';
import type { ChatListItem, Me } from '@chat-app/contract';
import type { QueryClient } from '@tanstack/react-query';
import { openDB } from 'idb';
import type { DBSchema } from 'idb';
import { coalesce } from '../lib/coalesce.ts';
import { knownChats } from './chats.ts';
import { beginLog, closeWindow } from './message-log.ts';
import type { MessageLog } from './message-log.ts';
import { offlineDatabaseName, sessionKey, signedInUser } from './session.ts';

const writeEveryMs = 1_000;
const maxChats = 50;
const maxMessages = 50;

/** Stores what the signed-in user sees, for use without a network. Returns a disposer. */
export function syncOfflineCopy(client: QueryClient, me: Me): () => void {
  const opening = openOfflineStore().catch(() => null);
  const changed = new Map<string, readonly string[]>();
  let isStopped = false;

  const write = coalesce(() => {
    const keys = [...changed.values()];
    changed.clear();
    void opening.then((store) => (isStopped ? undefined : store && save(store, client, keys)));
  }, writeEveryMs);

  const unsubscribe = client.getQueryCache().subscribe(({ type, query }) => {
    const queryKey = query.queryKey as readonly string[];
    if (type !== 'updated' || query.state.data === undefined || !isStoredKey(queryKey)) return;
    changed.set(query.queryHash, queryKey);
    write.request();
  });
  for (const { queryHash, queryKey } of client.getQueryCache().getAll()) {
    if (isStoredKey(queryKey as readonly string[])) changed.set(queryHash, queryKey as readonly string[]);
  }
  void opening.then((store) => clearOtherUser(store, me)).then(write.request);
  return () => {
    isStopped = true;
    unsubscribe();
    write.cancel();
    void opening.then((store) => store?.close());
  };
}

/** Restores the stored queries into the cache. Returns false if there are none. */
export async function restoreOfflineCopy(client: QueryClient): Promise<boolean> {
  const store = await openOfflineStore().catch(() => null);
  const queries = (await store?.list().catch(() => [])) ?? [];
  store?.close();
  const session = queries.find(({ queryKey }) => queryKey[0] === sessionKey[0]);
  if (!session) return false;
  for (const query of queries) if (query !== session) restore(client, query);
  // The session comes last, because it mounts the screens that show the rest. Older copies have no privacy settings.
  restore(client, { ...session, data: { ...Privacy.parse({}), ...(session.data as Me) } });
  return true;
}

/** Restores what is stored of this user but was not loaded since the start, such as chats that were not opened. */
export async function restoreMissing(client: QueryClient): Promise<void> {
  const store = await openOfflineStore().catch(() => null);
  const queries = (await store?.list().catch(() => [])) ?? [];
  store?.close();
  const session = queries.find(({ queryKey }) => queryKey[0] === sessionKey[0]);
  if (!session || (session.data as Me).id !== signedInUser(client)?.id) return;
  for (const query of queries) if (client.getQueryData(query.queryKey) === undefined) restore(client, query);
}

/** Clears the copy of another user. */
async function clearOtherUser(store: OfflineStore | null, me: Me): Promise<void> {
  if (!store) return;
  const session = (await store.list()).find(({ queryKey }) => queryKey[0] === sessionKey[0]);
  if (session && (session.data as Me).id !== me.id) await store.clear();
}

async function save(store: OfflineStore, client: QueryClient, keys: readonly (readonly string[])[]): Promise<void> {
  const chatIds = new Set(firstChatIds(knownChats(client)));
  const queries = keys.flatMap((queryKey): StoredQuery[] => {
    const state = client.getQueryState(queryKey);
    if (state?.data === undefined || state.data === null) return [];
    return [{ queryKey, data: truncated(queryKey, state.data), updatedAt: state.dataUpdatedAt }];
  });
  // A chat that the user is no longer in, or that has had no activity for long.
  const isUnwanted = ([kind = '', chatId = '']: readonly string[]) =>
    aboutOneChat.has(kind) && chatIds.size > 0 && !chatIds.has(chatId);
  // The quota may be used up or the store closed. Then there is less to show without a network.
  await store.write(queries, isUnwanted).catch(() => undefined);
}

const aboutOneChat = new Set(['chat', 'messages', 'pinned', 'reads']);

function isStoredKey([kind = '', of = '', search]: readonly string[]): boolean {
  if (kind === 'chats') return of === '';
  if (kind === 'friendships') return of === 'friends' && search === '';
  return aboutOneChat.has(kind) || kind === sessionKey[0] || kind === 'server-config';
}

function firstChatIds(rows: readonly ChatListItem[] | null): string[] {
  return (rows ?? []).slice(0, maxChats).map(({ _id }) => _id);
}

function truncated([kind]: readonly string[], data: unknown): unknown {
  if (kind !== 'messages') return data;
  const log = closeWindow(data as MessageLog);
  const hasMore = log.messages.length > maxMessages;
  return { ...log, messages: log.messages.slice(-maxMessages), hasOlder: hasMore || log.hasOlder };
}

function restore(client: QueryClient, { queryKey, data, updatedAt }: StoredQuery): void {
  client.setQueryData(queryKey, queryKey[0] === 'messages' ? withNewGeneration(data as MessageLog) : data, {
    updatedAt,
  });
}

/** Log generations count from the start of the page, so a restored log needs a new one. */
const withNewGeneration = ({ messages, hasOlder, upTo, rev }: MessageLog) => ({
  ...beginLog(messages, { hasOlder, head: upTo }),
  // Not that of its newest change: an earlier one may be missing. Copies of an older release have none.
  rev: (rev as number | undefined) ?? 0,
});

/** A query of the cache with its key. */
interface StoredQuery {
  readonly queryKey: readonly string[];
  readonly data: unknown;
  readonly updatedAt: number;
}

interface Schema extends DBSchema {
  queries: { key: string; value: StoredQuery };
}

type OfflineStore = Awaited<ReturnType<typeof openOfflineStore>>;

/** The last data of one user, for use without a network. The next user starts with an empty database. */
async function openOfflineStore() {
  const database = await openDB<Schema>(offlineDatabaseName, 1, {
    upgrade: (fresh) => {
      fresh.createObjectStore('queries');
    },
    // A logout in another tab deletes the database and must not wait for this tab.
    blocking: () => database.close(),
  });
  const nameOf = (queryKey: readonly string[]) => queryKey.join(' ');
  return {
    list: () => database.getAll('queries'),
    /** Writes these queries and removes unwanted ones. */
    write: async (queries: readonly StoredQuery[], isUnwanted: (queryKey: readonly string[]) => boolean) => {
      const changes = database.transaction('queries', 'readwrite');
      for (const query of queries) await changes.store.put(query, nameOf(query.queryKey));
      for await (const cursor of changes.store) if (isUnwanted(cursor.value.queryKey)) await cursor.delete();
      await changes.done;
    },
    clear: () => database.clear('queries'),
    close: () => database.close(),
  };
}
