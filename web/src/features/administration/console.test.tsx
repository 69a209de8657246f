import { consoleToasts } from '@chat-app/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { anAccount, asAdministrator, onePage, overviewAnswers, peopleCall } from '../../../test/administration.ts';
import { chatAnswers } from '../../../test/answers.ts';
import { idOf } from '../../../test/chats.ts';
import { openApp } from '../../../test/open-app.tsx';
import { isConnected, openMain } from '../../../test/screens.ts';
import { chatServer } from '../../../test/stand-in-chat-server.ts';
import { refusal, signedIn } from '../../../test/stand-in-server.ts';

const navigation = async () => within(await screen.findByRole('navigation', { name: 'Administration' }));
const heading = (name: string) => screen.findByRole('heading', { name, level: 1 });

test('[CON-1] the menu of an administrator leads to the console, and a link back to the chats', async () => {
  const { person } = openApp('/', { ...asAdministrator, ...overviewAnswers });
  await person.click(await screen.findByRole('button', { name: 'Menu' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Administration' }));
  expect(await heading('Overview')).toBeDefined();
  expect(window.location.pathname).toBe('/admin');

  await person.click(screen.getAllByRole('link', { name: 'Back to chats' })[0] as HTMLElement);
  expect(await screen.findByRole('heading', { name: 'Welcome, Annika' })).toBeDefined();
});

test('[CON-1] somebody else sees the main screen at an address of the console', async () => {
  const { server } = openApp('/admin/people', signedIn);
  expect(await screen.findByRole('heading', { name: 'Welcome, Annika' })).toBeDefined();
  expect(server.asked.filter((call) => call.includes('/api/admin'))).toEqual([]);
});

test('[CON-2] each part has an address, a title and a heading that takes the focus; Back returns to the one before', async () => {
  const { person } = openApp('/admin/people', {
    ...asAdministrator,
    ...overviewAnswers,
    [peopleCall()]: onePage(anAccount('Bob')),
  });
  expect(await heading('People')).toBe(document.activeElement);
  expect(document.title).toBe('People · Administration · Chat App');
  const links = (await navigation()).getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Overview', '/admin'],
    ['People', '/admin/people'],
    ['Reports', '/admin/reports'],
    ['Invitations', '/admin/invitations'],
    ['Settings', '/admin/settings'],
    ['Audit log', '/admin/audit'],
  ]);
  expect(links.filter((link) => link.getAttribute('aria-current') === 'page').map((link) => link.textContent)).toEqual([
    'People',
  ]);

  await person.click((await navigation()).getByRole('link', { name: 'Reports' }));
  expect(await heading('Reports')).toBe(document.activeElement);
  window.history.back();
  expect(await heading('People')).toBe(document.activeElement);
});

test('[CON-14] without the rights, which were revoked meanwhile, the console closes', async () => {
  const { person, server } = openApp('/admin', { ...asAdministrator, ...overviewAnswers });
  await heading('Overview');
  server.answer('GET /api/auth', signedIn['GET /api/auth']);
  server.answer(peopleCall(), refusal(404, 'not_found', 'Not found'));
  await person.click((await navigation()).getByRole('link', { name: 'People' }));
  expect(await screen.findByRole('heading', { name: 'Welcome, Annika' })).toBeDefined();
});

test('[CON-14] the console closes and says so as soon as the rights are revoked, wherever one is', async () => {
  const { server } = openApp('/admin/people', { ...asAdministrator, [peopleCall()]: onePage(anAccount('Bob')) });
  await heading('People');
  await isConnected();
  server.answer('GET /api/auth', signedIn['GET /api/auth']);
  await chatServer.emit('accountChanged');
  expect(await screen.findByRole('heading', { name: 'Welcome, Annika' })).toBeDefined();
  expect(await screen.findByText(consoleToasts.rightsLost.title)).toBeDefined();
});

test('[CON-1] [CON-24] the entry of the menu appears and disappears with the rights', async () => {
  const { person, server } = await openMain();
  const isOffered = async () => {
    await person.click(await screen.findByRole('button', { name: 'Menu' }));
    await screen.findByRole('menuitem', { name: 'Friends' });
    const entry = screen.queryByRole('menuitem', { name: 'Administration' });
    await person.keyboard('{Escape}');
    return entry !== null;
  };
  expect(await isOffered()).toBe(false);
  for (const answer of [asAdministrator['GET /api/auth'], signedIn['GET /api/auth']]) {
    const asked = server.timesAsked('GET /api/auth');
    server.answer('GET /api/auth', answer);
    await chatServer.emit('accountChanged');
    await waitFor(() => expect(server.timesAsked('GET /api/auth')).toBe(asked + 1));
    await waitFor(async () => expect(await isOffered()).toBe(answer === asAdministrator['GET /api/auth']));
  }
  expect(screen.queryByText(consoleToasts.rightsLost.title)).toBeNull();
});

test('[CON-13] a part that cannot be loaded says so and offers to try again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { person, server } = openApp('/admin/people', {
    ...asAdministrator,
    [peopleCall()]: refusal(500, 'internal', 'Something went wrong'),
  });
  await waitFor(() => expect(server.asked).toContain(peopleCall()));
  await act(() => vi.advanceTimersByTimeAsync(4_000));
  expect((await screen.findByRole('alert')).textContent).toBe('The accounts could not be loaded.');
  server.answer(peopleCall(), onePage(anAccount('Bob')));
  await person.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Bob')).toBeDefined();
});

