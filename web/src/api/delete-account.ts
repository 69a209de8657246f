import { deleteAccount, deleteAccountToasts } from '@chat-app/contract';
import type { InputOf } from '@chat-app/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ApiError } from '../lib/api-error.ts';
import { callEndpoint } from '../lib/call-endpoint.ts';
import { setSignedOut } from './session.ts';

export function useDeleteAccount() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: InputOf<typeof deleteAccount>) => callEndpoint(deleteAccount, input),
    onSuccess: () => setSignedOut(client),
    meta: {
      overlay: 'Deleting your account',
      toast: {
        success: deleteAccountToasts.done,
        // A wrong password is shown at its field.
        failure: ({ fields }: ApiError) => (Object.keys(fields).length > 0 ? null : deleteAccountToasts.failed),
      },
    },
  });
}
