import { authToasts, getPasskeyLoginOptions, passkeyLogin, passkeyToasts } from '@chat-app/contract';
import type { AuthenticationResponse, InputOf } from '@chat-app/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { choosePasskey } from '../browser/passkeys.ts';
import { callEndpoint } from '../lib/call-endpoint.ts';
import { welcomeBack } from './auth.ts';
import { setSignedIn } from './session.ts';

// A separate file, so that the form of the login does not wait for it.

/** The answer of a passkey that the user chooses, or null if they change their mind. */
export async function requestPasskey({ isSuggestion = false } = {}): Promise<AuthenticationResponse | null> {
  return choosePasskey(await callEndpoint(getPasskeyLoginOptions, {}), { isSuggestion });
}

/** Asks for a passkey when somebody presses a button. */
export function useRequestPasskey() {
  return useMutation({
    mutationFn: () => requestPasskey(),
    meta: { toast: { failure: passkeyToasts.notUsed } },
  });
}

export function usePasskeyLogin() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: InputOf<typeof passkeyLogin>) => callEndpoint(passkeyLogin, input),
    onSuccess: ({ user }) => setSignedIn(client, user),
    meta: { overlay: 'Logging in', toast: { success: welcomeBack, failure: authToasts.loginFailed } },
  });
}
