import {
  authToasts,
  forgotPassword,
  googleLogin,
  limits,
  login,
  loginDoneToast,
  logout,
  register,
  resendVerification,
  resetPassword,
  updateEmail,
  verifyEmail,
} from '@chat-app/contract';
import type { InputOf, OutputOf, ToastText } from '@chat-app/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../lib/api-error.ts';
import { callEndpoint } from '../lib/call-endpoint.ts';
import { saveAllDraftsNow } from '../state/draft-sync.ts';
import { callWithRetry } from './call-with-retry.ts';
import { sentOnce } from './sent-once.ts';
import {
  emailCorrectionCooldown,
  loginCooldown,
  resetMailCooldown,
  startCooldown,
  verificationMailCooldown,
} from '../state/cooldowns.ts';
import { recheckSession, setSignedIn, setSignedOut, signedInUser } from './session.ts';

export const welcomeBack = ({ user }: OutputOf<typeof login>) => loginDoneToast(user.name);

export function useLogin() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: InputOf<typeof login>) => callWithRetry(login, input),
    onSuccess: ({ user }) => setSignedIn(client, user),
    onError: (error, { email }) => {
      if (error instanceof ApiError && error.code === 'rate_limited') waitAsTold(loginCooldown(email), error);
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

export function useGoogleLogin() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: InputOf<typeof googleLogin>) => callEndpoint(googleLogin, input),
    onSuccess: ({ user }) => setSignedIn(client, user),
    meta: { overlay: 'Logging in', toast: { success: welcomeBack, failure: unlessAsked(authToasts.googleFailed) } },
  });
}

export function useRegister({ onRegistered }: { onRegistered: () => void }) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: InputOf<typeof register>) => callWithRetry(register, input),
    onSuccess: async ({ user }) => {
      // Registration has already sent the first mail.
      startCooldown(verificationMailCooldown(user.email), limits.verificationResendCooldownMs);
      await setSignedIn(client, user);
      onRegistered();
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
    onError: (error, { email }) => waitAsTold(resetMailCooldown(email), error),
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
      waitAsTold(verificationMailCooldown(email), error);
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
      waitAsTold(emailCorrectionCooldown, error);
      if (error instanceof ApiError && error.code === 'already_verified') void recheckSession(client);
    },
    meta: { toast: { success: authToasts.verificationSent, failure: authToasts.verificationFailed } },
  });
}

function waitAsTold(cooldown: string, error: Error): void {
  if (error instanceof ApiError && error.retryAfterMs) startCooldown(cooldown, error.retryAfterMs);
}
