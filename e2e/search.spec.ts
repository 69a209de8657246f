import { findViolations } from './support/accessibility.ts';
import { chatList, markRead, messageList, messageText, postMessages } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { phone } from './support/layout.ts';

test('[SRC-20] a message from long ago is found by keyboard, and shown in its chat', async ({
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
});

test('[SRC-20] on a phone the search covers the screen', async ({
  users,
  openAs,
  directChat: { ann, bob, chatId },
}) => {
  await postMessages(users, chatId, [[bob, 'See https://example.org/timetable']]);
  const page = await openAs(ann);
  await page.setViewportSize(phone);
  await page.getByRole('searchbox', { name: 'Search chat' }).fill('timet');
  await page.getByRole('button', { name: 'Search messages for “timet”' }).click();
  const dialog = page.getByRole('dialog', { name: 'Search' });
  await expect.poll(async () => (await dialog.boundingBox())?.width).toBe(390);
  await page.getByRole('option', { name: /timetable/ }).click();
  await expect(dialog).toBeHidden();
  await expect(messageList(page).getByText('See https://example.org/timetable')).toBeInViewport();
});
