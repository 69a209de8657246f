import { accountToasts } from '@chat-app/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerQuestion, type Answers, openAccount, textsOf } from '../../../test/screens.ts';
import { refusal } from '../../../test/stand-in-server.ts';

const list = 'GET /api/auth/sessions';
const idOf = (number: number) => `01890a5d-ac96-774b-bcce-b3020999${String(number).padStart(4, '0')}`;
const aSession = (number: number, isCurrent: boolean, device: string | null) => ({
  _id: idOf(number),
  device,
  network: device === null ? null : '203.0.113.x',
  createdAt: '2026-11-01T08:00:00.000Z',
  lastUsedAt: '2026-11-01T09:30:00.000Z',
  isCurrent,
});
const sessions = [
  aSession(1, true, 'Firefox on Windows'),
  aSession(2, false, 'Chrome on Android'),
  aSession(3, false, null),
];

const openDevices = (answers: Answers = {}) =>
  openAccount({ [list]: { body: { data: sessions } }, ...answers }, 'Devices');
const rows = () => textsOf(within(screen.getByRole('list', { name: 'Your devices' })).getAllByRole('listitem'));

test('[AUTH-310] [AUTH-311] the devices are listed, this one first, and one of them is signed out, after a failure again', async () => {
  const revoke = `DELETE /api/auth/sessions/${idOf(2)}`;
  const { server, person, dialog } = await openDevices();
  await dialog.findByText('Firefox on Windows');
  expect(rows()).toEqual([
    'Firefox on WindowsThis device · 203.0.113.x',
    expect.stringMatching(/^Chrome on AndroidActive .+ · 203\.0\.113\.xSign out$/),
    expect.stringMatching(/^Unknown deviceActive [^·]+Sign out$/),
  ]);
  server.answer(revoke, refusal(404, 'not_found', 'Session not found'));
  await person.click(dialog.getByRole('button', { name: 'Sign out Chrome on Android' }));
  await screen.findByText(accountToasts.signOutFailed.title);
  await waitFor(() => expect(server.timesAsked(list)).toBe(2));
  server.answer(revoke, { body: {} });
  await person.click(await dialog.findByRole('button', { name: 'Sign out Chrome on Android' }));
  await waitFor(() => expect(rows()).toHaveLength(2));
  expect(server.asked).toContain(revoke);
  await screen.findByText(accountToasts.deviceSignedOut.title);
});

test('[AUTH-311] all others are signed out after a question', async () => {
  const revokeAll = 'POST /api/auth/sessions/revoke-others';
  const { server, person, dialog } = await openDevices({ [revokeAll]: { body: {} } });
  await person.click(await dialog.findByRole('button', { name: 'Sign out all other devices' }));
  await answerQuestion(person, 'Sign out');
  await dialog.findByText('You are signed in on this device only.');
  expect(server.asked).toContain(revokeAll);
});
