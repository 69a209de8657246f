import { getPinnedMessages, messageToasts, pinMessage } from '@chat-app/contract';
import type { ChatId, Message } from '@chat-app/contract';
import { mutationOptions, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { isOrdinaryMember } from '../format/group-roles.ts';
import { callEndpoint } from '../lib/call-endpoint.ts';
import { useChat } from './chats.ts';
import { useMe } from './me.ts';
import { receiveEdited } from './messages.live.ts';
import { pinnedKey } from './pinned-list.ts';

const none: readonly Message[] = [];

/** The pinned messages of a chat, the newest pin first. Empty until they are known. */
export function usePinnedMessages(chatId: ChatId): readonly Message[] {
  return useQuery(pinnedQuery(chatId)).data ?? none;
}

export function pinnedQuery(chatId: ChatId) {
  return queryOptions({
    queryKey: pinnedKey(chatId),
    queryFn: async ({ signal }) => (await callEndpoint(getPinnedMessages, { chatId }, { signal })).data,
  });
}

interface Pin {
  message: Message;
  isPinned: boolean;
}

export const usePinMessage = () => useMutation(pinOptions(useQueryClient()));

/** Pins or unpins a message for everybody. */
export function pinOptions(client: QueryClient) {
  return mutationOptions({
    mutationFn: ({ message, isPinned }: Pin) => callEndpoint(pinMessage, { messageId: message._id, isPinned }),
    onSuccess: ({ message }) => receiveEdited(message, { client }),
    meta: { toast: { failure: messageToasts.pinFailed } },
  });
}

/** Every member of a direct chat pins messages, in a group its owner and admins. */
export function useCanPin(chatId: ChatId): boolean {
  const me = useMe();
  const { data: chat } = useChat(chatId);
  return chat !== undefined && !isOrdinaryMember(chat, me.id);
}
