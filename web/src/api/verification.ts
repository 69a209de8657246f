import { authToasts, limits, resendVerification, updateEmail, verifyEmail } from '@chat-app/contract';
import type { InputOf } from '@chat-app/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../lib/api-error.ts';
import { callEndpoint } from '../lib/call-endpoint.ts';
import { emailCorrectionCooldown, startCooldown, verificationMailCooldown, waitAsAsked } from '../state/cooldowns.ts';
import { sentOnce } from './sent-once.ts';
import { recheckSession, setSignedIn } from './session.ts';

/** A query instead of a mutation: a token works only once, and the query cache ensures that it is sent only once. */
export function useEmailVerification(token: string | null) {
  return useQuery({
    queryKey: ['email-verification', token],
    queryFn: () => callEndpoint(verifyEmail, { token: token ?? '' }),
    enabled: token !== null,
    ...sentOnce,
  });
}

export function useResendVerification(email: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callEndpoint(resendVerification, {}),
    onSuccess: () => startCooldown(verificationMailCooldown(email), limits.verificationResendCooldownMs),
    onError: (error) => {
      waitAsAsked(verificationMailCooldown(email), error);
      // The address was verified on another device meanwhile; the session check signs the person in.
      if (error instanceof ApiError && error.code === 'already_verified') void recheckSession(client);
    },
    meta: { toast: { success: authToasts.verificationSent, failure: authToasts.verificationFailed } },
  });
}

/** The address is part of the session data, so all screens show the new one. */
export function useCorrectEmail() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: InputOf<typeof updateEmail>) => callEndpoint(updateEmail, input),
    onSuccess: async ({ user }) => {
      startCooldown(verificationMailCooldown(user.email), limits.verificationResendCooldownMs);
      startCooldown(emailCorrectionCooldown, limits.verificationResendCooldownMs);
      await setSignedIn(client, user);
    },
    onError: (error) => {
      waitAsAsked(emailCorrectionCooldown, error);
      if (error instanceof ApiError && error.code === 'already_verified') void recheckSession(client);
    },
    meta: { toast: { success: authToasts.verificationSent, failure: authToasts.verificationFailed } },
  });
}
