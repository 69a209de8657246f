import type { Page } from '@playwright/test';
import { findViolations } from './support/accessibility.ts';
import { chatList, markRead, messageField, messageText, postMessages } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { phone } from './support/layout.ts';

test('[SRC-20] a message from long ago is found by keyboard, and shown in its chat; on a phone the search covers the screen @long', async ({
  users,
  openAs,
  directChat: { ann, bob, chatId },
}) => {
  await postMessages(users, chatId, [
    [bob, 'The Überfahrt starts at nine'],
    ...Array.from({ length: 40 }, (_, index) => [ann, `filler ${index}`] as const),
  ]);
  await markRead(users, ann, chatId);
  const page = await openAs(ann);
  await expect(chatList(page).getByRole('link')).toHaveCount(1);
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Search' })).toBeFocused();
  await page.keyboard.type('uberf');
  await expect(page.getByRole('option', { name: /Bob Ray.*The Überfahrt starts at nine/ })).toBeVisible();
  await expect(page.locator('mark')).toHaveText('Überf');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
    expect(await findViolations(page)).toEqual([]);
  }
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(chatId));
  await expect(messageText(page, 'The Überfahrt starts at nine')).toBeInViewport();

  await page.setViewportSize(phone);
  await page.goto('/');
  await page.getByRole('searchbox', { name: 'Search chat' }).fill('uberf');
  await page.getByRole('button', { name: 'Search messages for “uberf”' }).click();
  const dialog = page.getByRole('dialog', { name: 'Search' });
  await expect.poll(async () => (await dialog.boundingBox())?.width).toBe(390);
  await page.getByRole('option', { name: /The Überfahrt/ }).click();
  await expect(dialog).toBeHidden();
  await expect(messageText(page, 'The Überfahrt starts at nine')).toBeInViewport();
});

test('[SRC-22] offline, the messages and chats on the device are found, also those of an earlier visit @long', async ({
  users,
  openAs,
  directChat: { ann, bob, chatId },
}) => {
  const [cat] = await users.createAll('Cat Moe');
  const other = await users.createChat(ann, cat);
  await postMessages(users, chatId, [[bob, 'The ferry leaves at nine']]);
  await postMessages(users, other, [[cat, 'The ferry was late']]);
  const page = await openAs(ann, `/chat/${chatId}`);
  await expect(messageText(page, 'The ferry leaves at nine')).toBeVisible();
  // The copy is written a moment later.
  await expect.poll(() => storedKeys(page)).toContain(`messages ${chatId}`);
  await page.goto(`/chat/${other}`);
  await expect(messageText(page, 'The ferry was late')).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Search' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Search' })).toBeHidden();

  await page.context().setOffline(true);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('ferry');
  await expect(page.getByRole('option')).toHaveText([/The ferry was late/, /The ferry leaves at nine/]);
  await expect(page.getByText('2 results. No connection: only what is kept on this device is searched')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(chatId));
  await expect(messageText(page, 'The ferry leaves at nine')).toBeInViewport();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('cat');
  await page.keyboard.press('Enter');
  await expect(messageText(page, 'The ferry was late')).toBeInViewport();
  await expect(messageField(page)).toBeVisible();
});

/** The keys of the queries in the offline copy. */
const storedKeys = (page: Page) =>
  page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('chat-app.offline');
      opening.addEventListener('success', () => resolve(opening.result));
      opening.addEventListener('error', () => reject(new Error('the database cannot be opened')));
    });
    const request = database.transaction('queries').objectStore('queries').getAllKeys();
    return new Promise<IDBValidKey[]>((resolve) => {
      request.addEventListener('success', () => {
        database.close();
        resolve(request.result);
      });
    });
  });
