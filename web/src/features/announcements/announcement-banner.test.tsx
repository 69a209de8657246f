import type { Announcement } from '@chat-app/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { asId } from '../../../test/as-id.ts';
import { openApp } from '../../../test/open-app.tsx';
import { passTime } from '../../../test/pass-time.ts';
import { openMain } from '../../../test/screens.ts';
import { chatServer } from '../../../test/stand-in-chat-server.ts';
import { refusal, signedIn } from '../../../test/stand-in-server.ts';

const get = 'GET /api/announcement';

const anAnnouncement = (given: Partial<Announcement> = {}): Announcement => ({
  _id: asId('01890a5d-ac96-774b-bcce-000000000001'),
  text: 'Maintenance at six',
  level: 'info',
  createdAt: '2026-03-01T10:00:00.000Z',
  expiresAt: null,
  ...given,
});
const other = anAnnouncement({ _id: asId('01890a5d-ac96-774b-bcce-000000000002'), text: 'All done' });
const shown = (announcement: Announcement | null, rev = 1) => ({ ...signedIn, [get]: { body: { announcement, rev } } });

describe('[REG-11] the banner of an announcement', () => {
  test('appears and goes live and at its end; an older event or answer changes nothing', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await openMain(shown(null, 3));
    await chatServer.emit('announcement', anAnnouncement(), 5);
    expect(await screen.findByText('Maintenance at six')).toBeDefined();
    await chatServer.emit('announcement', null, 4);
    expect(screen.getByText('Maintenance at six')).toBeDefined();
    await chatServer.emit('announcement', null, 6);
    await waitFor(() => expect(screen.queryByText('Maintenance at six')).toBeNull());

    const expiresAt = new Date(Date.now() + 60_000).toISOString();
    await chatServer.emit('announcement', { ...other, expiresAt }, 7);
    expect(await screen.findByText('All done')).toBeDefined();
    passTime(60_000);
    await waitFor(() => expect(screen.queryByText('All done')).toBeNull());
  });

  test('stays closed on this device until there is a new one', async () => {
    const { person } = await openMain(shown(anAnnouncement()));
    await person.click(await screen.findByRole('button', { name: 'Close announcement' }));
    expect(screen.queryByText('Maintenance at six')).toBeNull();
    expect(localStorage.getItem('chat-app.dismissed-announcement')).toBe(anAnnouncement()._id);
    await chatServer.emit('announcement', anAnnouncement(), 2);
    expect(screen.queryByText('Maintenance at six')).toBeNull();
    await chatServer.emit('announcement', other, 3);
    expect(await screen.findByText('All done')).toBeDefined();
  });

  test('is announced with its level, and shows addresses as links, everything else as it was written', async () => {
    const text = 'See <b>https://status.example.org/a?b=1</b>, **not** javascript:alert(1).\nhttps://a@evil.example';
    openApp('/', shown(anAnnouncement({ text, level: 'warning' })));
    const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'https://status.example.org/a?b=1' });
    expect([link.href, link.target, link.rel]).toEqual([
      'https://status.example.org/a?b=1',
      '_blank',
      'noopener noreferrer',
    ]);
    const banner = link.closest('output') as HTMLElement;
    expect(banner.textContent).toBe(`Warning: ${text}`);
    expect(within(banner).getAllByRole('link')).toHaveLength(1);
  });

  test('is left out if it cannot be loaded', async () => {
    await openMain({ [get]: refusal(404, 'not_found', 'Not found') });
    expect(screen.queryByText('Not found')).toBeNull();
  });
});
