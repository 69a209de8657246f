import { getMessages, messageToasts } from '@chat-app/contract';
import type { ChatId, MessageId } from '@chat-app/contract';
import { useMutation } from '@tanstack/react-query';
import { callEndpoint } from '../lib/call-endpoint.ts';
import { jumpTo } from '../state/jump-target.ts';

/** Scrolls to a message of which only the id is known. */
export function useJumpToMessage(chatId: ChatId) {
  return useMutation({
    mutationFn: (messageId: MessageId) => callEndpoint(getMessages, { chatId, around: messageId, limit: 1 }),
    onSuccess: ({ data: [message] }) => {
      if (message) jumpTo({ chatId, messageId: message._id, seq: message.seq });
    },
    meta: { toast: { failure: messageToasts.jumpFailed } },
  });
}
