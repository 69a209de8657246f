import { editMessage, getVersions, messageToasts } from '@chat-app/contract';
import type { Message, MessageId } from '@chat-app/contract';
import { mutationOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../lib/api-error.ts';
import { callEndpoint } from '../lib/call-endpoint.ts';
import { resumeEdit } from '../state/message-edits.ts';
import { receiveEdited } from './messages.live.ts';

interface Edit {
  message: Message;
  content: string;
}

export const useEditMessage = () => useMutation(editMessageOptions(useQueryClient()));

/** Edits a message of the signed-in user for everybody. */
export function editMessageOptions(client: QueryClient) {
  return mutationOptions({
    mutationFn: ({ message, content }: Edit) => callEndpoint(editMessage, { messageId: message._id, content }),
    onSuccess: ({ message }) => receiveEdited(message, { client }),
    // The text is not lost if the server cannot be reached, unless the message is gone.
    onError: (error, { message, content }) => {
      if (error instanceof ApiError && error.code === 'not_found') return;
      resumeEdit(message, content);
    },
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
