import { administrationTexts, consoleToasts } from '@chat-app/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { anAccount, aReport, onePage, openConsole, peopleCall } from '../../../test/administration.ts';
import { bob, idOf } from '../../../test/chats.ts';
import { answerQuestion, type Answers } from '../../../test/screens.ts';
import { refusal } from '../../../test/stand-in-server.ts';

const open = 'GET /api/admin/reports?state=open';
const closed = 'GET /api/admin/reports?state=closed';
const close = `POST /api/admin/reports/${idOf(1)}/close`;

const openReports = (answers: Answers = {}) =>
  openConsole('/admin/reports', 'Reports', { [open]: onePage(aReport(1)), ...answers });

test('[CON-9] a report shows who reported whom and why, with what was written then, and leads to the account', async () => {
  const file = { type: 'image', content: '/api/uploads/x.png', at: '2026-03-01T12:00:00.000Z' };
  const { person } = await openReports({
    [open]: onePage(aReport(1), aReport(2, { message: file, context: [], person: null })),
    [peopleCall('state=all&search=Bob')]: onePage(anAccount('Bob')),
  });
  const report = within(await screen.findByRole('article', { name: 'Report about Bob' }));
  expect(report.getByText(/^A message was reported by/).textContent).toContain('reported by Cid');
  expect(report.getByText('This is an insult')).toBeDefined();
  const [before, reported] = report.getAllByRole('listitem');
  expect(before?.textContent).toMatch(/^Cid.*I disagree$/);
  expect(reported?.textContent).toMatch(/^Bob.*ReportedYou fool$/);

  // A reported file is named, not shown, and a deleted account cannot be suspended.
  const ofDeleted = within(screen.getByRole('article', { name: 'Report about Deleted account' }));
  expect(ofDeleted.getByText('[Image]')).toBeDefined();
  expect(ofDeleted.queryByText(/uploads/)).toBeNull();
  expect(ofDeleted.queryByRole('button', { name: /^Suspend/ })).toBeNull();

  const link = screen.getByRole('link', { name: /^Reports/ });
  await waitFor(() => expect(link.textContent).toBe('Reports22 open reports'));
  await person.click(report.getByRole('link', { name: 'Show account' }));
  expect(await screen.findByRole('heading', { name: 'People', level: 1 })).toBeDefined();
  expect(await screen.findByRole('button', { name: /bob@example.com/ })).toBeDefined();
});

test('[CON-9] a dismissed report leaves the open ones and is found among the closed ones', async () => {
  const by = { _id: bob.id, name: 'Annika' };
  const report = aReport(1, { closed: { at: '2026-03-01T13:00:00.000Z', outcome: 'dismissed', by } });
  const { person, server } = await openReports({ [close]: { body: { report } }, [closed]: onePage(report) });
  const dismiss = await screen.findByRole('button', { name: 'Dismiss the report about Bob' });
  server.answer(open, onePage());
  await person.click(dismiss);
  expect(await screen.findByText(consoleToasts.reportClosed.title)).toBeDefined();
  expect(server.bodyOf(close)).toEqual({ outcome: 'dismissed' });
  expect(await screen.findByRole('heading', { name: 'No open reports' })).toBeDefined();

  await person.click(screen.getByRole('radio', { name: 'Closed' }));
  const shown = within(await screen.findByRole('article', { name: 'Report about Bob' }));
  expect(shown.getByText('Dismissed')).toBeDefined();
  expect(shown.getByText('Annika')).toBeDefined();
});

test('[CON-9] suspending from a report asks first; another outcome meanwhile is shown as a toast', async () => {
  const { person, server } = await openReports({
    [close]: refusal(403, 'forbidden', administrationTexts.closedOtherwise),
  });
  await person.click(await screen.findByRole('button', { name: 'Suspend Bob' }));
  await screen.findByRole('alertdialog', { name: 'Suspend Bob?' });
  expect(server.asked).not.toContain(close);
  await answerQuestion(person, 'Suspend');
  expect(await screen.findByText(administrationTexts.closedOtherwise)).toBeDefined();
  expect(server.bodyOf(close)).toEqual({ outcome: 'suspended' });
});
