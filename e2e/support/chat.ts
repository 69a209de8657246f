import { type ChatId, getMessages, sendMessage } from '@chat-app/contract';
import { expect, type Page } from '@playwright/test';
import type { TestUser, TestUsers } from './users.ts';

/** Locators and actions for the main screen and an open chat. */
export const messageField = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true });
export const sendButton = (page: Page) => page.getByRole('button', { name: 'Send', exact: true });
export const messageList = (page: Page) => page.getByRole('region', { name: 'Messages' });
export const messageText = (page: Page, text: string) => messageList(page).getByText(text, { exact: true });
/** The status of each message that the server has not confirmed yet. */
export const sendingStatus = (page: Page) => messageText(page, 'Sending');
export const toast = (page: Page, text: string) => page.getByRole('region', { name: 'Notifications' }).getByText(text);
export const sidebar = (page: Page) => page.getByRole('complementary', { name: 'Chats' });
export const chatList = (page: Page) => page.getByRole('list', { name: 'Chats' });
export const infoPanel = (page: Page) => page.getByRole('complementary', { name: 'Chat info' });
export const logoutButton = (page: Page) => page.getByRole('button', { name: 'Logout' });

/** Opens a dialog from the main menu. */
export async function openFromMenu(page: Page, item: 'New Chat' | 'Friends' | 'Account Settings') {
  await page.getByRole('button', { name: /^Menu/ }).click();
  await page.getByRole('menuitem', { name: item }).click();
  return page.getByRole('dialog');
}

/** Opens a tab of the account settings. */
export async function openSettings(page: Page, tab: string) {
  await openFromMenu(page, 'Account Settings');
  const dialog = page.getByRole('dialog', { name: 'Account Settings' });
  await dialog.getByRole('tab', { name: tab }).click();
  return dialog;
}

export async function logOut(page: Page): Promise<void> {
  await logoutButton(page).click();
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
}

/** Types into the message field and sends with Enter. */
export async function sendText(page: Page, text: string): Promise<void> {
  await messageField(page).fill(text);
  await messageField(page).press('Enter');
  await expect(messageField(page)).toHaveValue('');
}

/** Sends messages of several users in order, over HTTP. */
export async function postMessages(
  users: TestUsers,
  chatId: ChatId,
  turns: readonly (readonly [sender: TestUser, ...contents: string[]])[],
) {
  for (const [sender, ...contents] of turns) {
    const api = await users.apiClient(sender);
    for (const content of contents) await api.call(sendMessage, { chatId, content, type: 'text' });
  }
}

/** Numbered texts, such as 'filler 0'. */
export const numbered = (word: string, count: number) => Array.from({ length: count }, (_, at) => `${word} ${at}`);

/** Reads everything in a chat, so that it opens at its end. */
export async function markRead(users: TestUsers, user: TestUser, chatId: ChatId): Promise<void> {
  await (await users.apiClient(user)).call(getMessages, { chatId });
}

/** The contents that the server has stored for a chat, oldest first, without system messages. */
export async function storedContents(users: TestUsers, user: TestUser, chatId: ChatId): Promise<string[]> {
  const { data } = await (await users.apiClient(user)).call(getMessages, { chatId, skip: 0, limit: 50 });
  return data
    .filter(({ type }) => type !== 'system')
    .map(({ content }) => content)
    .toReversed();
}

/** Resolves when the scroll position of the list has been the same for three frames. */
export const waitForScrollEnd = (page: Page) =>
  messageList(page).evaluate(async (view) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    for (let still = 0, last = -1; still < 3; still = view.scrollTop === last ? still + 1 : 0) {
      last = view.scrollTop;
      await frame();
    }
  });

/** Opens the composer's menu for sending files and chooses an item. */
export async function chooseFromAttachMenu(page: Page, item: 'Attach a file' | 'Send directly'): Promise<void> {
  await page.getByRole('button', { name: 'Send a file', exact: true }).click();
  await page.getByRole('menuitem', { name: item }).click();
}
