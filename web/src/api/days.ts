import { getMessages, messageToasts } from '@chat-app/contract';
import type { ChatId } from '@chat-app/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../lib/call-endpoint.ts';
import { jumpTo } from '../state/jump-target.ts';
import { messagesKey } from './message-log.ts';
import type { MessageLog } from './message-log.ts';

/** The time of the first message that the user sees in a chat. */
export function useFirstMessageTime(chatId: ChatId) {
  return useQuery({
    queryKey: ['first-message-time', chatId],
    queryFn: async ({ signal }) => {
      const { data } = await callEndpoint(getMessages, { chatId, after: 0, limit: 1 }, { signal });
      return data[0]?.createdAt ?? null;
    },
  });
}

/** Scrolls to the first message of a day, or the next one after it. */
export function useJumpToDay(chatId: ChatId) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (day: Date) => callEndpoint(getMessages, { chatId, since: day.toISOString(), limit: 1 }),
    onSuccess: ({ data }) => {
      const log = client.getQueryData<MessageLog>(messagesKey(chatId));
      const message = data[0] ?? log?.messages.at(-1);
      if (message) jumpTo({ chatId, messageId: message._id, seq: message.seq, align: 'start' });
    },
    meta: { toast: { failure: messageToasts.jumpFailed } },
  });
}
