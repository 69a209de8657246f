import { randomBytes } from 'node:crypto';
import { hashToken } from '../../platform/tokens.ts';

const count = 10;
/** Without letters and digits that look alike. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
/** 79 bits: nobody guesses them, so they need no limit that could lock their owner out. */
const length = 16;

/** Such as `k3mz-9qpa-x7ht-b2vd`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: count }, () => groupsOfFour(Array.from(randomBytes(length), letterOf).join('')));
}

/** However it was typed. */
export const hashRecoveryCode = (code: string): Buffer => hashToken(code.toLowerCase().replace(/[^a-z\d]/g, ''));

const letterOf = (byte: number) => alphabet[byte % alphabet.length];
const groupsOfFour = (text: string) => text.replace(/(?<=^(?:.{4})+)(?=.)/g, '-');
