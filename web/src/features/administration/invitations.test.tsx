import { consoleToasts } from '@chat-app/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { anInvite, onePage, openConsole } from '../../../test/administration.ts';
import { idOf } from '../../../test/chats.ts';
import { answerQuestion, type Answers } from '../../../test/screens.ts';
import { refusal } from '../../../test/stand-in-server.ts';

const invites = 'GET /api/admin/invites';
const revoke = `POST /api/admin/invites/${idOf(1)}/revoke`;
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

const openInvitations = (answers: Answers = {}) =>
  openConsole('/admin/invitations', 'Invitations', { [invites]: onePage(anInvite(1)), ...answers });
const askToRevoke = () => screen.findByRole('button', { name: /^Revoke the invitation of Bob to become friends/ });

test('[CON-10] an invitation shows who created it, for which group, how often it was used and until when it works', async () => {
  const group = { kind: 'chat', chatName: 'Hikers', maxUses: 5, uses: 2, expiresAt: inDays(7) } as const;
  await openInvitations({ [invites]: onePage(anInvite(1), anInvite(2, group)) });
  const table = within(await screen.findByRole('table', { name: 'Invitations' }));
  const rows = table.getAllByRole('row').slice(1);
  const textsOf = (row: HTMLElement | undefined) => {
    const [creator, , uses, expiry] = row?.querySelectorAll('td') ?? [];
    return [creator?.querySelector('.min-w-0')?.textContent, uses?.textContent, expiry?.textContent];
  };
  expect(rows.map(textsOf)).toEqual([
    ['BobTo become friends', 'not used yet', 'never expires'],
    ['BobTo join Hikers', '2 of 5 used', 'expires in 7 days'],
  ]);
});

test('[CON-10] an invitation is revoked after a question, and the list is read again if that failed', async () => {
  const { person, server } = await openInvitations({ [revoke]: refusal(404, 'not_found', 'Invitation not found') });
  await person.click(await askToRevoke());
  await screen.findByRole('alertdialog', { name: 'Revoke the invitation of Bob?' });
  expect(server.asked).not.toContain(revoke);
  await answerQuestion(person, 'Revoke');
  expect(await screen.findByText('Invitation not found')).toBeDefined();
  await waitFor(() => expect(server.timesAsked(invites)).toBe(2));

  server.answer(revoke, { body: {} });
  server.answer(invites, onePage());
  await person.click(await askToRevoke());
  await answerQuestion(person, 'Revoke');
  expect(await screen.findByText(consoleToasts.inviteRevoked.title)).toBeDefined();
  expect(await screen.findByRole('heading', { name: 'No invitations' })).toBeDefined();
});
