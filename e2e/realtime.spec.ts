import { editChat, updateProfile } from '@chat-app/contract';
import type { Page } from '@playwright/test';
import { deadlineMs } from './support/deadline.ts';
import { logoutButton, messageList, postMessages, sidebar } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { createPng } from './support/png.ts';

const article = (page: Page, name: string) => messageList(page).getByRole('article', { name });
const presence = (page: Page, text: 'Online' | 'Offline') =>
  page.getByRole('main').getByText(text, { exact: true }).first();

test('[PRS-20] a user is online as long as one of their tabs is open @long', async ({
  openAs,
  directChat: { ann, bob, chatId },
}) => {
  const annsPage = await openAs(ann, `/chat/${chatId}`);
  await expect(presence(annsPage, 'Offline')).toBeVisible();
  const first = await openAs(bob);
  const second = await first.context().newPage();
  await second.goto('/');
  await expect(presence(annsPage, 'Online')).toBeVisible();
  await first.close();
  await expect(logoutButton(second)).toBeVisible();
  await expect(presence(annsPage, 'Online')).toBeVisible();
  await second.close();
  await expect(presence(annsPage, 'Offline')).toBeVisible();
});

test('[RT-20] a logout in one tab ends the session in the others @long', async ({ users, openAs }) => {
  const ann = await users.create('Ann Lee');
  const page = await openAs(ann);
  await expect(logoutButton(page)).toBeVisible();
  const second = await page.context().newPage();
  await second.goto('/');
  await logoutButton(second).click();
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
});

test('[RT-23] open pages reconnect and catch up without a reload after the server was killed', async ({
  users,
  openAs,
  backend,
  groupChat: { ann, bob, chatId },
}) => {
  test.slow();
  const pages = [await openAs(ann), await openAs(bob, `/chat/${chatId}`)] as const;
  for (const page of pages) await expect(sidebar(page).getByText('Ann Lee created the group')).toBeVisible();
  for (const page of pages) await page.evaluate(() => Object.assign(window, { isSamePage: true }));

  await backend.server.kill();
  for (const page of pages) await expect(page.getByText(/Reconnecting/)).toBeVisible();
  await backend.server.restart();
  const annsApi = await users.apiClient(ann);
  await annsApi.call(editChat, { chatId, name: 'After the storm' });
  for (const page of pages) {
    await expect(sidebar(page).getByText('After the storm', { exact: true })).toBeVisible({ timeout: 3 * deadlineMs });
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
    await expect(page.getByText(/Reconnecting/)).toBeHidden();
  }
  await expect(presence(pages[1], 'Online')).toBeVisible();
});

test('[CHT-220] a new name and avatar show everywhere at once, also beside old messages @long', async ({
  users,
  openAs,
  directChat: { ann, bob, chatId: direct },
}) => {
  const cat = await users.create('Cat Moe');
  const group = await users.createChat(ann, bob, cat);
  await postMessages(users, group, [[bob, 'said before']]);
  const page = await openAs(ann, `/chat/${group}`);
  const catsPage = await openAs(cat, `/chat/${group}`);
  const bobsPage = await openAs(bob);
  await page.getByRole('button', { name: 'Chat info' }).click();
  await page.getByRole('button', { name: /^Group chat members/ }).click();
  for (const each of [page, catsPage]) await expect(article(each, 'Bob Ray')).toBeVisible();

  const upload = await bobsPage.request.post('/api/tools/upload/image', {
    multipart: { image: { name: 'face.png', mimeType: 'image/png', buffer: createPng(64, 64) } },
  });
  const { url } = (await upload.json()) as { url: string };
  await (await users.apiClient(bob)).call(updateProfile, { name: 'Robert Ray', avatar: url });

  for (const each of [page, catsPage]) {
    await expect(article(each, 'Robert Ray').locator(`img[src="${url}"]`)).toBeVisible();
    await expect(article(each, 'Bob Ray')).toHaveCount(0);
  }
  await expect(sidebar(page).locator(`a[href="/chat/${direct}"]`)).toContainText('Robert Ray');
  await expect(page.getByRole('list', { name: 'Group chat members' }).getByText('Robert Ray')).toBeVisible();
  await expect(sidebar(bobsPage).getByText('Robert Ray', { exact: true })).toBeVisible();
  await page.goto(`/chat/${direct}`);
  await expect(page.getByRole('heading', { name: 'Robert Ray' }).first()).toBeVisible();
});
