import { deleteMessage, editMessage, getMessages, sendMessage } from '@chat-app/contract';
import type { Page } from '@playwright/test';
import { markRead, messageList, messageText, numbered, postMessages, sendText, toast } from './support/chat.ts';
import { type DirectChat, expect, test } from './support/fixtures.ts';
import type { TestUsers } from './support/users.ts';

const lines = 150;
const latest = (page: Page) => page.getByRole('button', { name: /^Jump to latest/ });

async function aLongChat(users: TestUsers, { ann, bob, chatId }: DirectChat) {
  const turns = Array.from({ length: lines }, (_, at) => [at % 2 === 0 ? ann : bob, `line ${at + 1}`] as const);
  await postMessages(users, chatId, turns);
  for (const user of [ann, bob]) await markRead(users, user, chatId);
  const api = await users.apiClient(bob);
  const find = async (text: string) => {
    const seq = Number(text.split(' ')[1]);
    const { data } = await api.call(getMessages, { chatId, after: Math.max(0, seq - 2), limit: 6 });
    const message = data.find(({ content }) => content === text);
    if (!message) throw new Error(`there is no ${text}`);
    return message;
  };
  return { api, find };
}

/** Scrolls by the wheel until a message is in view. */
async function scrollTo(page: Page, text: string, deltaY: number) {
  await messageList(page).hover();
  await expect(async () => {
    await page.mouse.wheel(0, deltaY);
    await expect(messageText(page, text)).toBeInViewport({ timeout: 300 });
  }).toPass({ intervals: [50] });
}

test('[MSG-530] [MSG-531] a link shows a message of long ago, which stays up to date until one returns', async ({
  users,
  openAs,
  directChat,
}) => {
  const { ann, chatId } = directChat;
  const { api, find } = await aLongChat(users, directChat);
  const target = await find('line 30');
  const page = await openAs(ann, 'about:blank');
  // A busy server can be asked twice for the same.
  const pages = new Set<string>();
  page.on('request', (request) => {
    if (request.url().includes('/api/messages/get/')) pages.add(request.url());
  });

  await test.step('it is loaded without what lies between', async () => {
    await page.goto(`/chat/${chatId}/message/${target._id}`);
    await expect(messageText(page, 'line 30')).toBeInViewport();
    await expect(page).toHaveURL(`/chat/${chatId}`);
    await expect(messageText(page, 'line 31')).toBeInViewport();
    await expect(messageText(page, `line ${lines}`)).toHaveCount(0);
    await expect(latest(page)).toBeVisible();
    // The newest page and perhaps two before it, which fill the window, the message, and a page on each side of it.
    expect(pages.size, [...pages].join(' ')).toBeLessThanOrEqual(6);
  });

  await test.step('its link is copied from the menu', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await messageText(page, 'line 31').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Copy message link' }).click();
    const readClipboard = () => page.evaluate(() => navigator.clipboard.readText());
    await expect.poll(readClipboard).toMatch(new RegExp(`/chat/${chatId}/message/[0-9a-f-]{36}$`));
  });

  await test.step('it follows what others change, and counts what they send', async () => {
    const line = await find('line 32');
    await api.call(editMessage, { messageId: line._id, content: 'line 32, edited' });
    await expect(messageList(page).getByText('line 32, edited')).toBeVisible();
    await api.call(sendMessage, { chatId, content: 'news', type: 'text' });
    await expect(latest(page)).toHaveAccessibleName('Jump to latest, 1 new message');
    await expect(messageText(page, 'news')).toHaveCount(0);
    await expect(messageText(page, 'line 30')).toBeInViewport();
  });

  await test.step('jumping to the latest message returns', async () => {
    await latest(page).click();
    await expect(messageText(page, 'news')).toBeInViewport();
    await expect(latest(page)).toBeHidden();
    await expect(messageList(page)).toBeFocused();
  });
});

test('[MSG-531] from a message of long ago the chat can be read to both ends, and written to @long', async ({
  users,
  openAs,
  directChat,
}) => {
  const { ann, bob, chatId } = directChat;
  const { api, find } = await aLongChat(users, directChat);
  const target = await find('line 30');
  const page = await openAs(ann, 'about:blank');

  await test.step('the chat can be read from there to both ends', async () => {
    await page.goto(`/chat/${chatId}/message/${target._id}`);
    await expect(messageText(page, 'line 30')).toBeInViewport();
    await scrollTo(page, 'line 1', -1500);
    await scrollTo(page, `line ${lines}`, 2500);
    await expect(latest(page)).toBeHidden();
    await api.call(sendMessage, { chatId, content: 'more news', type: 'text' });
    await expect(messageText(page, 'more news')).toBeInViewport();
  });

  await test.step('a message that is sent from there is shown', async () => {
    await page.goto(`/chat/${chatId}/message/${target._id}`);
    await expect(messageText(page, 'line 30')).toBeInViewport();
    await sendText(page, 'from long ago');
    await expect(messageText(page, 'from long ago')).toBeInViewport();
    await expect(latest(page)).toBeHidden();
  });

  await test.step('the newest messages are shown after it although they were unread', async () => {
    await page.goto('/');
    await postMessages(users, chatId, [[bob, ...numbered('unread', 41)]]);
    await page.goto(`/chat/${chatId}/message/${target._id}`);
    await expect(messageText(page, 'line 30')).toBeInViewport();
    await latest(page).click();
    await expect(messageText(page, 'unread 40')).toBeInViewport();
    await expect(latest(page)).toBeHidden();
  });

  await test.step('a message that is gone is said to be', async () => {
    await api.call(deleteMessage, { messageId: target._id });
    await page.goto(`/chat/${chatId}/message/${target._id}`);
    await expect(toast(page, 'Message not found')).toBeVisible();
    await expect(messageText(page, 'unread 40')).toBeVisible();
  });
});
