import { authToasts, hostSettingsTexts } from '@chat-app/contract';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { openApp } from '../../../test/open-app.tsx';
import { signUp } from '../../../test/screens.ts';
import { configAnswer, me, refusal } from '../../../test/stand-in-server.ts';

const register = 'POST /api/auth/register';
const newcomer = { status: 201, body: { user: { ...me, isVerified: false } } };
const closed = configAnswer({ registration: 'closed' });
const byInvitation = configAnswer({ registration: 'invite' });

describe('[REG-8] where nobody can sign up', () => {
  test('the register screen says so, with an invitation too, and leads to the login', async () => {
    const { person } = openApp('/register?invite=abc', closed);
    expect(await screen.findByRole('heading', { name: 'Sign-up is closed' })).toBeDefined();
    expect(screen.queryByLabelText('Password')).toBeNull();
    await person.click(screen.getByRole('link', { name: 'Login' }));
    expect(await screen.findByText('Sign-up is closed on this server.')).toBeDefined();
    expect(screen.queryByRole('link', { name: 'Register' })).toBeNull();
  });

  test('the page of an invitation says so and leads to the login', async () => {
    const token = 'T'.repeat(43);
    const invite = { kind: 'friend', name: 'Ann', invitedBy: 'Ann', avatar: `/api/invites/avatar/${token}` };
    const { person } = openApp(`/invite/${token}`, {
      ...closed,
      [`GET /api/invites/open/${token}`]: { body: { invite } },
    });
    expect(await screen.findByText(/Sign-up is closed on this server/)).toBeDefined();
    expect(screen.queryByRole('link', { name: 'Sign up' })).toBeNull();
    await person.click(screen.getByRole('link', { name: 'Log in' }));
    expect(await screen.findByLabelText('Password')).toBeDefined();
  });

  test('a page that was loaded before learns it with the refusal', async () => {
    const { server, person } = openApp('/register');
    server.answer(register, refusal(403, 'registration_closed', hostSettingsTexts.registrationClosed));
    await screen.findByLabelText('Name');
    server.answer('GET /api/config', closed['GET /api/config']);
    await signUp(person);
    expect(await screen.findByRole('heading', { name: 'Sign-up is closed' })).toBeDefined();
    expect(screen.getByText(authToasts.registerFailed.title)).toBeDefined();
  });
});

describe('[REG-8] where an invitation is needed', () => {
  test('the register screen and the login screen say so', async () => {
    const { person } = openApp('/register', byInvitation);
    expect(await screen.findByRole('heading', { name: 'You need an invitation' })).toBeDefined();
    expect(screen.queryByLabelText('Password')).toBeNull();
    await person.click(screen.getByRole('link', { name: 'Login' }));
    expect(await screen.findByText('You need an invitation to create an account.')).toBeDefined();
    expect(screen.queryByRole('link', { name: 'Register' })).toBeNull();
  });

  test('an invitation opens the form, which sends it', async () => {
    const { server, person } = openApp('/register?invite=abc', byInvitation);
    server.answer(register, newcomer);
    await signUp(person);
    await waitFor(() => expect(server.asked).toContain(register));
    expect(server.bodyOf(register)).toMatchObject({ email: 'annika@example.com', invite: 'abc' });
  });
});

const hint = 'The address must end with @school.example or @example.org';

test('[REG-8] allowed domains are shown under the address, checked before anything is sent, and accepted in capital letters', async () => {
  const { server, person } = openApp(
    '/register',
    configAnswer({ allowedEmailDomains: ['school.example', 'example.org'] }),
  );
  const field = await screen.findByLabelText<HTMLInputElement>('Email');
  await waitFor(() => expect(field.placeholder).toBe('you@school.example'));
  const description = () => document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent;
  expect(description()).toBe(hint);
  await person.type(field, 'annika@example.com{Enter}');
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
  expect(screen.getByText(hint)).toBeDefined();
  expect(screen.getByLabelText('Name').getAttribute('aria-invalid')).toBe('true');
  expect(server.asked).not.toContain(register);

  server.answer(register, newcomer);
  await person.clear(field);
  await signUp(person, 'Annika@School.Example');
  await waitFor(() => expect(server.asked).toContain(register));
  expect(server.bodyOf(register)).toMatchObject({ email: 'annika@school.example' });
});
