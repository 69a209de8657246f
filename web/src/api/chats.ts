import {
  addMembers,
  ChatId,
  chatToasts,
  createChat,
  deleteChat,
  editChat,
  getChat,
  getChats,
  leaveChat,
  removeMember,
} from '@chat-app/contract';
import type { ChatListItem, InputOf, UserId } from '@chat-app/contract';
import {
  keepPreviousData,
  mutationOptions,
  queryOptions,
  replaceEqualDeep,
  useMutation,
  usePrefetchQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { isOrdinaryMember } from '../format/group-roles.ts';
import { ApiError } from '../lib/api-error.ts';
import { callEndpoint } from '../lib/call-endpoint.ts';
import { patchQueries } from '../lib/patch-queries.ts';
import { refetchAfterCurrent } from '../lib/refetch-after-current.ts';
import { collectTyping } from '../browser/text-field.ts';
import { lastReadSeq } from '../state/read-marks.ts';
import { countUnread, mergeFetched, withoutChat } from './chat-list.ts';
import { useMe } from './me.ts';
import { chatMediaKey } from './media-list.ts';
import { messagesKey } from './message-log.ts';
import { pinnedKey } from './pinned-list.ts';
import { discardDraftsOfChat, receiveDraft } from '../state/drafts.ts';
import { endPlayback } from '../state/voice-playback.ts';

/** All chat lists: the complete one and the search results. */
export const chatListsKey = ['chats'] as const;
const chatListKey = (search: string) => [...chatListsKey, search] as const;
export const allChatsKey = ['chat'] as const;
export const chatKey = (chatId: ChatId) => [...allChatsKey, chatId] as const;

/** Live event handlers use these keys to detect that this tab caused the event. */
export const leaveChatKey = ['leave-chat'] as const;
export const deleteChatKey = ['delete-chat'] as const;
/** Of pinning and archiving. */
export const placesKey = ['chat-places'] as const;

type Rows = readonly ChatListItem[];
const noRows: Rows = [];

export const useChatList = (search = '') => useQuery(chatListQuery(search));

/** Starts loading the list before the components that show it render. */
export const usePrefetchedChatList = () => usePrefetchQuery(chatListQuery(''));

export function chatListQuery(search: string) {
  return queryOptions({
    queryKey: chatListKey(search),
    queryFn: async ({ signal }) => {
      const askedAtMs = performance.now();
      const { data } = await callEndpoint(getChats, search === '' ? {} : { search }, { signal });
      receiveDrafts(data, askedAtMs);
      return data;
    },
    // Merge when the response is stored: events that arrived during the request are newer than the response.
    structuralSharing: (known, rows) =>
      replaceEqualDeep(known, mergeFetched(rows as Rows, (known as Rows | undefined) ?? noRows, lastReadSeq)),
    placeholderData: keepPreviousData,
  });
}

/** Shows the drafts of other devices. Older servers have none. */
function receiveDrafts(rows: Rows, askedAtMs: number): void {
  for (const { _id, draft } of rows) {
    if (draft === undefined) continue;
    receiveDraft(_id, { content: draft?.content ?? '', atMs: draft && Date.parse(draft.at), askedAtMs });
  }
}

export function useUnreadCount(openId: ChatId | null): number {
  const { data } = useChatList();
  return countUnread(data ?? noRows, openId, useMe());
}

/** The complete list from the cache; null before the first response. */
export function knownChats(client: QueryClient): readonly ChatListItem[] | null {
  return client.getQueryData<ChatListItem[]>(chatListKey('')) ?? null;
}

export function patchChatLists(
  client: QueryClient,
  patch: (rows: readonly ChatListItem[]) => readonly ChatListItem[],
): void {
  patchQueries<readonly ChatListItem[]>(client, chatListsKey, patch);
}

/** Removes a chat that the user is no longer in from the lists and the caches. */
export function dropChat(client: QueryClient, chatId: ChatId): void {
  patchChatLists(client, (rows) => withoutChat(rows, chatId));
  forgetChat(client, chatId);
  discardDraftsOfChat(chatId);
  endPlayback(({ message }) => message?.chatId === chatId);
  // Even while the chat is still on the screen: after a rejoin, its history starts from the beginning.
  client.removeQueries({ queryKey: messagesKey(chatId) });
  client.removeQueries({ queryKey: pinnedKey(chatId) });
  client.removeQueries({ queryKey: chatMediaKey(chatId) });
}

/** A member who rejoins sees only later messages, so nothing from before may stay in the cache. */
export function forgetChat(client: QueryClient, chatId: ChatId): void {
  // Removing an active query would only refetch it.
  client.removeQueries({ queryKey: chatKey(chatId), type: 'inactive' });
  client.removeQueries({ queryKey: messagesKey(chatId), type: 'inactive' });
  client.removeQueries({ queryKey: pinnedKey(chatId), type: 'inactive' });
  client.removeQueries({ queryKey: chatMediaKey(chatId), type: 'inactive' });
}

export function useChat(chatId: ChatId) {
  return useQuery({
    queryKey: chatKey(chatId),
    queryFn: async ({ signal }) => (await callEndpoint(getChat, { chatId }, { signal })).data,
  });
}

/** Only admins send in this group, and the user is none. */
export function useIsSendLimited(chatId: ChatId): boolean {
  const me = useMe();
  const { data: chat } = useChat(chatId);
  return chat?.whoCanSend === 'admins' && isOrdinaryMember(chat, me.id);
}

interface OpenedChat {
  chatId: ChatId;
  isNew: boolean;
}

/** For actions that open a chat when they succeed. */
export interface OpensChat {
  onOpenChat: (chatId: ChatId) => void;
}

export function useCreateChat({ onOpenChat }: OpensChat) {
  return useMutation(createChatOptions(useQueryClient(), { onOpenChat }));
}

/** Opens the new chat, or the chat that the two people already have. */
export function createChatOptions(client: QueryClient, { onOpenChat }: OpensChat) {
  return mutationOptions({
    mutationFn: async (input: InputOf<typeof createChat>): Promise<OpenedChat> => {
      try {
        const { chatId } = await callEndpoint(createChat, input);
        return { chatId, isNew: true };
      } catch (error) {
        const existing =
          error instanceof ApiError && error.code === 'chat_exists' && ChatId.safeParse(error.extra['chatId']);
        if (!existing || !existing.success) throw error;
        return { chatId: existing.data, isNew: false };
      }
    },
    onMutate: collectTyping,
    onError: (_error, _input, stopCollecting) => stopCollecting?.(),
    onSuccess: ({ chatId, isNew }) => {
      if (isNew) forgetChat(client, chatId);
      void client.invalidateQueries({ queryKey: chatListsKey });
      onOpenChat(chatId);
    },
    meta: {
      toast: {
        success: ({ isNew }: OpenedChat) => (isNew ? chatToasts.created : null),
        failure: chatToasts.createFailed,
      },
    },
  });
}

export function useAddMembers(chatId: ChatId) {
  const refresh = useRefreshChat(chatId);
  return useMutation({
    mutationFn: (members: UserId[]) => callEndpoint(addMembers, { chatId, members }),
    onSuccess: refresh,
    meta: { toast: { success: chatToasts.membersAdded, failure: chatToasts.addFailed } },
  });
}

export function useRemoveMember(chatId: ChatId) {
  const refresh = useRefreshChat(chatId);
  return useMutation({
    mutationFn: (memberId: UserId) => callEndpoint(removeMember, { chatId, memberId }),
    onSettled: refresh,
    meta: { toast: { success: chatToasts.memberRemoved, failure: chatToasts.removeFailed } },
  });
}

export function useEditChat(chatId: ChatId) {
  const refresh = useRefreshChat(chatId);
  return useMutation({
    mutationFn: (edit: Omit<InputOf<typeof editChat>, 'chatId'>) => callEndpoint(editChat, { chatId, ...edit }),
    onSuccess: refresh,
    meta: { toast: { success: chatToasts.edited, failure: chatToasts.editFailed } },
  });
}

export function useLeaveChat({ onGone }: { onGone: (chatId: ChatId) => void }) {
  const client = useQueryClient();
  return useMutation({
    mutationKey: leaveChatKey,
    mutationFn: (chatId: ChatId) => callEndpoint(leaveChat, { chatId }),
    onSuccess: (_nothing, chatId) => {
      onGone(chatId);
      dropOwnChat(client, chatId);
    },
    meta: { toast: { success: chatToasts.left, failure: chatToasts.leaveFailed } },
  });
}

export function useDeleteChat({ onGone }: { onGone: (chatId: ChatId) => void }) {
  return useMutation(deleteChatOptions(useQueryClient(), { onGone }));
}

export function deleteChatOptions(client: QueryClient, { onGone }: { onGone: (chatId: ChatId) => void }) {
  return mutationOptions({
    mutationKey: deleteChatKey,
    mutationFn: (chatId: ChatId) => callEndpoint(deleteChat, { chatId }),
    onSuccess: (_nothing, chatId) => {
      onGone(chatId);
      dropOwnChat(client, chatId);
    },
    meta: { toast: { success: chatToasts.deleted, failure: chatToasts.deleteFailed } },
  });
}

/** The user has left or deleted it here. A message may have brought it back before the answer arrived. */
function dropOwnChat(client: QueryClient, chatId: ChatId): void {
  dropChat(client, chatId);
  void refetchAfterCurrent(client, chatListsKey);
}

/** Does not wait for the live event, because the socket may be disconnected. */
export function useRefreshChat(chatId: ChatId) {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey: chatListsKey });
    return client.invalidateQueries({ queryKey: chatKey(chatId) });
  };
}
