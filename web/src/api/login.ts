import { authToasts, login, loginDoneToast } from '@chat-app/contract';
import type { InputOf, OutputOf, ToastText } from '@chat-app/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../lib/api-error.ts';
import { loginCooldown, waitAsAsked } from '../state/cooldowns.ts';
import { callWithRetry } from './call-with-retry.ts';
import { setSignedIn } from './session.ts';

export const welcomeBack = ({ user }: OutputOf<typeof login>) => loginDoneToast(user.name);

export function useLogin() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: InputOf<typeof login>) => callWithRetry(login, input),
    onSuccess: ({ user }) => setSignedIn(client, user),
    onError: (error, { email }) => {
      if (error instanceof ApiError && error.code === 'rate_limited') waitAsAsked(loginCooldown(email), error);
    },
    meta: { overlay: 'Logging in', toast: { success: welcomeBack, failure: unlessAsked(authToasts.loginFailed) } },
  });
}

/** The ticket for the second step, if the first one was right and the account has a second one. */
export function ticketOf(error: Error): string | null {
  if (!(error instanceof ApiError) || error.code !== 'second_factor_required') return null;
  return String(error.extra['ticket']);
}

/** The toast for a failed login. None if the user is asked for the second step. */
export const unlessAsked = (text: ToastText) => (error: ApiError) => (ticketOf(error) === null ? text : null);
