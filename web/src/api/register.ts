import { authToasts, limits, register } from '@chat-app/contract';
import type { InputOf } from '@chat-app/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../lib/api-error.ts';
import { startCooldown, verificationMailCooldown } from '../state/cooldowns.ts';
import { rememberInvite } from '../state/pending-invite.ts';
import { callWithRetry } from './call-with-retry.ts';
import { serverConfigKey } from './server-config.ts';
import { setSignedIn } from './session.ts';

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
