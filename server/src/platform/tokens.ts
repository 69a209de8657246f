import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** 256 random bits, safe in URLs, cookies and file names. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored of a token: a leaked database holds nothing that opens a session or a reset link. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Compares without telling by its duration how much was right. */
export function areEqualTokens(a: string, b: string): boolean {
  return timingSafeEqual(hashToken(a), hashToken(b));
}
