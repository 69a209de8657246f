import { type ChatId, chatClosedToast } from '@chat-app/contract';
import type { QueryClient } from '@tanstack/react-query';
import { refetchAfterCurrent } from '../lib/refetch-after-current.ts';
import { openChatId } from '../format/paths.ts';
import { coalesce } from '../lib/coalesce.ts';
import { closeChatNotifications } from '../browser/service-worker.ts';
import type { ChatSocket } from '../lib/socket.ts';
import { advanceReadMark } from '../state/read-marks.ts';
import { showToast } from '../state/toasts.ts';
import { applyArchived, applyPins, applyRead, findBehind, isPartlyRead } from './chat-list.ts';
import {
  chatKey,
  chatListsKey,
  deleteChatKey,
  dropChat,
  forgetChat,
  knownChats,
  leaveChatKey,
  patchChatLists,
  placesKey,
} from './chats.ts';
import { messagesKey, newestSeq } from './message-log.ts';
import { receiveRead } from './reads.ts';
import { patchMuted } from './mute-chat.ts';
import type { MessageLog } from './message-log.ts';

const listRefreshMs = 500;

/** Refreshes the chat list. Many events within a short time cause only one request. */
export function createListRefresher(client: QueryClient) {
  return coalesce(() => void refetchAfterCurrent(client, chatListsKey), listRefreshMs);
}

interface ChatsLiveDeps {
  client: QueryClient;
  refreshList: () => void;
  closeChat: () => void;
}

export function followChats(socket: ChatSocket, { client, refreshList, closeChat }: ChatsLiveDeps): void {
  socket.on('updateChat', (chatId) => {
    void client.invalidateQueries({ queryKey: chatKey(chatId) });
    refreshList();
  });

  socket.on('joinChat', (chatId) => {
    forgetChat(client, chatId);
    void client.invalidateQueries({ queryKey: chatKey(chatId) });
    refreshList();
  });

  socket.on('outChat', (chatId) => {
    const name = knownChats(client)?.find(({ _id }) => _id === chatId)?.name;
    if (openChatId() === chatId) {
      closeChat();
      if (!wentFromHere(client, chatId)) showToast(chatClosedToast(name ?? 'This chat'));
    }
    dropChat(client, chatId);
    // A list response that the server read before this event would restore the row.
    refreshList();
  });

  socket.on('chatRead', (chatId, seq, userId) => {
    if (userId !== undefined) return receiveRead(client, chatId, { userId, seq });
    advanceReadMark(chatId, seq);
    void closeChatNotifications(chatId);
    patchChatLists(client, (rows) => applyRead(rows, chatId, seq));
    if (isPartlyRead(knownChats(client) ?? [], chatId, seq)) refreshList();
    return undefined;
  });

  socket.on('chatMuted', (chatId, isMuted) => patchMuted(client, chatId, isMuted));

  followPlaces(socket, client, refreshList);
  followHeads(socket, client, refreshList);
}

/** What another device pinned or archived. */
function followPlaces(socket: ChatSocket, client: QueryClient, refreshList: () => void): void {
  // Its own events, and those of earlier changes, would undo what this tab shows. It refetches the list afterwards.
  const isChanging = () => client.isMutating({ mutationKey: placesKey }) > 0;
  socket.on('pinnedChats', (chatIds) => {
    if (isChanging()) return;
    patchChatLists(client, (rows) => applyPins(rows, chatIds));
    // A list response that the server read before this event would undo it.
    refreshList();
  });

  socket.on('chatArchived', (chatId, seq) => {
    if (isChanging()) return;
    patchChatLists(client, (rows) => applyArchived(rows, chatId, seq));
    refreshList();
  });
}

/** If the last message of a chat is lost, no later message reveals the gap. The heads (last seqs and revs) reveal it. */
function followHeads(socket: ChatSocket, client: QueryClient, refreshList: () => void): void {
  // A chat that the user deleted has a head but no row. Check the same head only once.
  const lookedInto = new Map<ChatId, number>();
  socket.on('chatHeads', (heads, revs) => {
    const rows = knownChats(client);
    if (rows === null) return refreshList();
    // Servers of the previous release send no revs.
    const revOf = (chatId: ChatId) => revs?.[chatId] ?? heads[chatId] ?? 0;
    const isBehind = (chatId: ChatId) => isLogBehind(client, chatId, { head: heads[chatId] ?? 0, rev: revOf(chatId) });
    const behind = [
      ...new Set([...findBehind(heads, rows), ...(Object.keys(heads) as ChatId[]).filter(isBehind)]),
    ].filter((chatId) => lookedInto.get(chatId) !== revOf(chatId));
    for (const chatId of behind) {
      lookedInto.set(chatId, revOf(chatId));
      void refetchAfterCurrent(client, messagesKey(chatId));
    }
    if (behind.some((chatId) => findBehind(heads, rows).includes(chatId))) refreshList();
    return undefined;
  });
}

/** The row can be up to date while the message log has missed a message, or the change of one. */
function isLogBehind(client: QueryClient, chatId: ChatId, { head, rev }: { head: number; rev: number }): boolean {
  const log = client.getQueryData<MessageLog>(messagesKey(chatId));
  return log !== undefined && (newestSeq(log) < head || (log.rev > 0 && log.rev < rev));
}

/** The tab that leaves or deletes the chat shows its own toast. */
function wentFromHere(client: QueryClient, chatId: ChatId): boolean {
  const cache = client.getMutationCache();
  return [leaveChatKey, deleteChatKey].some((mutationKey) =>
    cache.find({ mutationKey, predicate: ({ state }) => state.variables === chatId && state.status !== 'error' }),
  );
}
