import { expect, test } from 'vitest';
import { describeExpiry, describeUses } from './describe-invite.ts';

const now = Date.parse('2026-03-01T10:00:00.000Z');
const inHours = (hours: number) => new Date(now + hours * 3_600_000).toISOString();
const usable = { isUsable: true, maxUses: null, uses: 0, expiresAt: null };

test('[INV-25] a link says how long it can be used, and why not', () => {
  const rows = [
    [{}, 'never expires'],
    [{ expiresAt: inHours(0.5) }, 'expires in an hour'],
    [{ expiresAt: inHours(24) }, 'expires in 24 hours'],
    [{ expiresAt: inHours(7 * 24) }, 'expires in 7 days'],
    [{ expiresAt: inHours(-1), isUsable: false }, 'expired'],
    [{ isUsable: false, maxUses: 1, uses: 1 }, 'used up'],
    [{ isUsable: false }, 'you may not invite to this group'],
  ] as const;
  expect(rows.map(([fields]) => [fields, describeExpiry({ ...usable, ...fields }, now)])).toEqual(rows);
});

test('[INV-25] a link says how often it was used', () => {
  const texts = [0, 1, 5].map((uses) => describeUses({ uses, maxUses: null }));
  expect(texts).toEqual(['not used yet', 'used once', 'used 5 times']);
  expect(describeUses({ uses: 3, maxUses: 10 })).toBe('3 of 10 used');
});
