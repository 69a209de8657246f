import { sendFriendRequest } from '@chat-app/contract';
import type { Locator, Page } from '@playwright/test';
import { toast } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { viewports } from './support/layout.ts';
import type { TestUser, TestUsers } from './support/users.ts';

const cards = (page: Page) => page.getByRole('region', { name: 'Notifications' }).getByRole('listitem');

/** Whether a toast covers the content of an element. */
async function isCovered(page: Page, target: Locator): Promise<boolean> {
  const box = await target.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return range.getBoundingClientRect().toJSON() as DOMRect;
  });
  const boxes = await cards(page).evaluateAll((items) =>
    items.filter((item) => item.checkVisibility()).map((item) => item.getBoundingClientRect().toJSON() as DOMRect),
  );
  expect(boxes.length).toBeGreaterThan(0);
  return boxes.some(
    (card) => card.left < box.right && card.right > box.left && card.top < box.bottom && card.bottom > box.top,
  );
}

async function receiveFriendRequests(users: TestUsers, receiver: TestUser, names: readonly string[]): Promise<void> {
  const { id } = await users.apiClient(receiver);
  for (const name of names) {
    const sender = await users.apiClient(await users.create(name));
    await sender.call(sendFriendRequest, { friendId: id });
  }
}

test('[UI-230] toasts do not cover the buttons of a chat at any width', async ({
  users,
  openAs,
  directChat: { ann, bob, chatId },
}) => {
  const page = await openAs(ann, `/chat/${chatId}`);
  await openAs(bob);
  const buttons = ['Voice call', 'Chat info'].map((name) => page.getByRole('button', { name, exact: true }));
  for (const button of buttons) await expect(button).toBeVisible();
  await receiveFriendRequests(users, ann, ['Dora Fox']);
  // A toast with the focus stays, wherever the layout moves it.
  await cards(page).filter({ hasText: 'Dora Fox' }).getByRole('button', { name: 'Close notification' }).focus();
  await receiveFriendRequests(users, ann, ['Eli Poe']);
  await expect(cards(page).filter({ hasText: 'Eli Poe' })).toBeVisible();
  for (const viewport of viewports) {
    await page.setViewportSize(viewport);
    await expect(cards(page).filter({ hasText: 'Dora Fox' })).toBeInViewport({ ratio: 1 });
    for (const button of buttons) expect(await isCovered(page, button)).toBe(false);
  }
});

test('[UI-230] toasts do not cover the heading of the account screens at any width @long', async ({ page }) => {
  for (const [path, button] of [
    ['/login', 'Login'],
    ['/register', 'Sign up'],
  ] as const) {
    for (const viewport of viewports) {
      await page.setViewportSize(viewport);
      await page.goto(path);
      await expect(toast(page, 'Please login to continue')).toBeVisible();
      await page.getByRole('button', { name: button, exact: true }).press('Enter');
      // Hovering keeps it open.
      await toast(page, 'Please check your form data').first().hover();
      expect(await isCovered(page, page.getByRole('heading', { level: 1 }))).toBe(false);
      // On a phone the toast covers the product name completely.
      if (viewport.width > 720) expect(await isCovered(page, page.getByText('Chat App', { exact: true }))).toBe(false);
    }
  }
});
