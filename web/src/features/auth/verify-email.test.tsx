import { authToasts, hostSettingsTexts, inputTexts } from '@chat-app/contract';
import { render, screen, waitFor } from '@testing-library/react';
import { StrictMode } from 'react';
import { expect, test, vi } from 'vitest';
import { openApp } from '../../../test/open-app.tsx';
import { refusal, startStandInServer, unverified } from '../../../test/stand-in-server.ts';
import { App } from '../../app/app.tsx';

const verify = 'POST /api/auth/verify-email?token=the-token';

test('[AUTH-39] a visitor who follows the link is verified at once and can log in', async () => {
  const { person } = openApp('/verify-email?token=the-token', { [verify]: { body: {} } });
  expect(await screen.findByRole('heading', { name: 'Email verified' })).toBeDefined();
  expect(window.location.search).toBe('');
  await person.click(screen.getByRole('link', { name: 'Log in' }));
  expect(await screen.findByRole('heading', { name: 'Log in' })).toBeDefined();
});

test('[AUTH-39] a signed-in user reloads the app once verified, and the token is sent once', async () => {
  const restart = vi.spyOn(window.location, 'replace').mockImplementation(() => {});
  window.history.replaceState(null, '', '/verify-email?token=the-token');
  const server = startStandInServer({ ...unverified, [verify]: { body: {} } });
  render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
  await waitFor(() => expect(restart).toHaveBeenCalledWith('/'));
  expect(server.timesAsked(verify)).toBe(1);
});

test.each([
  ['that was used or has expired', '?token=the-token', authToasts.verifyFailed],
  ['without a token', '', authToasts.verifyTokenMissing],
])('[AUTH-39] a link %s shows an error and leads to the root path', async (_, query, toast) => {
  const refused = refusal(400, 'invalid_input', inputTexts.verificationInvalid);
  openApp(`/verify-email${query}`, { ...unverified, [verify]: refused });
  expect(await screen.findByText(toast.message)).toBeDefined();
  expect(await screen.findByRole('heading', { name: 'Your account is not verified' })).toBeDefined();
  expect(window.location.pathname).toBe('/');
});

test.each([
  ['a visitor', {}, 'Log in', 'Log in'],
  ['a user', unverified, 'Continue', 'Your account is not verified'],
])('[REG-12] %s whose account has lost its invitation learns what to do', async (_, session, button, heading) => {
  const { person } = openApp('/verify-email?token=the-token', {
    ...session,
    [verify]: refusal(403, 'registration_closed', hostSettingsTexts.invitationLost),
  });
  expect(await screen.findByRole('heading', { name: 'You cannot be let in yet' })).toBeDefined();
  expect(screen.getByText(hostSettingsTexts.invitationLost)).toBeDefined();
  await person.click(screen.getByRole('link', { name: button }));
  expect(await screen.findByRole('heading', { name: heading })).toBeDefined();
});

test('[AUTH-39] verification can be retried after a network failure', async () => {
  const { server, person } = openApp('/verify-email?token=the-token', { [verify]: 'network down' });
  expect(await screen.findByRole('heading', { name: 'Your email is not verified yet' })).toBeDefined();
  server.answer(verify, { body: {} });
  await person.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('heading', { name: 'Email verified' })).toBeDefined();
});
