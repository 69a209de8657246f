import { answerTexts, inputTexts, authToasts, fieldTexts, limits, loginDelayedText } from '@chat-app/contract';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { hold } from '../../../test/hold.ts';
import { openApp } from '../../../test/open-app.tsx';
import { passTime } from '../../../test/pass-time.ts';
import { configAnswer, me, refusal } from '../../../test/stand-in-server.ts';

const login = 'POST /api/auth/login';
const button = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Login' });

async function logIn(person: ReturnType<typeof openApp>['person'], email = me.email, password = 'secret') {
  await person.type(await screen.findByLabelText('Email'), email);
  await person.type(screen.getByLabelText('Password'), `${password}{Enter}`);
}

test('[AUTH-33] [UI-34] an empty login shows an error under each field and a toast; a password can be shown and hidden', async () => {
  const { server, person } = openApp('/login');
  await person.click(await button());
  const email = screen.getByLabelText<HTMLInputElement>('Email');
  const password = screen.getByLabelText<HTMLInputElement>('Password');
  expect([email.maxLength, email.autocomplete]).toEqual([limits.emailMaxLength, 'email webauthn']);
  expect([password.maxLength, password.autocomplete]).toEqual([limits.resetPasswordMaxLength, 'current-password']);
  const described = document.getElementById(email.getAttribute('aria-describedby') ?? '');
  expect(described?.textContent).toBe(fieldTexts.emailRequired);
  expect(email.getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText(fieldTexts.passwordRequired)).toBeDefined();
  expect(screen.getByText(authToasts.formInvalid.message)).toBeDefined();
  expect(server.asked).not.toContain(login);

  await person.click(screen.getByRole('button', { name: 'Show characters' }));
  expect(password.type).toBe('text');
  await person.click(screen.getByRole('button', { name: 'Hide characters' }));
  expect(password.type).toBe('password');
});

test('[AUTH-34] a login is sent once, with remember-me, and shows a welcome on the main screen', async () => {
  const { server, person } = openApp('/login', { [login]: { body: { user: me } } });
  await person.type(await screen.findByLabelText('Email'), ' Annika@Example.com ');
  await person.type(screen.getByLabelText('Password'), 'secret');
  await person.click(screen.getByLabelText('Remember me'));
  await person.dblClick(await button());

  // Check the toast first, because it is gone if the main screen loads slowly.
  expect(await screen.findByText('Welcome back, Annika')).toBeDefined();
  expect(await screen.findByRole('button', { name: 'Logout' })).toBeDefined();
  expect(server.timesAsked(login)).toBe(1);
  expect(server.bodyOf(login)).toEqual({ email: 'annika@example.com', password: 'secret', isRemember: true });
});

test('[AUTH-34] a refused login shows the server message and keeps the typed address', async () => {
  const { person } = openApp('/login', { [login]: refusal(401, 'bad_credentials', answerTexts.badCredentials) });
  await logIn(person, me.email, 'wrong');
  expect(await screen.findByText(answerTexts.badCredentials)).toBeDefined();
  expect(screen.getByText(authToasts.loginFailed.title)).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe(me.email);
  expect(screen.queryByText('Logging in…')).toBeNull();
});

test('[AUTH-202] after too many attempts the button counts down, and a password reset is offered', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const tooMany = loginDelayedText(8);
  const { person } = openApp('/login', {
    [login]: { ...refusal(429, 'rate_limited', tooMany), headers: { 'retry-after': '8' } },
  });
  await logIn(person, me.email, 'wrong');
  expect(await screen.findByText(tooMany)).toBeDefined();
  const waiting = await screen.findByRole<HTMLButtonElement>('button', { name: /^Try again in \d s$/ });
  expect(waiting.disabled).toBe(true);
  expect(screen.getByRole('link', { name: 'Forgot password?' }).getAttribute('href')).toBe('/forgot-password');

  // Another address is not blocked.
  await person.type(screen.getByLabelText('Email'), 'x');
  expect((await button()).disabled).toBe(false);
  await person.type(screen.getByLabelText('Email'), '{Backspace}');
  expect(screen.queryByRole('button', { name: 'Login' })).toBeNull();
  passTime(8000);
  expect((await button()).disabled).toBe(false);
});

const busy = {
  status: 503,
  body: { code: 'unavailable', message: 'The server is busy.', isUntouched: true },
  headers: { 'retry-after': '6' },
};

test('[AUTH-34] [AUTH-261] a login on a busy server is retried once, while the button stays busy', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { server, person } = openApp('/login', { [login]: busy });
  await logIn(person, 'crowd@example.com');
  await waitFor(() => expect(server.timesAsked(login)).toBe(1));
  server.answer(login, { body: { user: me } });
  await act(() => vi.advanceTimersByTimeAsync(2000));
  expect((await button()).disabled).toBe(true);
  expect(screen.getByText('Logging in…')).toBeDefined();
  expect(server.timesAsked(login)).toBe(1);
  await act(() => vi.advanceTimersByTimeAsync(5500));
  expect(await screen.findByText('Welcome back, Annika')).toBeDefined();
  expect(server.timesAsked(login)).toBe(2);
});

test('[AUTH-261] a second busy answer, or one with a long delay, is reported without another retry', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { server, person } = openApp('/login', { [login]: busy });
  await logIn(person, 'crowd@example.com');
  await waitFor(() => expect(server.timesAsked(login)).toBe(1));
  await act(() => vi.advanceTimersByTimeAsync(7500));
  expect(await screen.findByText('The server is busy.')).toBeDefined();
  expect([server.timesAsked(login), (await button()).disabled]).toEqual([2, false]);

  server.answer(login, { ...busy, headers: { 'retry-after': '60' } });
  await person.click(await button());
  await waitFor(() => expect(server.timesAsked(login)).toBe(3));
  await waitFor(async () => expect((await button()).disabled).toBe(false));

  // There is none either if the server may have started processing.
  const late = { ...refusal(503, 'unavailable', 'The server may be busy.'), headers: { 'retry-after': '0' } };
  server.answer(login, late);
  await person.click(await button());
  expect(await screen.findByText('The server may be busy.')).toBeDefined();
  expect(server.timesAsked(login)).toBe(4);
});

test('[AUTH-42] [AUTH-220] [UI-260] the Google button is disabled without a client id, and shows the reason once it is known', async () => {
  const { held, release } = hold();
  openApp('/login', { 'GET /api/config': () => held.then(() => configAnswer({})['GET /api/config']) });
  const google = await screen.findByRole<HTMLButtonElement>('button', { name: 'Login with Google' });
  expect([google.disabled, google.getAttribute('aria-describedby')]).toEqual([true, null]);
  release();
  const reason = await screen.findByText(inputTexts.googleNotConfigured);
  expect([google.disabled, google.getAttribute('aria-describedby')]).toEqual([true, reason.id]);
  expect(document.querySelector('script[src*="google"]')).toBeNull();
});

test('[UI-260] if the configuration failed to load, the Google button shows it and retries on click', async () => {
  const { server, person } = openApp('/login', { 'GET /api/config': refusal(404, 'not_found', 'Not found') });
  const reason = await screen.findByText('Google sign-in could not be loaded. Press to try again.');
  const google = screen.getByRole<HTMLButtonElement>('button', { name: 'Login with Google' });
  expect([google.disabled, google.getAttribute('aria-describedby')]).toEqual([false, reason.id]);
  const before = server.timesAsked('GET /api/config');
  await person.click(google);
  await waitFor(() => expect(server.timesAsked('GET /api/config')).toBe(before + 1));
});
