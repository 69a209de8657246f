import { accountToasts, updatePassword, updateProfile } from '@chat-app/contract';
import type { InputOf } from '@chat-app/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ApiError } from '../lib/api-error.ts';
import { callEndpoint } from '../lib/call-endpoint.ts';
import { callWithRetry } from './call-with-retry.ts';
import { setSignedIn } from './session.ts';

export function useUpdateProfile() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: InputOf<typeof updateProfile>) => callEndpoint(updateProfile, input),
    onSuccess: ({ user }) => setSignedIn(client, user),
    meta: { toast: { success: accountToasts.profileSaved, failure: accountToasts.profileFailed } },
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
