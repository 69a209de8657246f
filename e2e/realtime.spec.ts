import { editChat } from '@chat-app/contract';
import type { Page } from '@playwright/test';
import { deadlineMs } from './support/deadline.ts';
import { sidebar } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';

const presence = (page: Page, text: 'Online' | 'Offline') =>
  page.getByRole('main').getByText(text, { exact: true }).first();

test('[RT-23] open pages reconnect and catch up without a reload after the server was killed', async ({
  users,
  openAs,
  backend,
  groupChat: { ann, bob, chatId },
}) => {
  test.slow();
  const pages = await Promise.all([openAs(ann), openAs(bob, `/chat/${chatId}`)]);
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
