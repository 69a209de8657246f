import { editMessage, getVersions, messageToasts } from '@chat-app/contract';
import type { Message, MessageId } from '@chat-app/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../lib/call-endpoint.ts';
import { receiveEdited } from './messages.live.ts';

interface Edit {
  message: Message;
  content: string;
}

/** Edits a message of the signed-in user for everybody. */
export function useEditMessage() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ message, content }: Edit) => callEndpoint(editMessage, { messageId: message._id, content }),
    onSuccess: ({ message }) => receiveEdited(message, { client }),
    meta: { toast: { failure: messageToasts.editFailed } },
  });
}

/** What a message said before its edits, and last what it says now. Each edit brings another list. */
export function useVersions(message: Message) {
  return useQuery({
    queryKey: ['versions', message._id satisfies MessageId, message.rev ?? 0],
    queryFn: ({ signal }) => callEndpoint(getVersions, { messageId: message._id }, { signal }),
    select: ({ data }) => data,
  });
}
