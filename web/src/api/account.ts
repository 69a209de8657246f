import { accountToasts, updatePassword, updatePrivacy, updateProfile } from '@chat-app/contract';
import type { InputOf, Me } from '@chat-app/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ApiError } from '../lib/api-error.ts';
import { callEndpoint } from '../lib/call-endpoint.ts';
import { callWithRetry } from './call-with-retry.ts';
import { sessionKey, setSignedIn } from './session.ts';

export function useUpdateProfile() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: InputOf<typeof updateProfile>) => callEndpoint(updateProfile, input),
    onSuccess: ({ user }) => setSignedIn(client, user),
    meta: { toast: { success: accountToasts.profileSaved, failure: accountToasts.profileFailed } },
  });
}

/** An optimistic update. A failure reverts only what it concerns: another setting may have changed meanwhile. */
export function useUpdatePrivacy() {
  const client = useQueryClient();
  const patch = (change: Partial<Me>) =>
    client.setQueryData<Me | null>(sessionKey, (me) => (me ? { ...me, ...change } : me));
  return useMutation({
    mutationFn: (input: InputOf<typeof updatePrivacy>) => callEndpoint(updatePrivacy, input),
    onMutate: (input) => void patch(input as Partial<Me>),
    onError: (_error, input) => patch(Object.fromEntries(Object.entries(input).map(([name, isOn]) => [name, !isOn]))),
    meta: { toast: { failure: accountToasts.privacyFailed } },
  });
}

export function useUpdatePassword() {
  return useMutation({
    mutationFn: (input: InputOf<typeof updatePassword>) => callWithRetry(updatePassword, input),
    meta: {
      toast: {
        success: accountToasts.passwordSaved,
        failure: ({ status }: ApiError) =>
          status === 400 ? accountToasts.passwordInvalid : accountToasts.passwordFailed,
      },
    },
  });
}
