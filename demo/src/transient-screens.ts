import { loginDelayedText } from '@chat-app/contract';
import type { Page } from '@playwright/test';
import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { band, button, signedIn, openMenu, signedOut, ring, type Screen } from './screens.ts';

/** Noise does not compress, so its upload takes a while. */
const createNoise = () =>
  sharp(randomBytes(900 * 600 * 3), { raw: { width: 900, height: 600, channels: 3 } })
    .png()
    .toBuffer();

/** The demo server has no rate limits, so this response is faked. */
async function failLoginWithDelay(page: Page): Promise<void> {
  const json = { code: 'rate_limited', message: loginDelayedText(8) };
  await page.route('**/api/auth/login', (route) =>
    route.fulfill({ status: 429, headers: { 'retry-after': '8' }, json }),
  );
  await page.getByLabel('Email', { exact: true }).fill('mara@example.com');
  await page.getByLabel('Password', { exact: true }).fill('Wrong1!pass');
  await button(page, 'Login').click();
  await button(page, /^Try again in/).waitFor();
}

async function uploadSlowly(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 100_000 };
  await devtools.send('Network.emulateNetworkConditions', slow);
  const file = { name: 'noise.png', mimeType: 'image/png', buffer: await createNoise() };
  await page.locator('input[type=file][accept="image/*"]').setInputFiles(file);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText(/^[1-9]\d?%$/).waitFor();
}

/** Short-lived states: menus, toasts with buttons, running uploads. */
export const transientScreens: readonly Screen[] = [
  signedOut('login-delayed', '/login', failLoginWithDelay),
  signedIn('attach-menu', band, async (page) => {
    await button(page, 'Send a file').click();
    await page.getByRole('menu').waitFor();
  }),
  signedIn('message-menu', band, async (page) => {
    await page.getByText('Oh, that is beautiful.').last().click({ button: 'right' });
    await page.getByRole('menu').waitFor();
  }),
  signedIn('upload', band, uploadSlowly),
  signedIn('call-line', 'Lindholms', (page) => page.getByText('Voice call ended').last().scrollIntoViewIfNeeded()),
  signedIn('new-chat-group', null, async (page) => {
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
    show: async (demo, look) => {
      const page = await demo.open('mara', `/chat/${demo.chatId(band)}`, look);
      await page.getByRole('region', { name: 'Messages' }).waitFor();
      const { user } = (await (await page.request.get('/api/auth')).json()) as { user: { id: string } };
      const stranger = await demo.openAsNewUser({ isVerified: true }, look);
      await stranger.request.post('/api/friendships/send-request', { data: { friendId: user.id } });
      await button(page, 'Decline').waitFor();
      return [page, stranger];
    },
  },
  {
    name: 'switch-call',
    show: async (demo, look) => {
      const otherId = demo.chatId('Class 7b');
      await ring(demo, 'mara', otherId);
      const call = await demo.open('mara', `/voice-call-group/${otherId}`, look);
      await button(call, 'Hang up').waitFor();
      const page = await demo.open('mara', `/chat/${demo.chatId(band)}`, look);
      await button(page, /oice call$/).click();
      await page.getByRole('alertdialog').waitFor();
      return [page, call];
    },
  },
];
