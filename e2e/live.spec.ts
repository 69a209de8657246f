import { editChat } from '@chat-app/contract';
import type { Page } from '@playwright/test';
import { expect, test } from './support/world.ts';

const sidebar = (page: Page) => page.getByRole('complementary', { name: 'Chats' });
const presence = (page: Page, text: 'Online' | 'Offline') =>
  page.getByRole('main').getByText(text, { exact: true }).first();

test('[PRS-20] somebody is online while any of their tabs is, and no longer', async ({ people, openAs }) => {
  const [ann, bob] = [await people.aVerifiedUser('Ann Lee'), await people.aVerifiedUser('Bob Ray')];
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

test('[RT-20] a session that ends elsewhere ends on the screen', async ({ people, openAs }) => {
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
  const [ann, bob, cat] = [
    await people.aVerifiedUser('Ann Lee'),
    await people.aVerifiedUser('Bob Ray'),
    await people.aVerifiedUser('Cat Moe'),
  ];
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
