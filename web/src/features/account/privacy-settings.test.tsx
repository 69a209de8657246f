import { accountToasts } from '@chat-app/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openAccount } from '../../../test/screens.ts';
import { me, refusal } from '../../../test/stand-in-server.ts';

const update = 'PUT /api/auth/update/privacy';
const settings = [
  ['Read receipts', { sendsReceipts: false }],
  ['Online status', { sharesPresence: false }],
  ['Findable in search', { isFindable: false }],
  ['Mentions in muted chats', { mentionsBreakMute: false }],
] as const;

test('[AUTH-303] each switch applies at once and sends only its setting, and returns when the server refuses', async () => {
  const { server, person, dialog } = await openAccount({ [update]: refusal(503, 'unavailable', '') }, 'Privacy');
  const isOn = (name: string) => dialog.getByRole('switch', { name }).getAttribute('aria-checked');
  await person.click(dialog.getByRole('switch', { name: 'Online status' }));
  expect(await screen.findByText(accountToasts.privacyFailed.title)).toBeDefined();
  await waitFor(() => expect(isOn('Online status')).toBe('true'));

  let user = me;
  for (const [name, change] of settings) {
    user = { ...user, ...change };
    server.answer(update, { body: { user } });
    expect(isOn(name)).toBe('true');
    await person.click(dialog.getByRole('switch', { name }));
    expect(isOn(name)).toBe('false');
    await waitFor(() => expect(server.bodyOf(update)).toEqual(change));
  }
});
