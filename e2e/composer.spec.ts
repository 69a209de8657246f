import { getMessages } from '@chat-app/contract';
import { findViolations } from './support/accessibility.ts';
import { logOut, messageField, messageList, messageText, sendButton, sendText, sidebar } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { horizontalOverflow, phone } from './support/layout.ts';

test('[MSG-70] Enter sends, Shift+Enter adds a line break, and emoji and thumbs-up are sent as emoji @long', async ({
  users,
  directChat: { ann, chatId },
  chatPages: { annsPage, bobsPage },
}) => {
  await expect(messageField(annsPage)).toBeFocused();
  await expect(sendButton(annsPage)).toBeDisabled();
  await messageField(annsPage).press('Enter');
  await messageField(annsPage).pressSequentially('Hello Bob');
  await messageField(annsPage).press('Shift+Enter');
  await messageField(annsPage).pressSequentially('how are you?');
  await messageField(annsPage).press('Enter');
  for (const page of [annsPage, bobsPage]) {
    await expect(messageList(page).getByText('Hello Bob how are you?')).toBeVisible();
  }

  await messageField(bobsPage).fill('  Fine  ');
  await sendButton(bobsPage).click();
  await expect(messageField(bobsPage)).toBeFocused();
  await expect(messageText(annsPage, 'Fine')).toBeVisible();
  await sendText(bobsPage, '😀');
  await annsPage.getByRole('button', { name: 'Send thumbs up' }).click();
  await expect(messageText(annsPage, '😀')).toBeVisible();
  await expect(messageText(bobsPage, '👍')).toBeVisible();

  const { data } = await (await users.apiClient(ann)).call(getMessages, { chatId });
  expect(data.map(({ type, content }) => [type, content]).toReversed()).toEqual([
    ['text', 'Hello Bob\nhow are you?'],
    ['text', 'Fine'],
    ['emoji', '😀'],
    ['emoji', '👍'],
  ]);
});

test('[MSG-71] the message field grows to six lines, then scrolls', async ({ chatPages: { annsPage } }) => {
  const heightOf = async (lines: number) => {
    await messageField(annsPage).fill(Array.from({ length: lines }, (_, line) => `line ${line}`).join('\n'));
    return messageField(annsPage).evaluate((element) => element.clientHeight);
  };
  const [one, two, six, twenty] = [await heightOf(1), await heightOf(2), await heightOf(6), await heightOf(20)];
  const lineHeight = two - one;
  expect(lineHeight).toBeGreaterThan(15);
  expect(Math.abs(six - (one + 5 * lineHeight))).toBeLessThanOrEqual(2);
  expect(twenty).toBe(six);
});

test('[MSG-72] the composer shows the count above 10,000 characters and disables sending', async ({
  chatPages: { annsPage },
}) => {
  await messageField(annsPage).fill('x'.repeat(10_001));
  await expect(annsPage.getByText('Too long by 1 character. 10,001 / 10,000')).toBeVisible();
  await expect(sendButton(annsPage)).toBeDisabled();
  await messageField(annsPage).press('Enter');
  await expect(messageField(annsPage)).toHaveValue('x'.repeat(10_001));
  await messageField(annsPage).fill('x'.repeat(10_000));
  await expect(sendButton(annsPage)).toBeEnabled();
});

test('[MSG-73] a draft survives switching chats and a reload, and is deleted at logout @long', async ({
  users,
  openAs,
  directChat: { ann, chatId },
}) => {
  await users.createChat(ann, await users.create('Cat Moe'));
  const page = await openAs(ann, `/chat/${chatId}`);
  await messageField(page).fill('not finished');
  await sidebar(page).getByText('Cat Moe').click();
  await expect(page.getByRole('main').getByText('Cat Moe').first()).toBeVisible();
  await expect(messageField(page)).toHaveValue('');
  await sidebar(page).getByText('Bob Ray').click();
  await expect(messageField(page)).toHaveValue('not finished');
  await page.reload();
  await expect(messageField(page)).toHaveValue('not finished');
  await logOut(page);
  const kept = await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('draft')));
  expect(kept).toEqual([]);
});

test('[MSG-74] the emoji picker is 280 by 280 px, inserts at the caret and returns the focus', async ({
  chatPages: { annsPage: page },
}) => {
  await messageField(page).fill('ab');
  await messageField(page).press('ArrowLeft');
  await page.getByRole('button', { name: 'Emoji', exact: true }).click();
  const picker = page.getByRole('dialog', { name: 'Emoji' });
  const firstEmoji = picker.getByRole('gridcell', { name: 'grinning face', exact: true });
  await expect(firstEmoji).toBeVisible();
  const box = await picker.boundingBox();
  expect({ width: box?.width, height: box?.height }).toEqual({ width: 280, height: 280 });
  await expect(picker.getByRole('textbox')).toHaveCount(0);
  expect(await findViolations(page)).toEqual([]);

  await firstEmoji.click();
  await expect(messageField(page)).toHaveValue('a😀b');
  expect(await page.evaluate(() => localStorage.getItem('epr_suggested'))).toContain('1f600');
  await page.keyboard.press('Escape');
  await expect(picker).toBeHidden();
  await expect(messageField(page)).toBeFocused();
  await page.keyboard.type('!');
  await expect(messageField(page)).toHaveValue('a😀!b');

  await page.getByRole('button', { name: 'Emoji', exact: true }).click();
  await expect(picker).toBeVisible();
  await messageList(page).or(page.getByText('No messages yet')).first().click();
  await expect(picker).toBeHidden();
  await expect(messageField(page)).toBeFocused();
});

test('[MSG-70] on a phone there is no thumbs-up, and opening a chat does not focus the field @long', async ({
  openAs,
  directChat: { ann, chatId },
}) => {
  const page = await openAs(ann);
  await page.setViewportSize(phone);
  await page.goto(`/chat/${chatId}`);
  await expect(messageField(page)).toBeVisible();
  await expect(messageField(page)).not.toBeFocused();
  await expect(page.getByRole('button', { name: 'Send thumbs up' })).toBeHidden();
  await expect.poll(() => horizontalOverflow(page)).toBe(0);
});
