import {
  authToasts,
  forgotPassword,
  googleLogin,
  limits,
  login,
  loginDoneToast,
  logout,
  register,
  resetPassword,
} from '@chat-app/contract';
import type { InputOf, OutputOf, ToastText } from '@chat-app/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../lib/api-error.ts';
import { callEndpoint } from '../lib/call-endpoint.ts';
import { saveAllDraftsNow } from '../state/draft-sync.ts';
import { callWithRetry } from './call-with-retry.ts';
import { loginCooldown, resetMailCooldown, startCooldown, verificationMailCooldown } from '../state/cooldowns.ts';
import { serverConfigKey } from './server-config.ts';
import { inviteOfVisitor, rememberInvite } from '../state/pending-invite.ts';
import { recheckSession, setSignedIn, setSignedOut, signedInUser } from './session.ts';

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

const unlessAsked = (text: ToastText) => (error: ApiError) => (ticketOf(error) === null ? text : null);

/** The invitation that led to a new account. */
function invited(): { invite?: string } {
  const invite = inviteOfVisitor();
  return invite === null ? {} : { invite };
}

export function useGoogleLogin() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: InputOf<typeof googleLogin>) => callEndpoint(googleLogin, { ...input, ...invited() }),
    onSuccess: ({ user }) => setSignedIn(client, user),
    meta: { overlay: 'Logging in', toast: { success: welcomeBack, failure: unlessAsked(authToasts.googleFailed) } },
  });
}

export function useRegister({ onRegistered }: { onRegistered: () => void }) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: InputOf<typeof register>) => callWithRetry(register, input),
    onSuccess: async ({ user }, { invite }) => {
      // Registration has already sent the first mail.
      startCooldown(verificationMailCooldown(user.email), limits.verificationResendCooldownMs);
      if (invite !== undefined) rememberInvite(invite, user.id);
      await setSignedIn(client, user);
      onRegistered();
    },
    onError: (error) => {
      // The rules have changed since this page was loaded.
      if (error instanceof ApiError && error.code === 'registration_closed') {
        void client.invalidateQueries({ queryKey: serverConfigKey });
      }
    },
    meta: {
      overlay: 'Creating your account',
      toast: { success: authToasts.registerDone, failure: authToasts.registerFailed },
    },
  });
}

export function useLogout({ onLoggedOut }: { onLoggedOut: () => void }) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callEndpoint(logout, {}),
    onMutate: saveAllDraftsNow,
    onSuccess: async () => {
      await setSignedOut(client);
      onLoggedOut();
    },
    meta: { overlay: 'Logging out', toast: { success: authToasts.logoutDone, failure: authToasts.logoutFailed } },
  });
}

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

/** Starts the wait that the server asked for. */
export function waitAsAsked(cooldown: string, error: Error): void {
  if (error instanceof ApiError && error.retryAfterMs) startCooldown(cooldown, error.retryAfterMs);
}
