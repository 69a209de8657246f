import { answerTexts, inputTexts, authToasts, fieldTexts, limits } from '@chat-app/contract';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { openApp } from '../../../test/open-app.tsx';
import { passTime } from '../../../test/pass-time.ts';
import { refusal } from '../../../test/stand-in-server.ts';

const forgot = 'POST /api/auth/forgot-password';
const reset = 'POST /api/auth/reset-password';

beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }));

async function chooseNewPassword(person: ReturnType<typeof openApp>['person'], password = 'Changed1#') {
  await person.type(await screen.findByLabelText('New password'), password);
  await person.type(screen.getByLabelText('Confirm password'), `${password}{Enter}`);
}

test('[AUTH-37] after sending, the address is masked and a second email must wait 60 seconds', async () => {
  const { server, person } = openApp('/forgot-password', { [forgot]: { body: { message: 'ok' } } });
  await person.type(await screen.findByLabelText('Email'), 'annika@example.com{Enter}');

  expect(await screen.findByRole('heading', { name: 'Check Your Email' })).toBeDefined();
  expect(screen.getByText('ann***@example.com')).toBeDefined();
  expect(screen.getByText(/15 minutes/)).toBeDefined();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /Resend email \((60|59) s\)/ }).disabled).toBe(true);

  passTime(limits.resetResendCooldownMs);
  await person.click(screen.getByRole('button', { name: 'Resend email' }));
  expect(await screen.findByRole('button', { name: /Resend email \((60|59) s\)/ })).toBeDefined();
  expect(server.timesAsked(forgot)).toBe(2);
});

test('[AUTH-37] a request without an address, or that could not be sent, shows a toast', async () => {
  const { person } = openApp('/forgot-password', { [forgot]: 'network down' });
  await person.click(await screen.findByRole('button', { name: 'Send reset link' }));
  expect(screen.getByText(fieldTexts.emailRequired)).toBeDefined();
  expect(screen.getByText(authToasts.emailInvalid.title)).toBeDefined();
  expect(screen.getByText(authToasts.emailInvalid.message)).toBeDefined();
  await person.type(screen.getByLabelText('Email'), 'someone@example.com{Enter}');
  expect(await screen.findByText(authToasts.resetMailFailed.title)).toBeDefined();
});

test('[AUTH-38] a reset page without a token shows a toast, an invalid view and a way to a new link', async () => {
  const { person } = openApp('/reset-password');
  expect(await screen.findByRole('heading', { name: 'Invalid Reset Link' })).toBeDefined();
  expect(await screen.findByText(authToasts.resetTokenMissing.title)).toBeDefined();
  expect(screen.getByText(authToasts.resetTokenMissing.message)).toBeDefined();
  await person.click(screen.getByRole('link', { name: 'Request a new link' }));
  expect(await screen.findByRole('heading', { name: 'Forgot password' })).toBeDefined();
});

test('[AUTH-38] the token leaves the URL and is sent with the password; the login follows after 2 s', async () => {
  const { server, person } = openApp('/reset-password?token=a-token', {
    [reset]: { body: { message: answerTexts.passwordReset } },
  });
  await chooseNewPassword(person);
  expect(window.location.search).toBe('');
  expect(await screen.findByText(answerTexts.passwordReset)).toBeDefined();
  expect(server.bodyOf(reset)).toEqual({ token: 'a-token', newPassword: 'Changed1#' });

  expect(window.location.pathname).toBe('/reset-password');
  passTime(limits.resetDoneRedirectMs);
  expect(await screen.findByRole('heading', { name: 'Log in' })).toBeDefined();
  expect(window.location.pathname).toBe('/login');
});

test('[AUTH-38] an expired or invalid link leads to a new request after 3 s', async () => {
  const { person } = openApp('/reset-password?token=old', {
    [reset]: refusal(400, 'invalid_input', inputTexts.resetLinkInvalid),
  });
  await chooseNewPassword(person);
  expect(await screen.findByText(inputTexts.resetLinkInvalid)).toBeDefined();
  expect(screen.getByText(authToasts.resetFailed.title)).toBeDefined();
  passTime(limits.resetRefusedRedirectMs);
  expect(await screen.findByRole('heading', { name: 'Forgot password' })).toBeDefined();
});

test('[AUTH-38] a network that is down, or a password that the server refuses, keeps the user on the form', async () => {
  const { server, person } = openApp('/reset-password?token=good', { [reset]: 'network down' });
  for (const answer of ['network down', refusal(400, 'invalid_input', 'No', { newPassword: 'Too weak' })] as const) {
    server.answer(reset, answer);
    await chooseNewPassword(person);
    expect(await screen.findByText(authToasts.resetFailed.title)).toBeDefined();
    passTime(limits.resetRefusedRedirectMs * 2);
    expect(screen.getByRole('heading', { name: 'Reset password' })).toBeDefined();
  }
});
