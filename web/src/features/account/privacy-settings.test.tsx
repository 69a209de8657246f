import { accountToasts } from '@chat-app/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openApp } from '../../../test/open-app.tsx';
import { me, refusal } from '../../../test/stand-in-server.ts';

const update = 'PUT /api/auth/update/privacy';

async function openPrivacy(answers: Parameters<typeof openApp>[1] = {}) {
  const { server, person } = openApp('/', { 'GET /api/auth': { body: { user: me } }, ...answers });
  await person.click(await screen.findByRole('button', { name: 'Menu' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Account Settings' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Account Settings' }));
  await person.click(dialog.getByRole('tab', { name: 'Privacy' }));
  return { server, person, dialog };
}

const isOn = (name: string) => screen.getByRole('switch', { name }).getAttribute('aria-checked');

test.each([
  ['Read receipts', { sendsReceipts: false }],
  ['Online status', { sharesPresence: false }],
  ['Findable in search', { isFindable: false }],
  ['Mentions in muted chats', { mentionsBreakMute: false }],
])('[AUTH-303] the switch %j applies at once and sends only its setting', async (name, change) => {
  const { server, person, dialog } = await openPrivacy({ [update]: { body: { user: { ...me, ...change } } } });
  expect(isOn(name)).toBe('true');
  await person.click(dialog.getByRole('switch', { name }));
  expect(isOn(name)).toBe('false');
  await waitFor(() => expect(server.bodyOf(update)).toEqual(change));
});

test('[AUTH-303] a switch returns when the server refuses, and says so', async () => {
  const { person, dialog } = await openPrivacy({ [update]: refusal(503, 'unavailable', '') });
  await person.click(dialog.getByRole('switch', { name: 'Online status' }));
  expect(await screen.findByText(accountToasts.privacyFailed.title)).toBeDefined();
  await waitFor(() => expect(isOn('Online status')).toBe('true'));
});
