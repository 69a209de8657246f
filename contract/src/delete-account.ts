import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { GivenPassword } from './passwords.ts';
import { laterPlease, type ToastText } from './toast-text.ts';

export const deleteAccountToasts = {
  done: { type: 'success', title: 'Your account is deleted', message: 'Goodbye.', timeoutMs: 6000, scope: 'app' },
  failed: { type: 'error', title: 'Your account was not deleted', message: laterPlease, timeoutMs: 4000 },
} as const satisfies Record<string, ToastText>;

/** Deletes the caller's account at once and for good. */
export const deleteAccount = endpoint({
  method: 'POST',
  path: '/api/auth/delete-account',
  access: 'signed-in',
  input: z.object({ password: GivenPassword }),
  output: z.object({}),
});
