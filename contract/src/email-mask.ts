import { limits } from './limits.ts';

/** Masks everything after the first three characters of the local part: `ann*****@mail.com`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  if (at < 0) return email;
  const local = email.slice(0, at);
  const shown = local.slice(0, limits.emailMaskVisibleCharacters);
  return shown + '*'.repeat(local.length - shown.length) + email.slice(at);
}

/**
 * Another user's address, shown to everybody but their friends: `ann*****@mail.com`. A short local part shows only its
 * first character, and the number of asterisks is fixed, so that neither reveals the rest.
 */
export function maskEmailOfOther(email: string): string {
  const at = email.lastIndexOf('@');
  // By code points: half of a surrogate pair cannot be encoded.
  const local = Array.from(email.slice(0, Math.max(at, 0)));
  const shownCount = local.length > limits.emailMaskVisibleCharacters ? limits.emailMaskVisibleCharacters : 1;
  return `${local.slice(0, shownCount).join('')}*****${at < 0 ? '' : email.slice(at)}`;
}
