import { deleteMessage, type MessageId, messageToasts } from '@chat-app/contract';
import type { ChatId, Message } from '@chat-app/contract';
import { mutationOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { patchQueries } from '../lib/patch-queries.ts';
import { refetchAfterCurrent } from '../lib/refetch-after-current.ts';
import { callEndpoint } from '../lib/call-endpoint.ts';
import { chatListsKey, knownChats } from './chats.ts';
import { changeMedia } from './media-list.ts';
import { messagesKey, withoutMessage } from './message-log.ts';
import type { MessageLog } from './message-log.ts';
import { dropPinned } from './pinned-list.ts';

export const useDeleteMessage = () => useMutation(deleteMessageOptions(useQueryClient()));

/** Deletes a message of the signed-in user for everybody. The screen removes it after the server has confirmed. */
export function deleteMessageOptions(client: QueryClient) {
  return mutationOptions({
    mutationFn: ({ _id }: Message) => callEndpoint(deleteMessage, { messageId: _id }),
    onSuccess: (_nothing, { _id, chatId }) =>
      dropMessage(client, {
        messageId: _id,
        chatId,
        refreshList: () => void refetchAfterCurrent(client, chatListsKey),
      }),
    meta: { toast: { success: messageToasts.deleted, failure: messageToasts.deleteFailed } },
  });
}

/** Deletes several messages of the signed-in user, one after the other. Those before a failure stay deleted. */
export function useDeleteMessages() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (messages: readonly Message[]) => {
      for (const { _id, chatId } of messages) {
        await callEndpoint(deleteMessage, { messageId: _id });
        dropMessage(client, { messageId: _id, chatId, refreshList: () => undefined });
      }
    },
    onSettled: () => void refetchAfterCurrent(client, chatListsKey),
    meta: { toast: { success: deletedToast, failure: messageToasts.deleteFailed } },
  });
}

const deletedToast = (_nothing: void, { length }: readonly Message[]) =>
  length === 1 ? messageToasts.deleted : messageToasts.severalDeleted;

interface Dropping {
  messageId: MessageId;
  chatId: ChatId;
  /** That of the deletion, from the event. */
  rev?: number;
  refreshList: () => void;
}

/** Removes a deleted message from the screen. Runs for the response and the event, whichever arrives first. */
export function dropMessage(client: QueryClient, { messageId, chatId, rev, refreshList }: Dropping): void {
  dropPinned(client, chatId, messageId);
  changeMedia(client, chatId, [{ deleted: { _id: messageId, seq: 0, rev: 0 } }]);
  const key = messagesKey(chatId);
  const log = client.getQueryData<MessageLog>(key);
  if (log?.deletedIds.has(messageId)) {
    patchQueries(client, key, () => withoutMessage(log, messageId, rev));
    return;
  }

  if (mayChangeRow(client, { chatId, messageId, log })) refreshList();

  const left = log && withoutMessage(log, messageId, rev);
  if (left) patchQueries(client, key, () => left);
  // A running request for the first page may still contain it; or the log is empty now but has older messages.
  const isFirstUnderWay = !log && client.isFetching({ queryKey: key }) > 0;
  if (isFirstUnderWay || (left?.messages.length === 0 && left.hasOlder)) void refetchAfterCurrent(client, key);
}

/** The row may show this message as its last line, or count it as unread. */
function mayChangeRow(
  client: QueryClient,
  { chatId, messageId, log }: { chatId: ChatId; messageId: MessageId; log: MessageLog | undefined },
): boolean {
  const isLast = log?.messages.at(-1)?._id === messageId;
  const isUnknown = !log?.messages.some(({ _id }) => _id === messageId);
  const row = knownChats(client)?.find(({ _id }) => _id === chatId);
  return isLast || isUnknown || row?.read === false;
}
