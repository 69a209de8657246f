import { describe, expect, test } from 'vitest';
import { updatePassword, updateProfile } from './account.ts';
import { authForms, resetPassword } from './auth.ts';
import { maskEmail, maskEmailOfOther } from './email-mask.ts';
import { toRequest } from './endpoint.ts';
import { newPasswordRules, NewPassword, registerPasswordRules, RegisterPassword } from './passwords.ts';
import { Email } from './primitives.ts';
import type { z } from 'zod';

const bidi = '\u202e';
const zeroWidth = '\u200b';

/** The first error message per field, as a form shows it. */
function complaints(form: z.ZodType, values: unknown): Record<string, string> {
  const parsed = form.safeParse(values);
  const said: Record<string, string> = {};
  for (const issue of parsed.error?.issues ?? []) said[String(issue.path[0])] ??= issue.message;
  return said;
}

describe('the e-mail field', () => {
  test.each([
    [undefined, 'Email is required'],
    ['', 'Email is required'],
    ['   ', 'Email is required'],
    ['ann', 'Email is not valid'],
    ['ann@', 'Email is not valid'],
    ['ann@example', 'Email is not valid'],
    ['a b@example.org', 'Email is not valid'],
    ['a@b@example.org', 'Email is not valid'],
    ['a@b.org\r\nBcc: x@y.org', 'Email is not valid'],
    ['a\0@b.org', 'Email is not valid'],
    [`a${bidi}@b.org`, 'Email is not valid'],
    ['a@b..org', 'Email is not valid'],
    [['ann@example.org'], 'Email is not valid'],
    [{ $ne: '' }, 'Email is not valid'],
    [12, 'Email is not valid'],
    [null, 'Email is not valid'],
    [`${'a'.repeat(39)}@example.org`, 'Email must be at most 50 characters'],
  ])('[AUTH-2] %j is refused with "%s"', (email, sentence) => {
    expect(complaints(authForms.forgotPassword, { email })).toEqual({ email: sentence });
  });

  test('[AUTH-2] an address is trimmed and compared without case', () => {
    expect(Email.parse('  Ann.Lee@Example.ORG ')).toBe('ann.lee@example.org');
    expect(Email.parse('ａnn@example.org')).toBe('ann@example.org');
  });

  test('[AUTH-2] fifty characters fit', () => {
    expect(Email.safeParse(`${'a'.repeat(38)}@example.org`).success).toBe(true);
  });

  test.each(['a@', '.', 'a.', '@', 'a@b.', 'a@b.c.'])(
    '[AUTH-2] half a megabyte of %j is refused without being chewed on (quadratic work would time out)',
    (piece) => {
      expect(Email.safeParse(piece.repeat(250_000)).success).toBe(false);
    },
  );
});

describe('the register form', () => {
  const good = { name: 'Ann Lee', email: 'ann@example.org', password: 'Secret1!', confirm: 'Secret1!' };

  test('[AUTH-2] a good form is accepted', () => {
    expect(complaints(authForms.register, good)).toEqual({});
  });

  test('[AUTH-2] [UI-50] every empty field has its sentence', () => {
    expect(complaints(authForms.register, { name: '', email: '', password: '', confirm: '' })).toEqual({
      name: 'Name is required',
      email: 'Email is required',
      password: 'Password is required',
      confirm: 'Confirm password is required',
    });
  });

  test.each([
    ['Al', 'Name must be at least 3 characters'],
    ['   ', 'Name is required'],
    [zeroWidth.repeat(5), 'Name is required'],
    [`A${zeroWidth}${zeroWidth}`, 'Name must be at least 3 characters'],
    ['a'.repeat(31), 'Name must be at most 30 characters'],
    ['a'.repeat(100_000), 'Name must be at most 30 characters'],
    ['Ann\ud800', 'Name is required'],
  ])('[AUTH-2] the name %j is refused with "%s"', (name, sentence) => {
    expect(complaints(authForms.register, { ...good, name })).toEqual({ name: sentence });
  });

  test.each([
    [`  Ann ${bidi} Lee  `, 'Ann Lee'],
    ['<img onerror=alert(1)>', '<img onerror=alert(1)>'],
    ['Nguyễn Thị Ánh', 'Nguyễn Thị Ánh'],
    ['محمد علي', 'محمد علي'],
  ])('[AUTH-2] the name %j is kept as %j', (name, kept) => {
    expect(authForms.register.parse({ ...good, name }).name).toBe(kept);
  });

  test.each([
    ['secret1!', 'Password is too weak'],
    ['SECRET1!', 'Password is too weak'],
    ['Secretx!', 'Password is too weak'],
    ['Secret11', 'Password is too weak'],
    ['Secr1!', 'Password is too weak'],
    ['Secret1! ', 'Password is too weak'],
    ['Secret1!#', 'Password is too weak'],
    [`Secret1!${'a'.repeat(13)}`, 'Password must be at most 20 characters'],
  ])('[AUTH-2] the password %j is refused with "%s"', (password, sentence) => {
    expect(complaints(authForms.register, { ...good, password, confirm: password })).toEqual({ password: sentence });
  });

  test('[AUTH-2] the confirmation must match, also while another field is wrong', () => {
    expect(complaints(authForms.register, { ...good, confirm: 'other' })).toEqual({
      confirm: 'Password does not match',
    });
    expect(complaints(authForms.register, { ...good, name: '', confirm: 'other' })).toEqual({
      name: 'Name is required',
      confirm: 'Password does not match',
    });
  });
});

