import { getMessages, messageToasts } from '@chat-app/contract';
import type { ChatId, MessageId } from '@chat-app/contract';
import { useMutation } from '@tanstack/react-query';
import { callEndpoint } from '../lib/call-endpoint.ts';

/** Finds a message of which only the id is known. */
export function useFindMessage(chatId: ChatId) {
  return useMutation({
    mutationFn: (messageId: MessageId) => callEndpoint(getMessages, { chatId, around: messageId, limit: 1 }),
    meta: { toast: { failure: messageToasts.jumpFailed } },
  });
}
