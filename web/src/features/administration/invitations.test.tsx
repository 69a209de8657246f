import { consoleToasts } from '@chat-app/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { anInvite, asAdministrator, onePage } from '../../../test/administration.ts';
import { idOf } from '../../../test/chats.ts';
import { openApp } from '../../../test/open-app.tsx';
import { refusal } from '../../../test/stand-in-server.ts';

const invites = 'GET /api/admin/invites';
const revoke = `POST /api/admin/invites/${idOf(1)}/revoke`;
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

async function openInvitations(answers: Parameters<typeof openApp>[1] = {}) {
  const app = openApp('/admin/invitations', { ...asAdministrator, [invites]: onePage(anInvite(1)), ...answers });
  await screen.findByRole('heading', { name: 'Invitations', level: 1 });
  return app;
}

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
  const question = within(await screen.findByRole('alertdialog', { name: 'Revoke the invitation of Bob?' }));
  expect(server.asked).not.toContain(revoke);
  await person.click(question.getByRole('button', { name: 'Revoke' }));
  expect(await screen.findByText('Invitation not found')).toBeDefined();
  await waitFor(() => expect(server.asked.filter((call) => call === invites)).toHaveLength(2));

  server.answer(revoke, { body: {} });
  server.answer(invites, onePage());
  await person.click(await askToRevoke());
  await person.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Revoke' }));
  expect(await screen.findByText(consoleToasts.inviteRevoked.title)).toBeDefined();
  expect(await screen.findByRole('heading', { name: 'No invitations' })).toBeDefined();
});
