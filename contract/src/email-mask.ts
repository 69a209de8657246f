import { limits } from './limits.ts';

/** Hides what stands after the first three characters before the @ sign: `ann*****@mail.com`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  if (at < 0) return email;
  const local = email.slice(0, at);
  const shown = local.slice(0, limits.emailMaskVisibleCharacters);
  return shown + '*'.repeat(local.length - shown.length) + email.slice(at);
}
