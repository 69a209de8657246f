import { authToasts, secondFactorLogin, TriesLeft } from '@chat-app/contract';
import type { InputOf } from '@chat-app/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../lib/api-error.ts';
import { callEndpoint } from '../lib/call-endpoint.ts';
import { welcomeBack } from './login.ts';
import { setSignedIn } from './session.ts';

// A separate file, so that the login screen loads it only for accounts with a second step.
export function useSecondFactorLogin() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: InputOf<typeof secondFactorLogin>) => callEndpoint(secondFactorLogin, input),
    onSuccess: ({ user }) => setSignedIn(client, user),
    meta: {
      overlay: 'Logging in',
      toast: {
        success: welcomeBack,
        // The form shows how many tries are left.
        failure: (error: ApiError) => (triesLeftOf(error) ? null : authToasts.loginFailed),
      },
    },
  });
}

/** How often a code can still be tried; null if the error has nothing to do with it. */
export function triesLeftOf(error: Error): number | null {
  const parsed = error instanceof ApiError ? TriesLeft.safeParse(error.extra) : null;
  return parsed?.success ? parsed.data.triesLeft : null;
}
