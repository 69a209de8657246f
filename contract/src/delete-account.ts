import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { AuthenticationResponse } from './passkeys.ts';
import { GivenPassword } from './passwords.ts';
import { fieldTexts } from './texts.ts';
import { laterPlease, type ToastText } from './toast-text.ts';

export const deleteAccountToasts = {
  done: { type: 'success', title: 'Your account is deleted', message: 'Goodbye.', timeoutMs: 6000, scope: 'app' },
  failed: { type: 'error', title: 'Your account was not deleted', message: laterPlease, timeoutMs: 4000 },
} as const satisfies Record<string, ToastText>;

/** Deletes the caller's account at once and for good. Takes the password, or a passkey of the caller. */
export const deleteAccount = endpoint({
  method: 'POST',
  path: '/api/auth/delete-account',
  access: 'signed-in',
  input: z
    .object({ password: GivenPassword.optional(), passkey: AuthenticationResponse.optional() })
    .refine(({ password, passkey }) => password !== undefined || passkey !== undefined, {
      error: fieldTexts.passwordRequired,
      path: ['password'],
    }),
  output: z.object({}),
  /** The last administrator stays. */
  errors: ['forbidden'],
});
