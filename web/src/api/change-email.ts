import { changeEmail, confirmEmailChange, emailChangeToasts, undoEmailChange } from '@chat-app/contract';
import type { InputOf } from '@chat-app/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ApiError } from '../lib/api-error.ts';
import { callEndpoint } from '../lib/call-endpoint.ts';
import { callWithRetry } from './call-with-retry.ts';
import { sentOnce } from './sent-once.ts';

export function useChangeEmail() {
  return useMutation({
    mutationFn: (input: InputOf<typeof changeEmail>) => callWithRetry(changeEmail, input),
    meta: {
      toast: {
        success: (_nothing: object, { email }: InputOf<typeof changeEmail>) => emailChangeToasts.requested(email),
        // What is wrong with a field is shown there.
        failure: ({ fields }: ApiError) => (Object.keys(fields).length > 0 ? null : emailChangeToasts.failed),
      },
    },
  });
}

/** Opens a link of a mail about the change. A query, so that the token, which works once, is sent once. */
export function useEmailChangeLink(kind: 'confirm' | 'undo', token: string | null) {
  return useQuery({
    queryKey: ['email-change', kind, token],
    queryFn: async () => {
      const input = { token: token ?? '' };
      if (kind === 'undo') return { resetToken: (await callEndpoint(undoEmailChange, input)).token };
      await callEndpoint(confirmEmailChange, input);
      return { resetToken: null };
    },
    enabled: token !== null,
    ...sentOnce,
  });
}
