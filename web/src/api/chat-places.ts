import { archiveChat, chatToasts, orderPinnedChats, pinChat } from '@chat-app/contract';
import type { ChatId, ChatListItem } from '@chat-app/contract';
import { mutationOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../lib/call-endpoint.ts';
import { applyArchived, applyPins, pinnedIds, restorePlaces } from './chat-list.ts';
import { chatListsKey, knownChats, patchChatLists, placesKey } from './chats.ts';

type Rows = readonly ChatListItem[];

interface PinRequest {
  chatId: ChatId;
  isPinned: boolean;
}

interface ArchiveRequest {
  chatId: ChatId;
  isArchived: boolean;
}

export const usePinChat = () => useMutation(pinChatOptions(useQueryClient()));

/** A new pin goes on top. */
export function pinChatOptions(client: QueryClient) {
  return mutationOptions({
    mutationFn: (asked: PinRequest) => callEndpoint(pinChat, asked),
    ...optimistic(client, (rows, { chatId, isPinned }: PinRequest) => {
      const others = pinnedIds(rows).filter((id) => id !== chatId);
      return applyPins(rows, isPinned ? [chatId, ...others] : others);
    }),
    meta: { toast: { failure: chatToasts.pinFailed } },
  });
}

export function useOrderPins() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (chatIds: ChatId[]) => callEndpoint(orderPinnedChats, { chatIds }),
    ...optimistic(client, (rows, chatIds: ChatId[]) => applyPins(rows, chatIds)),
    meta: { toast: { failure: chatToasts.pinFailed } },
  });
}

export const useArchiveChat = () => useMutation(archiveChatOptions(useQueryClient()));

export function archiveChatOptions(client: QueryClient) {
  return mutationOptions({
    mutationFn: (asked: ArchiveRequest) => callEndpoint(archiveChat, asked),
    ...optimistic(client, (rows, { chatId, isArchived }: ArchiveRequest) =>
      applyArchived(rows, chatId, isArchived ? Infinity : null),
    ),
    meta: { toast: { failure: chatToasts.archiveFailed } },
  });
}

/** Changes are sent one after the other, in the order in which they were made, and reverted on failure. */
function optimistic<Input>(client: QueryClient, patch: (rows: Rows, input: Input) => Rows) {
  return {
    mutationKey: placesKey,
    scope: { id: placesKey[0] },
    onMutate: async (input: Input): Promise<Rows> => {
      // The response of a running request would undo the change.
      await client.cancelQueries({ queryKey: chatListsKey });
      const before = knownChats(client) ?? [];
      // Of the complete list, because the results of a search do not have all pins.
      const after = patch(before, input);
      patchChatLists(client, (rows) => restorePlaces(rows, after));
      return before;
    },
    onError: (_error: Error, _input: Input, before: Rows | undefined) => {
      // What was asked for meanwhile is not in these rows. The lists are read again at the end.
      const isOnlyOne = client.isMutating({ mutationKey: placesKey }) === 1;
      if (before && isOnlyOne) patchChatLists(client, (rows) => restorePlaces(rows, before));
    },
    onSettled: () => {
      const isLast = client.isMutating({ mutationKey: placesKey }) === 1;
      if (isLast) void client.invalidateQueries({ queryKey: chatListsKey });
    },
  };
}
