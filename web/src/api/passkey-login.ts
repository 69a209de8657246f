import { authToasts, getPasskeyLoginOptions, passkeyLogin, passkeyToasts } from '@chat-app/contract';
import type { AuthenticationResponse, InputOf } from '@chat-app/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { choosePasskey } from '../browser/passkeys.ts';
import { callEndpoint } from '../lib/call-endpoint.ts';
import { welcomeBack } from './login.ts';
import { setSignedIn } from './session.ts';

// A separate file, so that the form of the login does not wait for it.

/**
 * The answer of a passkey that the user chooses, or null if they change their mind. With a signal, it is one of the
 * suggestions of the browser, until that signal ends it.
 */
export async function requestPasskey(suggestion?: AbortSignal): Promise<AuthenticationResponse | null> {
  const options = await callEndpoint(getPasskeyLoginOptions, {}, { signal: suggestion });
  // Otherwise it would take the place of a later request.
  if (suggestion?.aborted === true) return null;
  return choosePasskey(options, { isSuggestion: suggestion !== undefined });
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
