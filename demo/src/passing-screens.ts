import { loginDelayedText } from '@chat-app/contract';
import type { Page } from '@playwright/test';
import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { band, button, inside, openMenu, outside, ring, type Screen } from './screens.ts';

/** Noise does not compress, so its upload takes a while. */
const picture = () =>
  sharp(randomBytes(900 * 600 * 3), { raw: { width: 900, height: 600, channels: 3 } })
    .png()
    .toBuffer();

/** The demo server has no rate limits, so this response is faked. */
async function haveToWait(page: Page): Promise<void> {
  const json = { code: 'rate_limited', message: loginDelayedText(8) };
  await page.route('**/api/auth/login', (route) =>
    route.fulfill({ status: 429, headers: { 'retry-after': '8' }, json }),
  );
  await page.getByLabel('Email', { exact: true }).fill('mara@example.com');
  await page.getByLabel('Password', { exact: true }).fill('Wrong1!pass');
  await button(page, 'Login').click();
  await button(page, /^Try again in/).waitFor();
}

async function sendSlowly(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 100_000 };
  await devtools.send('Network.emulateNetworkConditions', slow);
  const file = { name: 'noise.png', mimeType: 'image/png', buffer: await picture() };
  await page.locator('input[type=file][accept="image/*"]').setInputFiles(file);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText(/^[1-9]\d?%$/).waitFor();
}

/** Short-lived states: menus, toasts with buttons, running uploads. */
export const passingScreens: readonly Screen[] = [
  outside('login-delayed', '/login', haveToWait),
  inside('attach-menu', band, async (page) => {
    await button(page, 'Send a file').click();
    await page.getByRole('menu').waitFor();
  }),
  inside('message-menu', band, async (page) => {
    await page.getByText('Oh, that is beautiful.').last().click({ button: 'right' });
    await page.getByRole('menu').waitFor();
  }),
  inside('upload', band, sendSlowly),
  inside('call-line', 'Lindholms', (page) => page.getByText('Voice call ended').last().scrollIntoViewIfNeeded()),
  inside('new-chat-group', null, async (page) => {
    await openMenu(page, 'New Chat');
    for (const name of ['Claire Aubertin', 'Jonas Lindholm']) {
      await page
        .getByRole('dialog')
        .getByRole('button', { name: new RegExp(`^Add ${name}`) })
        .click();
    }
    await page.getByLabel('Group name').waitFor();
  }),
  {
    name: 'toast-of-a-request',
    show: async (visits, look) => {
      const page = await visits.open('mara', `/chat/${visits.chatId(band)}`, look);
      await page.getByRole('region', { name: 'Messages' }).waitFor();
      const { user } = (await (await page.request.get('/api/auth')).json()) as { user: { id: string } };
      const stranger = await visits.openAsNewcomer({ isVerified: true }, look);
      await stranger.request.post('/api/friendships/send-request', { data: { friendId: user.id } });
      await button(page, 'Decline').waitFor();
      return [page, stranger];
    },
  },
  {
    name: 'switch-call',
    show: async (visits, look) => {
      const otherId = visits.chatId('Class 7b');
      await ring(visits, 'mara', otherId);
      const call = await visits.open('mara', `/voice-call-group/${otherId}`, look);
      await button(call, 'Hang up').waitFor();
      const page = await visits.open('mara', `/chat/${visits.chatId(band)}`, look);
      await button(page, /oice call$/).click();
      await page.getByRole('alertdialog').waitFor();
      return [page, call];
    },
  },
];
