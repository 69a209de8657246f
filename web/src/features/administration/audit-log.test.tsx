import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { anAccount, anEntry, onePage, openConsole, peopleCall } from '../../../test/administration.ts';
import type { Answers } from '../../../test/screens.ts';

const audit = (query = '') => `GET /api/admin/audit${query}`;
const ben = anAccount('Ben', { isAdmin: true });

const openAudit = (answers: Answers = {}) =>
  openConsole('/admin/audit', 'Audit log', {
    [peopleCall('state=administrators')]: onePage(ben),
    [audit()]: onePage(anEntry(1)),
    ...answers,
  });

const rows = () =>
  within(screen.getByRole('table', { name: 'Audit log' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.querySelectorAll('td')].slice(1).map(({ textContent }) => textContent));

test('[CON-16] every act is listed with who did it and whom it concerned; unknown actions by their name', async () => {
  await openAudit({
    [audit()]: onePage(
      anEntry(1),
      anEntry(2, { actor: null, action: 'settings.change', target: null, detail: 'registration: invite' }),
      anEntry(3, { action: 'planet.move', target: null }),
    ),
  });
  await screen.findByText('Suspended an account', { selector: 'td' });
  expect(rows()).toEqual([
    ['Annika', 'Suspended an account', 'Bob'],
    ['Command line', 'Changed the settings', 'registration: invite'],
    ['Annika', 'planet.move', ''],
  ]);
});

test('[CON-16] the log is filtered by administrator, action and time, and the file has the same entries', async () => {
  const { person, server } = await openAudit({
    [audit(`?actor=${ben._id}`)]: onePage(anEntry(2)),
    [audit(`?actor=${ben._id}&action=admin.grant`)]: onePage(),
  });
  await screen.findByRole('option', { name: 'Ben' });
  await person.selectOptions(screen.getByLabelText('Administrator'), 'Ben');
  await person.selectOptions(screen.getByLabelText('Action'), 'Made administrator');
  expect(await screen.findByRole('heading', { name: 'No entries' })).toBeDefined();
  expect(screen.getByRole('link', { name: 'Download CSV' }).getAttribute('href')).toBe(
    `/api/admin/audit.csv?actor=${ben._id}&action=admin.grant`,
  );
  await person.selectOptions(screen.getByLabelText('Time'), 'Last 7 days');
  await waitFor(() => expect(server.asked.some((call) => /&action=admin\.grant&since=\d{4}-/.test(call))).toBe(true));
});
