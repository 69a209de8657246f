import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { GivenPassword } from './passwords.ts';
import { Email } from './primitives.ts';
import { laterPlease } from './toast-text.ts';

/** Here, because the login screen would load it with the other texts. */
export const emailChangeTexts = {
  linkInvalid: 'This link is invalid, expired, or was used before',
  sameEmail: 'This is your address already',
} as const;

export const emailChangeToasts = {
  requested: (email: string) => ({
    type: 'success' as const,
    title: 'Check your mail',
    message: `We sent a link to ${email}. Your address changes when you open it.`,
    timeoutMs: 8000,
  }),
  failed: { type: 'error', title: 'Your address was not changed', message: laterPlease, timeoutMs: 4000 },
} as const;

const Nothing = z.object({});
const ofLink = z.object({
  token: z
    .string(emailChangeTexts.linkInvalid)
    .min(1, emailChangeTexts.linkInvalid)
    .max(200, emailChangeTexts.linkInvalid),
});

/** The new address counts once its link was opened; the old one can undo it for seven days. */
export const changeEmail = endpoint({
  method: 'POST',
  path: '/api/auth/change-email',
  access: 'verified',
  input: z.object({ password: GivenPassword, email: Email }),
  output: Nothing,
  errors: ['email_taken', 'forbidden', 'registration_closed'],
});

export const confirmEmailChange = endpoint({
  method: 'POST',
  path: '/api/auth/change-email/confirm',
  access: 'public',
  input: ofLink,
  output: Nothing,
  queryKeys: ['token'],
  errors: ['email_taken', 'forbidden', 'registration_closed'],
});

/** Signs out all devices. The token in the answer is that of a reset link. */
export const undoEmailChange = endpoint({
  method: 'POST',
  path: '/api/auth/change-email/undo',
  access: 'public',
  input: ofLink,
  output: z.object({ token: z.string() }),
  queryKeys: ['token'],
});
