import { getMessages } from '@chat-app/contract';
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

test('[MSG-70] on a phone there is no thumbs-up, and opening a chat does not focus the field @long', async ({
  openAs,
  directChat: { ann, chatId },
}) => {
  const page = await openAs(ann, `/chat/${chatId}`, { viewport: phone });
  await expect(messageField(page)).toBeVisible();
  await expect(messageField(page)).not.toBeFocused();
  await expect(page.getByRole('button', { name: 'Send thumbs up' })).toBeHidden();
  await expect.poll(() => horizontalOverflow(page)).toBe(0);
});
