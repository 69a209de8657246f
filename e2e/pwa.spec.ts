import { type ChatId, getMessages, sendMessage, updateProfile } from '@chat-app/contract';
import type { BrowserContext, Page, Worker } from '@playwright/test';
import { deadlineMs } from './support/deadline.ts';
import { logOut, messageList, messageText, postMessages, sendText } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { readStore } from './support/indexed-db.ts';

test.use({ serviceWorkers: 'allow' });

/** Reads the offline copy. */
const readStoredQueries = (page: Page) => readStore(page, 'chat-app.offline', 'queries');

const storedText = async (page: Page, key: string) =>
  (await readStoredQueries(page)).find((query) => query.key === key)?.text ?? '';

/** Waits until the service worker is active and the offline copy contains the chat. */
async function waitForOfflineCopy(page: Page, chatId: ChatId) {
  await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state);
  const keys = async () => (await readStoredQueries(page)).map(({ key }) => key);
  await expect.poll(keys).toEqual(expect.arrayContaining(['session', 'chats ', `messages ${chatId}`]));
}

/** The service worker, which starts with the page. */
async function workerOf(context: BrowserContext): Promise<Worker> {
  return context.serviceWorkers()[0] ?? context.waitForEvent('serviceworker');
}

test('[PWA-1] the app can be installed', async ({ page }) => {
  await page.goto('/login');
  const devtools = await page.context().newCDPSession(page);
  const { errors, data } = await devtools.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  expect(JSON.parse(data ?? '')).toMatchObject({ name: 'Chat App', display: 'standalone', start_url: '/' });
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  // Playwright's contexts are private windows, which cannot install apps.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([]);
  const touchIcon = await page.locator('link[rel=apple-touch-icon]').getAttribute('href');
  expect((await page.request.get(touchIcon ?? '')).headers()['content-type']).toBe('image/png');
});

test('[PWA-3] [PWA-4] an offline reload shows the last messages, text written offline arrives later, and logging out deletes everything', async ({
  users,
  openAs,
  directChat: { ann, bob, chatId },
}) => {
  const bobsApi = await users.apiClient(bob);
  await bobsApi.call(sendMessage, { chatId, content: 'remember this', type: 'text' });
  const page = await openAs(ann, `/chat/${chatId}`);
  await expect(messageText(page, 'remember this')).toBeVisible();
  await waitForOfflineCopy(page, chatId);

  await page.context().setOffline(true);
  await page.reload();
  await expect(messageText(page, 'remember this')).toBeVisible();
  await expect(page.getByText('You are offline. What you write is sent later.')).toBeVisible();
  await expect(page.getByRole('link', { name: /Bob Ray/ })).toBeVisible();
  await sendText(page, 'from the tunnel');

  await page.context().setOffline(false);
  const arrived = async () => (await bobsApi.call(getMessages, { chatId })).data.map(({ content }) => content);
  await expect.poll(arrived, { timeout: 2 * deadlineMs }).toContain('from the tunnel');
  await expect(page.getByText('You are offline')).toBeHidden();

  await test.step('logging out deletes everything that could be seen offline', async () => {
    await logOut(page);
    await page.context().setOffline(true);
    await page.goto(`/chat/${chatId}`);
    await expect(page.getByRole('heading', { name: 'Cannot reach the server' })).toBeVisible();
    await expect(page.getByText('Bob Ray')).toHaveCount(0);
  });
});

test('[CHT-220] the offline copy shows a new name beside old messages of a chat that was not open @long', async ({
  users,
  openAs,
  directChat: { ann, bob, chatId: direct },
}) => {
  const group = await users.createChat(ann, bob, await users.create('Cat Moe'));
  await postMessages(users, group, [[bob, 'said before']]);
  const page = await openAs(ann, `/chat/${group}`);
  await expect(messageList(page).getByRole('article', { name: 'Bob Ray' })).toBeVisible();
  await page.locator(`a[href="/chat/${direct}"]`).click();
  await expect(page.getByRole('heading', { name: 'Bob Ray' })).toBeVisible();
  await waitForOfflineCopy(page, direct);
  await (await users.apiClient(bob)).call(updateProfile, { name: 'Robert Ray' });
  await expect(page.getByRole('heading', { name: 'Robert Ray' })).toBeVisible();
  await expect.poll(() => storedText(page, `chat ${group}`)).toContain('Robert Ray');

  await page.context().setOffline(true);
  await page.goto(`/chat/${group}`);
  await expect(messageList(page).getByRole('article', { name: 'Robert Ray' })).toBeVisible();
  await expect(messageList(page).getByRole('article', { name: 'Bob Ray' })).toHaveCount(0);
});

test('[PSH-7] the service worker shows a push message only while no window is visible @long', async ({
  users,
  openAs,
}) => {
  const ann = await users.create('Ann Lee');
  const page = await openAs(ann);
  const context = page.context();
  await context.grantPermissions(['notifications'], { origin: new URL(page.url()).origin });
  const worker = await workerOf(context);
  await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state);
  const devtools = await context.newCDPSession(page);
  const known = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [registration] }) => {
      if (registration) resolve(registration.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  const registrationId = await known;
  const { origin } = new URL(page.url());
  const chatId = '01890a5d-ac96-774b-bcce-b302099a8057';
  const push = (body: string) =>
    devtools.send('ServiceWorker.deliverPushMessage', {
      origin,
      registrationId,
      data: JSON.stringify({ kind: 'message', chatId, title: 'Bob Ray', body, icon: '' }),
    });
  // Headless Chromium may not support notifications. Record them instead.
  await worker.evaluate(() => {
    const notifications: string[] = [];
    Object.assign(self, { notifications });
    ServiceWorkerRegistration.prototype.showNotification = async (title, options) => {
      notifications.push(`${title}: ${options?.body}`);
    };
  });
  const shown = () => worker.evaluate(() => (self as unknown as { notifications: string[] }).notifications);

  await push('while you look');
  await page.goto('about:blank');
  await push('while you do not');
  await expect.poll(shown).toEqual(['Bob Ray: while you do not']);
});
