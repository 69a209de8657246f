import { sendMessage } from '@chat-app/contract';
import type { Page } from '@playwright/test';
import { messageField, messageText, openFromMenu, sendingStatus, sendText } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';

interface Shown {
  title: string;
  body: string;
  tag: string;
}

/** Replaces desktop notifications by a record of them, and lets the test set the visibility of the tab. */
function replaceDesktop() {
  const shown: (Shown & EventTarget)[] = [];
  class FakeNotification extends EventTarget {
    static permission: NotificationPermission = 'default';
    static async requestPermission() {
      FakeNotification.permission = 'granted';
      return FakeNotification.permission;
    }
    body: string;
    tag: string;
    constructor(
      public title: string,
      { body, tag }: { body: string; tag: string },
    ) {
      super();
      this.body = body;
      this.tag = tag;
      shown.push(this);
    }
    close() {}
  }
  let isHidden = false;
  Object.defineProperty(document, 'visibilityState', { get: () => (isHidden ? 'hidden' : 'visible') });
  Object.assign(window, {
    Notification: FakeNotification,
    shownNotifications: shown,
    setHidden: (hidden: boolean) => {
      isHidden = hidden;
      document.dispatchEvent(new Event('visibilitychange'));
    },
  });
}

type Desktop = typeof window & { shownNotifications: (Shown & EventTarget)[]; setHidden: (isHidden: boolean) => void };
const setHidden = (page: Page, isHidden: boolean) =>
  page.evaluate((hidden) => (window as unknown as Desktop).setHidden(hidden), isHidden);
const readNotifications = (page: Page) =>
  page.evaluate(() => (window as unknown as Desktop).shownNotifications.map(({ title, body }) => `${title}: ${body}`));

test('[NTF-2] [NTF-3] a message to a hidden tab shows a desktop notification that opens the chat, but not while another tab is visible', async ({
  users,
  openAs,
  directChat: { ann, bob, chatId },
}) => {
  const page = await openAs(ann, 'about:blank');
  await page.addInitScript(replaceDesktop);
  await page.goto('/');
  await openFromMenu(page, 'Account Settings');
  await page.getByRole('tab', { name: 'Notifications' }).click();
  await page.getByRole('switch', { name: 'Desktop notifications' }).click();
  await expect(page.getByRole('switch', { name: 'Desktop notifications' })).toBeChecked();
  await page.keyboard.press('Escape');

  const bobsApi = await users.apiClient(bob);
  const write = (content: string) => bobsApi.call(sendMessage, { chatId, content, type: 'text' });
  await write('while you look');
  await expect(page.getByText('while you look')).toBeVisible();
  expect(await readNotifications(page)).toEqual([]);

  await setHidden(page, true);
  await write('are you there?');
  await expect.poll(() => readNotifications(page)).toEqual(['Bob Ray: are you there?']);
  await expect(page).toHaveTitle('(1) Chat App');
  await page.evaluate(() => (window as unknown as Desktop).shownNotifications[0]?.dispatchEvent(new Event('click')));
  await setHidden(page, false);
  await expect(page).toHaveURL(new RegExp(chatId));
  await expect(messageText(page, 'are you there?')).toBeVisible();

  const seen = await page.context().newPage();
  await seen.goto(`/chat/${chatId}`);
  await expect(messageField(seen)).toBeVisible();
  await setHidden(page, true);
  await write('to the one who looks');
  await expect(messageText(seen, 'to the one who looks')).toBeVisible();
  await sendText(seen, 'my own');
  await expect(messageText(page, 'my own')).toBeVisible();
  expect(await readNotifications(page)).toEqual(['Bob Ray: are you there?']);
  await seen.close();
  await write('to nobody');
  await expect.poll(() => readNotifications(page)).toEqual(['Bob Ray: are you there?', 'Bob Ray: to nobody']);
});

test('[NTF-1] the app offers notifications once, after the first sent message @long', async ({
  openAs,
  directChat: { ann, chatId },
}) => {
  const page = await openAs(ann, 'about:blank');
  await page.addInitScript(replaceDesktop);
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
