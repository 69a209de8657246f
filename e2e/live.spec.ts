import { editChat, updateProfile } from '@chat-app/contract';
import type { Page } from '@playwright/test';
import { messages, tell } from './support/conversation.ts';
import { aPng } from './support/png.ts';
import { expect, test } from './support/world.ts';

const sidebar = (page: Page) => page.getByRole('complementary', { name: 'Chats' });
const article = (page: Page, name: string) => messages(page).getByRole('article', { name });
const presence = (page: Page, text: 'Online' | 'Offline') =>
  page.getByRole('main').getByText(text, { exact: true }).first();

test('[PRS-20] somebody is online while any of their tabs is, and no longer @long', async ({ people, openAs }) => {
  const [ann, bob] = await people.verifiedUsers('Ann Lee', 'Bob Ray');
  const chatId = await people.aChat(ann, bob);
  const annsPage = await openAs(ann, `/chat/${chatId}`);
  await expect(presence(annsPage, 'Offline')).toBeVisible();
  const first = await openAs(bob);
  const second = await first.context().newPage();
  await second.goto('/');
  await expect(presence(annsPage, 'Online')).toBeVisible();
  await first.close();
  await expect(second.getByRole('button', { name: 'Logout' })).toBeVisible();
  await expect(presence(annsPage, 'Online')).toBeVisible();
  await second.close();
  await expect(presence(annsPage, 'Offline')).toBeVisible();
});

test('[RT-20] a session that ends elsewhere ends on the screen @long', async ({ people, openAs }) => {
  const ann = await people.aVerifiedUser('Ann Lee');
  const page = await openAs(ann);
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
  const second = await page.context().newPage();
  await second.goto('/');
  await second.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
});

test('[RT-23] a server that is killed and comes back finds every open page up to date without a reload', async ({
  people,
  openAs,
  world,
}) => {
  test.slow();
  const [ann, bob, cat] = await people.verifiedUsers('Ann Lee', 'Bob Ray', 'Cat Moe');
  const chatId = await people.aChat(ann, bob, cat);
  const pages = [await openAs(ann, `/chat/${chatId}`), await openAs(bob, `/chat/${chatId}`), await openAs(cat)];
  for (const page of pages) await expect(sidebar(page).getByText('Ann Lee created the group')).toBeVisible();
  for (const page of pages) await page.evaluate(() => Object.assign(window, { isSamePage: true }));

  await world.server.kill();
  await expect(pages[0]?.getByText(/Reconnecting/) ?? sidebar(pages[0] as Page)).toBeVisible();
  await world.server.startAgain();
  const annActs = await people.acting(ann);
  await annActs.call(editChat, { chatId, name: 'After the storm' });
  for (const page of pages) {
    await expect(sidebar(page).getByText('After the storm', { exact: true })).toBeVisible({ timeout: 90_000 });
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
    await expect(page.getByText(/Reconnecting/)).toBeHidden();
  }
  await expect(presence(pages[1] as Page, 'Online')).toBeVisible();
});

test('[CHT-220] a new name and picture show everywhere at once, beside old messages too @long', async ({
  people,
  openAs,
}) => {
  const [ann, bob, cat] = await people.verifiedUsers('Ann Lee', 'Bob Ray', 'Cat Moe');
  const direct = await people.aChat(ann, bob);
  await people.befriend(ann, cat);
  const group = await people.aChatOfFriends(ann, bob, cat);
  await tell(people, group, [[bob, 'said before']]);
  const page = await openAs(ann, `/chat/${group}`);
  const catsPage = await openAs(cat, `/chat/${group}`);
  const bobsPage = await openAs(bob);
  await page.getByRole('button', { name: 'Chat info' }).click();
  await page.getByRole('button', { name: /^Group chat members/ }).click();
  for (const each of [page, catsPage]) await expect(article(each, 'Bob Ray')).toBeVisible();

  const upload = await bobsPage.request.post('/api/tools/upload/image', {
    multipart: { image: { name: 'face.png', mimeType: 'image/png', buffer: aPng(64, 64) } },
  });
  const { url } = (await upload.json()) as { url: string };
  await (await people.acting(bob)).call(updateProfile, { name: 'Robert Ray', avatar: url });

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
