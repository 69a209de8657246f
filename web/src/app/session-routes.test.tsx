import { answerTexts, authToasts } from '@chat-app/contract';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { openApp } from '../../test/open-app.tsx';
import { refusal, signedIn, unverified } from '../../test/stand-in-server.ts';

test('[AUTH-30] a visitor sees a welcome toast and the login screen on any path', async () => {
  openApp('/some/where');
  expect(await screen.findByRole('heading', { name: 'Log in' })).toBeDefined();
  expect(screen.getByText(authToasts.welcome.title)).toBeDefined();
  expect(screen.getByText(authToasts.welcome.message)).toBeDefined();
  expect(document.title).toBe('Log in · Chat App');
});

test('[AUTH-30] while the session is checked neither the login nor a blank page is shown', () => {
  openApp('/', { 'GET /api/auth': 'never' });
  expect(screen.getByText('Loading')).toBeDefined();
  expect(screen.queryByRole('heading', { name: 'Log in' })).toBeNull();
});

test('[AUTH-31] an unreachable server is reported, and Retry signs the person in', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { server, person } = openApp('/', { 'GET /api/auth': 'network down' });
  await act(() => vi.advanceTimersByTimeAsync(4_000));
  expect(await screen.findByRole('heading', { name: 'Cannot reach the server' })).toBeDefined();
  expect(screen.queryByText(authToasts.welcome.title)).toBeNull();

  server.answer('GET /api/auth', signedIn['GET /api/auth']);
  await person.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('button', { name: 'Logout' })).toBeDefined();
});

test.each([
  ['a verified', signedIn],
  ['an unverified', unverified],
])('[AUTH-325] the link of a mail opens for %s user, and the reset signs out here', async (_, answers) => {
  const { server, person } = openApp('/reset-password?token=t', {
    ...answers,
    'POST /api/auth/reset-password': { body: { message: answerTexts.passwordReset } },
  });
  await person.type(await screen.findByLabelText('New password'), 'Changed1#');
  await person.type(screen.getByLabelText('Confirm password'), 'Changed1#');
  server.answer('GET /api/auth', refusal(401, 'unauthenticated', answerTexts.signInFirst));
  await person.click(screen.getByRole('button', { name: 'Reset password' }));
  expect(await screen.findByRole('heading', { name: 'Password changed' })).toBeDefined();
  await person.click(screen.getByRole('link', { name: 'Log in now' }));
  expect(await screen.findByRole('heading', { name: 'Log in' })).toBeDefined();
});

test('[AUTH-32] [AUTH-40] [UI-32] a verified user sees the main screen on any path, with a masked address, and logs out', async () => {
  const logout = 'GET /api/auth/logout';
  const { server, person } = openApp('/verify-email?token=t', { ...signedIn, [logout]: 'network down' });
  expect(await screen.findByRole('button', { name: 'Logout' })).toBeDefined();
  expect(await screen.findByRole('heading', { name: 'Welcome, Annika' })).toBeDefined();
  expect(server.asked.filter((call) => call.startsWith('POST'))).toEqual([]);
  expect(window.location.search).toBe('');
  await person.click(await screen.findByRole('button', { name: 'Show email' }));
  expect(screen.getByText('annika@example.com')).toBeDefined();
  await person.click(screen.getByRole('button', { name: 'Hide email' }));
  expect(screen.getByText('ann***@example.com')).toBeDefined();

  await person.click(screen.getByRole('button', { name: 'Logout' }));
  expect(await screen.findByText(authToasts.logoutFailed.message)).toBeDefined();
  server.answer(logout, { body: {} });
  await person.click(screen.getByRole('button', { name: 'Logout' }));
  expect(await screen.findByRole('heading', { name: 'Log in' })).toBeDefined();
  expect(screen.getByText(authToasts.logoutDone.message)).toBeDefined();
  expect(window.location.pathname).toBe('/');
});

test('[AUTH-41] after a session was ended elsewhere, the next request shows the login and a toast', async () => {
  const { person } = openApp('/', {
    ...unverified,
    'GET /api/auth/resend-v-email': refusal(401, 'unauthenticated', 'Please login to continue'),
  });
  await person.click(await screen.findByRole('button', { name: 'Resend verification email' }));
  expect(await screen.findByRole('heading', { name: 'Log in' })).toBeDefined();
  expect(screen.getByText(authToasts.sessionEnded.title)).toBeDefined();
  expect(screen.queryByText(authToasts.verificationFailed.title)).toBeNull();
});

test('[UI-33] an error while rendering shows the error screen', async () => {
  // React logs caught errors to the console.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const matchMedia = window.matchMedia.bind(window);
  vi.stubGlobal('matchMedia', (query: string) => {
    if (query.startsWith('(min-width')) throw new Error('broken');
    return matchMedia(query);
  });
  openApp('/', signedIn);
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeDefined());
});
