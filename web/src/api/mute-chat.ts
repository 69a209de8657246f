import { chatToasts, muteChat } from '@chat-app/contract';
import type { ChatDetail, ChatId } from '@chat-app/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../lib/call-endpoint.ts';
import { patchQueries } from '../lib/patch-queries.ts';
import { applyMuted } from './chat-list.ts';
import { chatKey, chatListsKey, patchChatLists } from './chats.ts';

/** An optimistic update, reverted on failure. */
export function useMuteChat() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (asked: { chatId: ChatId; isMuted: boolean }) => callEndpoint(muteChat, asked),
    onMutate: ({ chatId, isMuted }) => patchMuted(client, chatId, isMuted),
    onError: (_error, { chatId, isMuted }) => patchMuted(client, chatId, !isMuted),
    // A list response that was read before would revert it.
    onSuccess: () => void client.invalidateQueries({ queryKey: chatListsKey }),
    meta: { toast: { failure: chatToasts.muteFailed } },
  });
}

/** Applies a change that was made here or on another device. */
export function patchMuted(client: QueryClient, chatId: ChatId, isMuted: boolean): void {
  patchChatLists(client, (rows) => applyMuted(rows, chatId, isMuted));
  patchQueries<ChatDetail>(client, chatKey(chatId), (chat) => ({ ...chat, isMuted }));
}
