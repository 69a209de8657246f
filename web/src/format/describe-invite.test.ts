import { expect, test } from 'vitest';
import { describeExpiry, describeUses } from './describe-invite.ts';

const now = Date.parse('2026-03-01T10:00:00.000Z');
const inHours = (hours: number) => new Date(now + hours * 3_600_000).toISOString();
const usable = { isUsable: true, maxUses: null, uses: 0, expiresAt: null };

test('[INV-25] a link says how long it can be used, and why not', () => {
  expect([
    describeExpiry(usable, now),
    describeExpiry({ ...usable, expiresAt: inHours(0.5) }, now),
    describeExpiry({ ...usable, expiresAt: inHours(24) }, now),
    describeExpiry({ ...usable, expiresAt: inHours(7 * 24) }, now),
    describeExpiry({ ...usable, expiresAt: inHours(-1), isUsable: false }, now),
    describeExpiry({ ...usable, isUsable: false, maxUses: 1, uses: 1 }, now),
    describeExpiry({ ...usable, isUsable: false }, now),
  ]).toEqual([
    'never expires',
    'expires in an hour',
    'expires in 24 hours',
    'expires in 7 days',
    'expired',
    'used up',
    'you may not invite to this group',
  ]);
});

test('[INV-25] a link says how often it was used', () => {
  expect([0, 1, 5].map((uses) => describeUses({ uses, maxUses: null }))).toEqual([
    'not used yet',
    'used once',
    'used 5 times',
  ]);
  expect(describeUses({ uses: 3, maxUses: 10 })).toBe('3 of 10 used');
});
