import { answerTexts, authToasts, fieldTexts, maskEmail } from '@chat-app/contract';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { openApp } from '../../../test/open-app.tsx';
import { passTime } from '../../../test/pass-time.ts';
import { signUp } from '../../../test/screens.ts';
import { configAnswer, me, refusal, unverified } from '../../../test/stand-in-server.ts';

const register = 'POST /api/auth/register';
test('[AUTH-35] an empty registration shows an error under each field and a toast', async () => {
  const { person } = openApp('/register');
  await person.click(await screen.findByRole('button', { name: 'Sign up' }));
  for (const text of ['emailRequired', 'nameRequired', 'passwordRequired', 'confirmRequired'] as const) {
    expect(screen.getByText(fieldTexts[text])).toBeDefined();
  }
  expect(screen.getByText(authToasts.formInvalid.message)).toBeDefined();
  await signUp(person, me.email, 'other');
  expect(await screen.findByText(fieldTexts.confirmDifferent)).toBeDefined();
});

test('[AUTH-35] a field error of the server is shown under that field', async () => {
  const answer = refusal(409, 'email_taken', answerTexts.emailTaken, { email: answerTexts.emailTaken });
  const { person } = openApp('/register', { [register]: answer });
  await signUp(person);
  expect(await screen.findAllByText(answerTexts.emailTaken)).toHaveLength(2);
  expect(screen.getByLabelText('Email').getAttribute('aria-invalid')).toBe('true');
});

test('[AUTH-32] [AUTH-36] after registering, the email can be resent after 30 seconds', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const newcomer = { ...me, email: 'newcomer@example.com', isVerified: false };
  const { server, person } = openApp('/register', {
    [register]: () => {
      server.answer('GET /api/auth', { body: { user: newcomer } });
      return { status: 201, body: { user: newcomer } };
    },
    'GET /api/auth/resend-v-email': { body: { message: answerTexts.verificationSent } },
  });
  await signUp(person, newcomer.email);

  expect(await screen.findByRole('heading', { name: 'Your account is not verified' })).toBeDefined();
  expect(screen.queryByRole('link', { name: 'Open the mailbox' })).toBeNull();
  expect(window.location.pathname).toBe('/');
  expect(server.bodyOf(register)).toEqual({ name: 'Annika', email: newcomer.email, password: 'Secret1!x' });
  const resend = screen.getByRole<HTMLButtonElement>('button', { name: /^Resend verification email \((30|29) s\)$/ });
  expect(resend.disabled).toBe(true);

  passTime(30_000);
  await person.click(screen.getByRole('button', { name: 'Resend verification email' }));
  expect(await screen.findByText(authToasts.verificationSent.title)).toBeDefined();
  expect(screen.getByRole('button', { name: /^Resend verification email \((30|29) s\)$/ })).toBeDefined();
});

test('[AUTH-36] a refused resend counts down the seconds given by the server', async () => {
  const { person } = openApp('/', {
    'GET /api/auth': { body: { user: { ...me, email: 'waiting@example.com', isVerified: false } } },
    'GET /api/auth/resend-v-email': {
      ...refusal(429, 'rate_limited', 'Please wait 12 seconds'),
      headers: { 'Retry-After': '12' },
    },
  });
  await person.click(await screen.findByRole('button', { name: 'Resend verification email' }));
  expect(await screen.findByText('Please wait 12 seconds')).toBeDefined();
  expect(screen.getByRole('button', { name: /\((12|11) s\)$/ })).toBeDefined();
});

test('[AUTH-221] the password rules are listed and ticked off as they are met, also next to an error', async () => {
  const { person } = openApp('/register');
  const field = await screen.findByLabelText('Password');
  const list = screen.getByRole('list', { name: 'Rules' });
  const rules = () => [...list.children].map(({ textContent }) => textContent);
  expect(field.getAttribute('aria-describedby')).toContain(list.id);
  expect(rules()).toEqual([
    'At least 8 characters, not met yet',
    'An uppercase letter, not met yet',
    'A lowercase letter, not met yet',
    'A number, not met yet',
    'One of @$!%*?&, not met yet',
    'No other characters, not met yet',
  ]);
  await person.type(field, 'Secret1{Enter}');
  expect(await screen.findByText(fieldTexts.passwordWeak)).toBeDefined();
  expect(rules().filter((rule) => rule?.endsWith('not met yet'))).toEqual([
    'At least 8 characters, not met yet',
    'One of @$!%*?&, not met yet',
  ]);
  expect(screen.getByText('Still missing: At least 8 characters, One of @$!%*?&')).toBeDefined();
  await person.type(field, '!');
  expect(screen.getByText('All rules are met')).toBeDefined();
});

test('[AUTH-222] an unverified user gets a link to the development mailbox if the server has one', async () => {
  openApp('/', { ...unverified, ...configAnswer({ devMailboxUrl: '/dev/mailbox' }) });
  const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Open the mailbox' });
  expect(link.getAttribute('href')).toBe(`/dev/mailbox?to=${encodeURIComponent(me.email)}`);
});

test('[AUTH-204] a mistyped address can be corrected while the account is not verified', async () => {
  const user = { ...me, email: 'anika@example.com', isVerified: false };
  const update = 'PUT /api/auth/update/email';
  const { server, person } = openApp('/', {
    'GET /api/auth': { body: { user } },
    [update]: refusal(409, 'email_taken', answerTexts.emailTaken, { email: answerTexts.emailTaken }),
  });
  await person.click(await screen.findByRole('button', { name: 'Wrong address?' }));
  const field = screen.getByLabelText<HTMLInputElement>('Email');
  expect(field.value).toBe(user.email);
  expect(document.activeElement).toBe(field);
  await person.click(screen.getByRole('button', { name: 'Save and send again' }));
  expect((await screen.findAllByText(answerTexts.emailTaken)).length).toBeGreaterThan(0);

  const corrected = { ...user, email: me.email };
  server.answer(update, { body: { user: corrected } });
  await person.clear(field);
  await person.type(field, me.email);
  await person.click(screen.getByRole('button', { name: 'Save and send again' }));
  expect(await screen.findByText(maskEmail(me.email))).toBeDefined();
  expect(server.bodyOf(update)).toEqual({ email: me.email });
  expect(screen.getByRole('button', { name: 'Wrong address?' })).toBeDefined();
});