describe('the reset form', () => {
  test.each([
    ['', 'New password is required'],
    ['Ab1!', 'Password must be at least 8 characters'],
    ['abcdefg1!', 'Password must contain at least 1 uppercase, 1 lowercase, 1 number, and 1 symbol'],
    ['ABCDEFG1!', 'Password must contain at least 1 uppercase, 1 lowercase, 1 number, and 1 symbol'],
    ['Abcdefgh!', 'Password must contain at least 1 uppercase, 1 lowercase, 1 number, and 1 symbol'],
    ['Abcdefgh1', 'Password must contain at least 1 uppercase, 1 lowercase, 1 number, and 1 symbol'],
    [`Aa1!${'x'.repeat(97)}`, 'Password must be at most 100 characters'],
  ])('[AUTH-14] the new password %j is refused with "%s"', (newPassword, sentence) => {
    expect(complaints(authForms.resetPassword, { newPassword, confirm: newPassword })).toMatchObject({
      newPassword: sentence,
    });
  });

  test('[AUTH-14] the confirmation is required and must match', () => {
    const newPassword = 'Abcdefg1#';
    expect(complaints(authForms.resetPassword, { newPassword, confirm: '' })).toEqual({
      confirm: 'Please confirm your password',
    });
    expect(complaints(authForms.resetPassword, { newPassword, confirm: 'Abcdefg1' })).toEqual({
      confirm: 'Passwords do not match',
    });
    expect(complaints(authForms.resetPassword, { newPassword, confirm: newPassword })).toEqual({});
  });

  test('[AUTH-14] a hundred characters fit, on reset, on login and in the account dialog', () => {
    const longest = `Aa1!${'x'.repeat(96)}`;
    expect(resetPassword.input.safeParse({ token: 't', newPassword: longest }).success).toBe(true);
    expect(authForms.login.safeParse({ email: 'a@b.org', password: longest }).success).toBe(true);
    expect(updatePassword.input.safeParse({ oldPassword: longest, newPassword: longest }).success).toBe(true);
  });
});

test('[AUTH-15] a profile name may be shorter than on the register form, but never invisible', () => {
  expect(updateProfile.input.safeParse({ name: 'Li' }).success).toBe(true);
  expect(complaints(updateProfile.input, { name: zeroWidth })).toEqual({ name: 'Name is required' });
});

test.each([
  ['ann.lee@example.org', 'ann****@example.org'],
  ['an@example.org', 'an@example.org'],
  ['nobody', 'nobody'],
])('[UI-1] %s is shown as %s', (email, masked) => {
  expect(maskEmail(email)).toBe(masked);
});

test.each([
  ['ann.lee@example.org', 'ann*****@example.org'],
  ['anna@example.org', 'ann*****@example.org'],
  ['ann@example.org', 'a*****@example.org'],
  ['an@example.org', 'a*****@example.org'],
  ['a@example.org', 'a*****@example.org'],
  ['𝒜nn@example.org', '𝒜*****@example.org'],
  ['nobody', '*****'],
])("[SEC-200] another person's address %s is shown as %s", (email, masked) => {
  expect(maskEmailOfOther(email)).toBe(masked);
});

test('[SEC-7] ids in paths are encoded, so no id can climb to another endpoint', () => {
  const target = { ...resetPassword, method: 'GET', path: '/api/chats/get/{token}' } as const;
  expect(toRequest(target, { token: '../../auth/logout?x', newPassword: 'a b' })).toEqual({
    method: 'GET',
    url: '/api/chats/get/..%2F..%2Fauth%2Flogout%3Fx?newPassword=a+b',
    body: null,
  });
});

describe('[AUTH-221] the listed rules of a password', () => {
  const passwords = [
    'Secret1!',
    'secret1!',
    'SECRET1!',
    'Secret!!',
    'Secret11',
    'Se1!',
    'Secret1#',
    'Secret 1!',
    'Sécret1!',
  ];

  test('are all met exactly when the form accepts it', () => {
    for (const [rules, field] of [
      [registerPasswordRules, RegisterPassword],
      [newPasswordRules, NewPassword],
    ] as const) {
      const meeting = passwords.filter((password) => rules.every(({ isMet }) => isMet(password)));
      expect(meeting).toEqual(passwords.filter((password) => field.safeParse(password).success));
    }
  });

  test('are none met by an empty field', () => {
    expect([...registerPasswordRules, ...newPasswordRules].filter(({ isMet }) => isMet(''))).toEqual([]);
  });
});
