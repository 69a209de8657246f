import { expect, test } from 'vitest';
import { describeSecret, newTotpSecret, stepOf } from './totp.ts';

/** RFC 6238, appendix B: the seed of the SHA-1 vectors, and the last six of their eight digits. */
const seed = Buffer.from('12345678901234567890');

test('[AUTH-320] the codes are those of RFC 6238', () => {
  const codes = {
    59: '287082',
    1_111_111_109: '081804',
    1_111_111_111: '050471',
    1_234_567_890: '005924',
    2_000_000_000: '279037',
    20_000_000_000: '353130',
  };
  const wrong = Object.entries(codes).filter(
    ([second, code]) =>
      stepOf(code, { secret: seed, nowMs: Number(second) * 1000 }) !== Math.floor(Number(second) / 30),
  );
  expect(wrong).toEqual([]);
});

test('[AUTH-320] a clock may be one step off, and no more', () => {
  const at = 1_111_111_111_000;
  const step = Math.floor(at / 30_000);
  const found = [-2, -1, 0, 1, 2].map((steps) => stepOf('050471', { secret: seed, nowMs: at + steps * 30_000 }));
  expect(found).toEqual([null, step, step, step, null]);
});

test('[AUTH-320] the secret is random, and the address for a QR code names the app and the account', () => {
  const [one, other] = [newTotpSecret(), newTotpSecret()];
  expect([one.length, one.equals(other)]).toEqual([20, false]);
  const { secret, url } = describeSecret(seed, { title: 'Chat App', email: 'ann@example.org' });
  expect(secret).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
  const { protocol, pathname, searchParams } = new URL(url);
  expect([protocol, decodeURIComponent(pathname)]).toEqual(['otpauth:', expect.stringContaining('ann@example.org')]);
  expect(Object.fromEntries(searchParams)).toMatchObject({ issuer: 'Chat App', secret, digits: '6', period: '30' });
});
