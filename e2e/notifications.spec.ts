import { sendMessage } from '@chat-app/contract';
import { messageField, messageText, openSettings, sendingStatus, sendText } from './support/chat.ts';
import { replaceDesktop } from './support/desktop.ts';
import { expect, test } from './support/fixtures.ts';

test('[NTF-2] [NTF-3] a message to a hidden tab shows a desktop notification that opens the chat, but not while another tab is visible', async ({
  users,
  openAs,
  directChat: { ann, bob, chatId },
}) => {
  const page = await openAs(ann, 'about:blank');
  const { notifications, setHidden, clickFirst } = await replaceDesktop(page, 'default');
  await page.goto('/');
  const settings = await openSettings(page, 'Notifications');
  await settings.getByRole('switch', { name: 'Desktop notifications' }).click();
  await expect(settings.getByRole('switch', { name: 'Desktop notifications' })).toBeChecked();
  await page.keyboard.press('Escape');

  const bobsApi = await users.apiClient(bob);
  const write = (content: string) => bobsApi.call(sendMessage, { chatId, content, type: 'text' });
  await write('while you look');
  await expect(page.getByText('while you look')).toBeVisible();
  expect(await notifications()).toEqual([]);

  await setHidden(true);
  await write('are you there?');
  await expect.poll(notifications).toEqual(['Bob Ray: are you there?']);
  await expect(page).toHaveTitle('(1) Chat App');
  await clickFirst();
  await setHidden(false);
  await expect(page).toHaveURL(new RegExp(chatId));
  await expect(messageText(page, 'are you there?')).toBeVisible();

  const seen = await page.context().newPage();
  await seen.goto(`/chat/${chatId}`);
  await expect(messageField(seen)).toBeVisible();
  await setHidden(true);
  await write('to the one who looks');
  await expect(messageText(seen, 'to the one who looks')).toBeVisible();
  await sendText(seen, 'my own');
  await expect(messageText(page, 'my own')).toBeVisible();
  expect(await notifications()).toEqual(['Bob Ray: are you there?']);
  await seen.close();
  await write('to nobody');
  await expect.poll(notifications).toEqual(['Bob Ray: are you there?', 'Bob Ray: to nobody']);
});

test('[NTF-1] the app offers notifications once, after the first sent message @long', async ({
  openAs,
  directChat: { ann, chatId },
}) => {
  const page = await openAs(ann, 'about:blank');
  await replaceDesktop(page, 'default');
  await page.goto(`/chat/${chatId}`);
  await expect(messageField(page)).toBeVisible();
  const hint = page.getByRole('button', { name: 'Turn on notifications' });
  await expect(hint).toBeHidden();
  await sendText(page, 'hello');
  await expect(hint).toBeVisible();
  await page.getByRole('button', { name: 'Not now' }).click();
  await expect(hint).toBeHidden();
  await page.reload();
  await sendText(page, 'hello again');
  await expect(messageText(page, 'hello again')).toBeVisible();
  await expect(sendingStatus(page)).toHaveCount(0);
  await expect(hint).toBeHidden();
});
