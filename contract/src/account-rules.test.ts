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
  const issues = parsed.error?.issues.toReversed() ?? [];
  return Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message]));
}

/** The values of a field about which the form says something else than this alone, with what it says. */
function otherwise(form: z.ZodType, field: string, sentence: string, inputs: readonly object[]) {
  const said = inputs.map((input) => ({ input, complaints: complaints(form, input) }));
  return said.filter((row) => JSON.stringify(row.complaints) !== JSON.stringify({ [field]: sentence }));
}

const { forgotPassword, login, register } = authForms;

describe('[AUTH-2] an e-mail address', () => {
  const wrong = ['ann', 'ann@', 'ann@example', 'a b@example.org', 'a@b@example.org', 'a@b..org', 'a\0@b.org'];
  const hostile = ['a@b.org\r\nBcc: x@y.org', `a${bidi}@b.org`, ['ann@example.org'], { $ne: '' }, 12, null];

  test.each([
    ['Email is required', [undefined, '', '   ']],
    ['Email is not valid', [...wrong, ...hostile]],
    ['Email must be at most 50 characters', [`${'a'.repeat(39)}@example.org`]],
  ])('is refused with "%s"', (sentence, emails) => {
    const inputs = emails.map((email) => ({ email }));
    expect(otherwise(forgotPassword, 'email', sentence, inputs)).toEqual([]);
  });

  test('is trimmed and compared without case, and may have fifty characters', () => {
    expect(Email.parse('  Ann.Lee@Example.ORG ')).toBe('ann.lee@example.org');
    expect(Email.parse('ａnn@example.org')).toBe('ann@example.org');
    expect(Email.safeParse(`${'a'.repeat(38)}@example.org`).success).toBe(true);
  });

  // No timing needed: quadratic work would exceed the test timeout.
  test('of half a megabyte is refused in linear time', () => {
    const pieces = ['a@', '.', 'a.', '@', 'a@b.', 'a@b.c.'];
    expect(pieces.filter((piece) => Email.safeParse(piece.repeat(250_000)).success)).toEqual([]);
  });
});

test('[AUTH-25] nobody is called like a deleted account, nor so that it looks the same', () => {
  const alike = [
    'Deleted account',
    'ＤＥＬＥＴＥＤ\u3000ＡＣＣＯＵＮＴ',
    'Dеlеtеd ассоunt',
    'De1eted acc0unt',
    'DeIeted account',
    'Délétéd_account',
    'DELETED ACCOUΝT',
    'đᴇłeted accøunt',
    'deletedaccount',
  ];
  const sentence = 'This name is reserved. Please choose another';
  const inputs = alike.map((name) => ({ name }));
  expect(otherwise(updateProfile.input, 'name', sentence, inputs)).toEqual([]);
  const others = ['Deleted accounts', 'Account', 'Ali', 'Ил'];
  expect(others.filter((name) => !updateProfile.input.safeParse({ name }).success)).toEqual([]);
});

describe('[AUTH-2] the register form', () => {
  const good = { name: 'Ann Lee', email: 'ann@example.org', password: 'Secret1!', confirm: 'Secret1!' };

  test('[UI-50] says of every empty field that it is required, and accepts good ones', () => {
    expect(complaints(register, { name: '', email: '', password: '', confirm: '' })).toEqual({
      name: 'Name is required',
      email: 'Email is required',
      password: 'Password is required',
      confirm: 'Confirm password is required',
    });
    expect(complaints(register, good)).toEqual({});
  });

  test.each([
    ['Name is required', ['   ', zeroWidth.repeat(5), 'Ann\ud800']],
    ['Name must be at least 3 characters', ['Al', `A${zeroWidth}${zeroWidth}`]],
    ['Name must be at most 30 characters', ['a'.repeat(31), 'a'.repeat(100_000)]],
  ])('refuses names with "%s"', (sentence, names) => {
    const inputs = names.map((name) => ({ ...good, name }));
    expect(otherwise(register, 'name', sentence, inputs)).toEqual([]);
  });

  test('keeps names of all scripts, without what is invisible', () => {
    const names = [`  Ann ${bidi} Lee  `, '<img onerror=alert(1)>', 'Nguyễn Thị Ánh', 'محمد علي'];
    const kept = names.map((name) => register.parse({ ...good, name }).name);
    expect(kept).toEqual(['Ann Lee', ...names.slice(1)]);
  });

  const weak = ['secret1!', 'SECRET1!', 'Secretx!', 'Secret11', 'Secr1!', 'Secret1! ', 'Secret1!#'];
  test.each([
    ['Password is too weak', weak],
    ['Password must be at most 20 characters', [`Secret1!${'a'.repeat(13)}`]],
  ])('refuses passwords with "%s"', (sentence, passwords) => {
    const inputs = passwords.map((password) => ({ ...good, password, confirm: password }));
    expect(otherwise(register, 'password', sentence, inputs)).toEqual([]);
  });

  test('asks for the same confirmation, also while another field is wrong', () => {
    expect(complaints(register, { ...good, name: '', confirm: 'other' })).toEqual({
      name: 'Name is required',
      confirm: 'Password does not match',
    });
  });
});

