import { authToasts, forgotPassword, limits, resetPassword } from '@chat-app/contract';
import type { InputOf, OutputOf } from '@chat-app/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../lib/call-endpoint.ts';
import { resetMailCooldown, startCooldown, waitAsAsked } from '../state/cooldowns.ts';
import { callWithRetry } from './call-with-retry.ts';
import { recheckSession, signedInUser } from './session.ts';

export function useForgotPassword() {
  return useMutation({
    mutationFn: (input: InputOf<typeof forgotPassword>) => callEndpoint(forgotPassword, input),
    onSuccess: (_said, { email }) => startCooldown(resetMailCooldown(email), limits.resetResendCooldownMs),
    onError: (error, { email }) => waitAsAsked(resetMailCooldown(email), error),
    meta: { toast: { failure: authToasts.resetMailFailed } },
  });
}

export function useResetPassword() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: InputOf<typeof resetPassword>) => callWithRetry(resetPassword, input),
    // It has ended all sessions of that account, possibly also this one.
    onSuccess: () => void (signedInUser(client) && recheckSession(client)),
    meta: {
      toast: {
        success: ({ message }: OutputOf<typeof resetPassword>) => ({ ...authToasts.resetDone, message }),
        failure: authToasts.resetFailed,
      },
    },
  });
}
