import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';

/** 256 random bits, safe in URLs, cookies and file names. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Like `newToken`, and the same one again for the same two. Nobody finds it who knows only one of them. */
export function deriveToken(salt: Buffer, secret: string): string {
  return createHmac('sha256', salt).update(secret).digest('base64url');
}

/** The stored form of a token: a leaked database contains nothing that opens a session or a reset link. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/** Compares in constant time, so that the duration does not reveal how much matched. */
export function areEqualTokens(a: string, b: string): boolean {
  return timingSafeEqual(hashToken(a), hashToken(b));
}