test('[CON-15] a call rings in the console as well', async () => {
  openApp('/admin', { ...chatAnswers(1), ...asAdministrator, ...overviewAnswers });
  await heading('Overview');
  await isConnected();
  await chatServer.emit('voiceCallStart', idOf(1));
  expect(await screen.findByRole('dialog', { name: 'Incoming voice call' })).toBeDefined();
});

test('[CON-2] [CON-4] [CON-13] any other address shows the overview, with numbers and charts', async () => {
  const { person } = openApp('/admin/whatever', { ...asAdministrator, ...overviewAnswers });
  const tile = async (label: string) =>
    (await screen.findByText(label, { selector: 'dt' })).parentElement?.querySelector('dd')?.textContent;
  expect(await tile('People')).toBe('1,20417 new this week, 3 suspended');
  expect(window.location.pathname).toBe('/admin');
  expect(screen.getAllByText('Administrators cannot open anybody’s chats.').length).toBeGreaterThan(0);
  expect(await tile('Online now')).toBe('86112 devices');
  expect(await tile('Messages today')).toBe('1,0291,028 yesterday');
  expect(await tile('Waiting jobs')).toBe('2Most of them: mails');
  expect(await tile('Uploads')).toContain('3.2 GB');
  expect(await tile('Database')).toBe('412 MBAnswers in 1.4 ms');
  expect(screen.getByRole('row', { name: /node-a/ }).textContent).toBe('node-aall1.2.01122 of 103 days');

  const hours = within(await screen.findByRole('table', { name: 'Messages an hour' }));
  expect(hours.getAllByRole('row')).toHaveLength(25);
  const sent = hours.getAllByRole('cell').map((cell) => cell.textContent);
  // Two samples of one hour are added up.
  expect(sent.slice(-3)).toEqual(['Not measured', '42', 'Not measured']);
  // Of people, the peak.
  const people = within(screen.getByRole('table', { name: 'People online' })).getAllByRole('cell');
  expect(people.map((cell) => cell.textContent)).toContain('9');

  await person.click(screen.getByRole('radio', { name: '30 days' }));
  const days = within(await screen.findByRole('table', { name: 'Messages a day' }));
  expect(days.getAllByRole('row')).toHaveLength(31);
  expect(days.getAllByRole('row').at(-1)?.textContent).toContain('Mar 2');
});
