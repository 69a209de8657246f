import { blockUser, friendToasts, reportToasts, sendReport } from '@chat-app/contract';
import type { MessageId, UserId } from '@chat-app/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../lib/call-endpoint.ts';
import { friendshipsKey } from './friendships-key.ts';

export function useBlock() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (userId: UserId) => callEndpoint(blockUser, { userId }),
    onSuccess: () => client.invalidateQueries({ queryKey: friendshipsKey }),
    meta: { toast: { success: friendToasts.blocked, failure: friendToasts.failed } },
  });
}

interface Report {
  readonly userId: UserId;
  readonly messageId: MessageId | null;
  readonly reason: string;
}

export function useSendReport() {
  return useMutation({
    mutationFn: ({ userId, messageId, reason }: Report) =>
      callEndpoint(sendReport, messageId === null ? { userId, reason } : { messageId, reason }),
    meta: { toast: { success: reportToasts.sent, failure: reportToasts.failed } },
  });
}
