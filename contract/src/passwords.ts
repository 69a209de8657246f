import type { z } from 'zod';
import { limits } from './limits.ts';
import { requiredText } from './primitives.ts';
import { fieldTexts } from './texts.ts';

const strong = /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[@$!%*?&])[A-Za-z\d@$!%*?&]{8,}$/;

/** A password typed to authenticate: no rule but a length limit, so that every password ever accepted still works. */
export const GivenPassword = requiredText(fieldTexts.passwordRequired)
  .min(1, fieldTexts.passwordRequired)
  .max(limits.resetPasswordMaxLength, fieldTexts.passwordTooLong);

/** A password chosen on the register form. */
export const RegisterPassword = requiredText(fieldTexts.passwordRequired)
  .min(1, fieldTexts.passwordRequired)
  .max(limits.registerPasswordMaxLength, fieldTexts.registerPasswordTooLong)
  .regex(strong, fieldTexts.passwordWeak);

/** A password chosen on the reset form or in the account dialog. */
export const NewPassword = requiredText(fieldTexts.newPasswordRequired)
  .min(1, fieldTexts.newPasswordRequired)
  .max(limits.resetPasswordMaxLength, fieldTexts.passwordTooLong)
  .min(limits.passwordMinLength, fieldTexts.passwordTooShort)
  .refine(meetsNewPasswordRules, fieldTexts.passwordComposition);

function meetsNewPasswordRules(password: string): boolean {
  return newPasswordRules.every(({ isMet }) => isMet(password));
}

/** One requirement of a password, as a form lists it next to the field. */
export interface PasswordRule {
  readonly label: string;
  readonly isMet: (password: string) => boolean;
}

const matches = (label: string, pattern: RegExp): PasswordRule => ({ label, isMet: (text) => pattern.test(text) });

const commonRules = [
  {
    label: `At least ${limits.passwordMinLength} characters`,
    isMet: (password: string) => password.length >= limits.passwordMinLength,
  },
  matches('An uppercase letter', /[A-Z]/),
  matches('A lowercase letter', /[a-z]/),
  matches('A number', /\d/),
];

/** The requirements of `RegisterPassword`, one by one. */
export const registerPasswordRules: readonly PasswordRule[] = [
  ...commonRules,
  matches('One of @$!%*?&', /[@$!%*?&]/),
  matches('No other characters', /^[A-Za-z\d@$!%*?&]+$/),
];

/** The requirements of `NewPassword`, one by one. */
export const newPasswordRules: readonly PasswordRule[] = [...commonRules, matches('A symbol', /[^A-Za-z\d\s]/)];

/** Adds a repeated password: required, and equal to the first one. Used by forms only; it is never sent. */
export function withConfirmation<Shape extends z.ZodRawShape>(
  form: z.ZodObject<Shape>,
  { field, missing, different }: { field: keyof Shape & string; missing: string; different: string },
) {
  return form
    .extend({ confirm: requiredText(missing).min(1, missing) })
    .refine((values) => (values as Record<string, unknown>)[field] === (values as Record<string, unknown>)['confirm'], {
      error: different,
      path: ['confirm'],
      // Checked together with the other fields, not only once they are all valid.
      when: ({ value }) =>
        typeof value === 'object' && value !== null && Boolean((value as Record<string, unknown>)['confirm']),
    });
}
