import { createInvite, getInvites } from '@chat-app/contract';
import type { Page } from '@playwright/test';
import { band, button, type Screen } from './screens.ts';

/** A part of the console, which Mara may open: she signed up first. */
const part = (name: string, path: string, act?: (page: Page) => Promise<unknown>): Screen => ({
  name,
  show: async (demo, look) => {
    const page = await demo.open('mara', path, look);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByText('Loading', { exact: false }).waitFor({ state: 'detached' });
    await act?.(page);
    return [page];
  },
});

const more = (page: Page) => button(page, 'More about Priya Subramaniam').click();

export const consoleScreens: readonly Screen[] = [
  part('console-overview', '/admin'),
  part('console-overview-month', '/admin', async (page) => {
    await page.getByText('30 days', { exact: true }).click();
    await page.getByText('Messages a day').first().waitFor();
  }),
  part('console-people', '/admin/people'),
  part('console-people-menu', '/admin/people', async (page) => {
    await more(page);
    await page.getByRole('menu').waitFor();
  }),
  part('console-account', '/admin/people', async (page) => {
    await button(page, /priya@example.com/).click();
    await page.getByRole('dialog').waitFor();
  }),
  part('console-delete-account', '/admin/people', async (page) => {
    await more(page);
    await page.getByRole('menuitem', { name: 'Delete account' }).click();
    await page.getByRole('dialog').waitFor();
  }),
  part('console-reports', '/admin/reports'),
  {
    name: 'console-invitations',
    show: async (demo, look) => {
      const noa = await demo.clientOf('noa');
      const { data } = await noa.call(getInvites, {});
      if (data.length === 0) {
        const expiresAt = new Date(Date.now() + 7 * 24 * 60 * 60_000).toISOString();
        await noa.call(createInvite, { kind: 'chat', chatId: demo.chatId(band), expiresAt, maxUses: 10 });
        await noa.call(createInvite, { kind: 'friend' });
      }
      const page = await demo.open('mara', '/admin/invitations', look);
      await button(page, /^Revoke/)
        .first()
        .waitFor();
      return [page];
    },
  },
  part('console-settings', '/admin/settings', (page) =>
    page.getByLabel('Text', { exact: true }).fill('The server is restarted tonight at 22:00. Calls end for a minute.'),
  ),
  part('console-audit', '/admin/audit'),
];
