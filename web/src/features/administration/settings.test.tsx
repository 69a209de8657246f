import { consoleToasts } from '@chat-app/contract';
import type { HostSettings } from '@chat-app/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openConsole } from '../../../test/administration.ts';
import { idOf } from '../../../test/chats.ts';
import type { Answers } from '../../../test/screens.ts';
import { refusal } from '../../../test/stand-in-server.ts';

const save = 'PUT /api/admin/settings';
const publish = 'PUT /api/admin/announcement';
const settings = (fields: Partial<HostSettings> = {}) => ({
  body: {
    settings: {
      registration: { value: 'open', isFixed: false },
      allowedEmailDomains: { value: [], isFixed: false },
      ...fields,
    },
  },
});
const announcement = {
  _id: idOf(7),
  text: 'Back at noon',
  level: 'info',
  createdAt: '2026-03-01T10:00:00.000Z',
  expiresAt: null,
};

const openSettings = (answers: Answers = {}) =>
  openConsole('/admin/settings', 'Registration', { 'GET /api/admin/settings': settings(), ...answers });

test('[CON-11] who can sign up is changed, what the server stored is shown, and only changes are sent', async () => {
  const { person, server } = await openSettings({
    [save]: settings({
      registration: { value: 'invite', isFixed: false },
      allowedEmailDomains: { value: ['example.org'], isFixed: false },
    }),
  });
  const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });
  const domains = screen.getByLabelText('Allowed email domains');
  expect(button().disabled).toBe(true);
  await person.click(screen.getByRole('radio', { name: 'By invitation' }));
  await person.type(domains, 'example');
  await person.click(button());
  expect(await screen.findByText('A domain looks like example.org')).toBeDefined();
  expect(server.asked).not.toContain(save);
  await person.clear(domains);
  await person.type(domains, '@Example.org, example.org');
  await person.click(button());
  expect(await screen.findByText(consoleToasts.settingsSaved.title)).toBeDefined();
  expect(server.bodyOf(save)).toEqual({ registration: 'invite', allowedEmailDomains: ['example.org'] });
  expect(screen.getByLabelText<HTMLTextAreaElement>('Allowed email domains').value).toBe('example.org');
  expect(button().disabled).toBe(true);

  await person.type(screen.getByLabelText('Allowed email domains'), ' school.example');
  await person.click(button());
  await waitFor(() => expect(server.bodyOf(save)).toEqual({ allowedEmailDomains: ['example.org', 'school.example'] }));
});

test('[CON-11] what the environment fixes is shown with the reason and not sent', async () => {
  const { person, server } = await openSettings({
    'GET /api/admin/settings': settings({ registration: { value: 'closed', isFixed: true } }),
    [save]: refusal(500, 'internal', 'Something went wrong'),
  });
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Closed' }).checked).toBe(true);
  const group = screen.getByRole<HTMLFieldSetElement>('group', { name: 'Who can create an account' });
  expect(group.disabled).toBe(true);
  expect(screen.getByText('REGISTRATION')).toBeDefined();
  await person.type(screen.getByLabelText('Allowed email domains'), 'example.org');
  await person.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(server.bodyOf(save)).toEqual({ allowedEmailDomains: ['example.org'] }));
  expect(await screen.findByText(consoleToasts.settingsFailed.title)).toBeDefined();
});

test('[CON-12] an announcement is previewed while it is written, published, and removed', async () => {
  const { person, server } = await openSettings({
    [publish]: { body: { announcement } },
    'DELETE /api/admin/announcement': { body: {} },
  });
  const field = await screen.findByLabelText('Text');
  expect(screen.queryByRole('heading', { name: 'Preview' })).toBeNull();
  await person.type(field, 'Back at noon');
  const preview = screen.getByRole('heading', { name: 'Preview' }).parentElement as HTMLElement;
  expect(within(preview).getByText('Back at noon')).toBeDefined();
  server.answer('GET /api/announcement', { body: { announcement, rev: 1 } });
  await person.click(screen.getByRole('button', { name: 'Publish' }));
  expect(await screen.findByRole('heading', { name: 'Shown now' })).toBeDefined();
  expect(server.bodyOf(publish)).toEqual({ text: 'Back at noon', level: 'info', expiresAt: null });
  expect(screen.getByLabelText<HTMLTextAreaElement>('New announcement').value).toBe('');

  server.answer('GET /api/announcement', { body: { announcement: null, rev: 2 } });
  await person.click(screen.getByRole('button', { name: 'Remove announcement' }));
  expect(await screen.findByText(consoleToasts.announcementCleared.title)).toBeDefined();
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Shown now' })).toBeNull());
});