describe('[AUTH-14] a new password', () => {
  const composition = 'Password must contain at least 1 uppercase, 1 lowercase, 1 number, and 1 symbol';

  test.each([
    ['New password is required', ['']],
    ['Password must be at least 8 characters', ['Ab1!']],
    [composition, ['abcdefg1!', 'ABCDEFG1!', 'Abcdefgh!', 'Abcdefgh1']],
    ['Password must be at most 100 characters', [`Aa1!${'x'.repeat(97)}`]],
  ])('is refused with "%s"', (sentence, passwords) => {
    const said = passwords.map((newPassword) => complaints(authForms.resetPassword, { newPassword, confirm: 'x' }));
    expect(said.filter(({ newPassword }) => newPassword !== sentence)).toEqual([]);
  });

  test('must be confirmed, and may have a hundred characters on reset, on login and in the account dialog', () => {
    const newPassword = `Aa1!${'x'.repeat(96)}`;
    const confirmed = ['', 'Abcdefg1', newPassword].map(
      (confirm) => complaints(authForms.resetPassword, { newPassword, confirm }).confirm,
    );
    expect(confirmed).toEqual(['Please confirm your password', 'Passwords do not match', undefined]);
    expect(complaints(resetPassword.input, { token: 't', newPassword })).toEqual({});
    expect(complaints(login, { email: 'a@b.org', password: newPassword })).toEqual({});
    expect(complaints(updatePassword.input, { oldPassword: newPassword, newPassword })).toEqual({});
  });
});

test('[AUTH-15] a profile name may be shorter than on the register form, but never invisible', () => {
  expect(updateProfile.input.safeParse({ name: 'Li' }).success).toBe(true);
  expect(complaints(updateProfile.input, { name: zeroWidth })).toEqual({ name: 'Name is required' });
});

test("[UI-1] [SEC-200] the middle of an address is masked, and more of another person's", () => {
  const rows = [
    ['ann.lee@example.org', 'ann****@example.org', 'ann*****@example.org'],
    ['anna@example.org', 'ann*@example.org', 'ann*****@example.org'],
    ['ann@example.org', 'ann@example.org', 'a*****@example.org'],
    ['an@example.org', 'an@example.org', 'a*****@example.org'],
    ['nobody', 'nobody', '*****'],
  ];
  expect(rows.map(([email = '']) => [email, maskEmail(email), maskEmailOfOther(email)])).toEqual(rows);
  expect(maskEmailOfOther('𝒜nn@example.org')).toBe('𝒜*****@example.org');
});

test('[SEC-7] ids in paths are encoded, so no id can climb to another endpoint', () => {
  const target = { ...resetPassword, method: 'GET', path: '/api/chats/get/{token}' } as const;
  expect(toRequest(target, { token: '../../auth/logout?x', newPassword: 'a b' })).toEqual({
    method: 'GET',
    url: '/api/chats/get/..%2F..%2Fauth%2Flogout%3Fx?newPassword=a+b',
    body: null,
  });
});

test('[AUTH-221] the listed rules of a password are all met exactly when the form accepts it, none by an empty one', () => {
  const weak = ['secret1!', 'SECRET1!', 'Secret!!', 'Secret11', 'Se1!'];
  const passwords = ['Secret1!', ...weak, 'Secret1#', 'Secret 1!', 'Sécret1!'];
  for (const [rules, field] of [
    [registerPasswordRules, RegisterPassword],
    [newPasswordRules, NewPassword],
  ] as const) {
    const meeting = passwords.filter((password) => rules.every(({ isMet }) => isMet(password)));
    expect(meeting).toEqual(passwords.filter((password) => field.safeParse(password).success));
    expect(rules.filter(({ isMet }) => isMet(''))).toEqual([]);
  }
});
