import { addPasskey, getPasskeyOptions, getPasskeys, passkeyToasts, removePasskey } from '@chat-app/contract';
import type { Passkey, PasskeyId } from '@chat-app/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { createPasskey } from '../browser/passkeys.ts';
import type { ApiError } from '../lib/api-error.ts';
import { callEndpoint } from '../lib/call-endpoint.ts';
import { callWithRetry } from './call-with-retry.ts';

const passkeysKey = ['passkeys'] as const;

export function usePasskeys() {
  return useQuery({
    queryKey: passkeysKey,
    queryFn: async ({ signal }) => (await callEndpoint(getPasskeys, {}, { signal })).data,
    // Other devices add and remove them without telling this one.
    staleTime: 0,
  });
}

interface NewPasskey {
  readonly name: string;
  readonly password?: string | undefined;
}

/** The result is null if the user changed their mind. */
export function useAddPasskey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ name, password }: NewPasskey) => {
      const passkey = await createPasskey(await callWithRetry(getPasskeyOptions, { password }));
      return passkey && (await callEndpoint(addPasskey, { passkey, name })).passkey;
    },
    onSuccess: (added) =>
      added && client.setQueryData<Passkey[]>(passkeysKey, (passkeys) => passkeys && [...passkeys, added]),
    meta: {
      toast: {
        success: (added: Passkey | null) => added && passkeyToasts.added,
        // A wrong password is shown at its field.
        failure: ({ fields }: ApiError) => (Object.keys(fields).length > 0 ? null : passkeyToasts.addFailed),
      },
    },
  });
}

export function useRemovePasskey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: PasskeyId) => callEndpoint(removePasskey, { id }),
    onSuccess: (_answer, id) =>
      client.setQueryData<Passkey[]>(passkeysKey, (passkeys) => passkeys?.filter(({ _id }) => _id !== id)),
    onError: () => client.invalidateQueries({ queryKey: passkeysKey }),
    meta: { toast: { success: passkeyToasts.removed, failure: passkeyToasts.removeFailed } },
  });
}
