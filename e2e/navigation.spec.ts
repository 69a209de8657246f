import { limits, removeFriend, sendFriendRequest } from '@chat-app/contract';
import type { Locator, Page } from '@playwright/test';
import {
  chatList,
  infoPanel,
  messageField,
  messageList,
  messageText,
  openFromMenu,
  postMessages,
  sendButton,
  waitForScrollEnd,
} from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { desktop, phone } from './support/layout.ts';
import { createPng } from './support/png.ts';
import type { TestUsers } from './support/users.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const friends = (page: Page) => page.getByRole('dialog', { name: 'Friends' });

/** Creates Ann, her chat with Dan, who wrote 'hello', and her friend Eve, with whom she has no chat. */
async function createAnnWithChat(users: TestUsers) {
  const [ann, dan, eve] = await users.createAll('Ann Lee', 'Dan Fox', 'Eve Sol');
  const chatId = await users.createChat(ann, dan);
  await users.befriend(ann, eve);
  await postMessages(users, chatId, [[dan, 'hello']]);
  return { ann, dan, chatPath: `/chat/${chatId}` };
}

async function openFriends(page: Page) {
  await openFromMenu(page, 'Friends');
  await expect(friends(page).getByText('Eve Sol')).toBeVisible();
}

const boxOf = (part: Locator) => part.evaluate((element) => element.getBoundingClientRect());

const path = (page: Page) => new URL(page.url()).pathname;

test('[NAV-1] [NAV-2] on a phone Back closes the topmost layer over the chat first, then the chat', async ({
  users,
  openAs,
}) => {
  const { ann, chatPath } = await createAnnWithChat(users);
  const page = await openAs(ann);
  await page.setViewportSize(phone);
  await chatList(page).getByText('Dan Fox').click();
  await expect(messageText(page, 'hello')).toBeVisible();

  await test.step('the emoji picker', async () => {
    await button(page, 'Emoji').click();
    const picker = page.getByRole('dialog', { name: 'Emoji' });
    await expect(picker).toBeVisible();
    await page.goBack();
    await expect(picker).toBeHidden();
  });

  await test.step('a full-screen image', async () => {
    await page
      .locator('input[type=file][accept="image/*"]')
      .setInputFiles({ name: 'red.png', mimeType: 'image/png', buffer: createPng(40, 30) });
    await sendButton(page).click();
    // Its row still changes while it is being sent, and the list follows.
    await expect(messageText(page, 'Sent')).toBeVisible();
    await waitForScrollEnd(page);
    await messageList(page)
      .getByRole('button', { name: /open image/i })
      .click();
    const lightbox = page.getByRole('dialog', { name: /image/i });
    await expect(lightbox).toBeVisible();
    await page.goBack();
    await expect(lightbox).toBeHidden();
    expect(path(page)).toBe(chatPath);
  });

  await test.step('a reload closes layers, too, and leaves no entry of them', async () => {
    await button(page, 'Show chat list').click();
    await openFriends(page);
    await page.reload();
    await expect(messageText(page, 'hello')).toBeVisible();
    await expect(friends(page)).toBeHidden();
  });

  await test.step('a confirmation over the info panel', async () => {
    await button(page, 'Chat info').click();
    await button(page, 'Leave this chat').click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('alertdialog')).toBeHidden();
    await expect(infoPanel(page)).toBeVisible();
    await page.goBack();
    await expect(infoPanel(page)).toBeHidden();
    await expect(messageText(page, 'hello')).toBeVisible();
  });

  await page.goBack();
  await expect(messageText(page, 'hello')).toBeHidden();
  await expect(chatList(page)).toBeVisible();
  expect(path(page)).toBe('/');
});

test('[NAV-4] on a phone every step leads to the chat list or a chat @long', async ({ users, openAs }) => {
  const { ann, chatPath } = await createAnnWithChat(users);
  await users.createChat(ann, await users.create('Guy Ash'));
  const page = await openAs(ann);
  await page.setViewportSize(phone);
  await expect(chatList(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(chatList(page)).toBeVisible();
  await expect(button(page, /^(Close sidebar|Hide chat list)$/)).toBeHidden();

  await test.step('the list over a chat opens and closes, by its buttons and by Back', async () => {
    await chatList(page).getByText('Dan Fox').click();
    await expect(messageField(page)).toBeVisible();
    await expect(chatList(page)).not.toBeInViewport();
    for (const close of [() => button(page, 'Close sidebar').click(), () => page.goBack()]) {
      await button(page, 'Show chat list').click();
      await expect(chatList(page)).toBeInViewport();
      await close();
      await expect(chatList(page)).not.toBeInViewport();
      expect(path(page)).toBe(chatPath);
    }
  });

  await test.step('Back from a chat chosen in that list returns to the list', async () => {
    await button(page, 'Show chat list').click();
    await chatList(page).getByText('Guy Ash').click();
    await expect(page.getByRole('heading', { name: 'Guy Ash' })).toBeVisible();
    await page.goBack();
    await expect.poll(() => path(page)).toBe('/');
    await expect(chatList(page)).toBeInViewport();
  });

  await test.step('leaving a chat returns to the list', async () => {
    await chatList(page).getByText('Guy Ash').click();
    await button(page, 'Chat info').click();
    await button(page, 'Leave this chat').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
    await expect.poll(() => path(page)).toBe('/');
    await expect(chatList(page)).toBeInViewport();
    await expect(infoPanel(page)).toBeHidden();
  });
});

test('[NAV-5] [NAV-6] [NAV-7] [NAV-8] [UI-44] the chat list, the info panel, dialogs and messages follow the width of the screen', async ({
  users,
  openAs,
}) => {
  const { ann } = await createAnnWithChat(users);
  const page = await openAs(ann);

  await test.step('at 1024 px the chat list is beside the hint, and one button toggles it over a chat', async () => {
    await page.setViewportSize({ width: 1024, height: 768 });
    await expect(chatList(page)).toBeInViewport();
    const hint = await boxOf(page.getByRole('main').getByRole('heading', { level: 2 }));
    expect(Math.abs((hint.left + hint.right) / 2 - (340 + 1024) / 2)).toBeLessThan(2);
    await expect(page.getByRole('main')).not.toHaveAttribute('inert');

    await chatList(page).getByText('Dan Fox').click();
    await expect(messageText(page, 'hello')).toBeVisible();
    await expect(button(page, /chat list|back/i)).toHaveCount(1);
    const header = await boxOf(page.getByRole('main').locator('header'));
    const tab = await boxOf(button(page, 'Show chat list'));
    expect(tab.top).toBeGreaterThanOrEqual(header.top);
    expect(tab.bottom).toBeLessThanOrEqual(header.bottom);
    await button(page, 'Show chat list').click();
    await expect(chatList(page)).toBeInViewport();
    await button(page, 'Hide chat list').click();
    await expect(chatList(page)).not.toBeInViewport();
  });

  await test.step('the info panel overlays the chat below 900 px and is beside it from 900 px', async () => {
    await page.setViewportSize({ width: 760, height: 900 });
    await button(page, 'Chat info').click();
    await expect(infoPanel(page)).toBeVisible();
    const widthsAt = async (width: number) => {
      await page.setViewportSize({ width, height: 900 });
      const [list, panel] = [await messageList(page).boundingBox(), await infoPanel(page).boundingBox()];
      return { list: list?.width, panel: panel?.width };
    };
    const { infoPanelWidthPx: wide, infoPanelNarrowWidthPx: narrow } = limits;
    await expect.poll(() => widthsAt(720)).toEqual({ list: 720, panel: narrow });
    await expect.poll(() => widthsAt(721)).toEqual({ list: 721, panel: wide });
    await expect.poll(() => widthsAt(899)).toEqual({ list: 899, panel: wide });
    await expect.poll(() => widthsAt(900)).toEqual({ list: 900 - wide, panel: wide });
    await page.setViewportSize(desktop);
    await button(page, 'Close chat info').click();
    await expect(infoPanel(page)).toBeHidden();
  });

  await test.step('the message column is wider on screens above 1900 px', async () => {
    const composer = page.getByRole('form', { name: 'Write a message' });
    for (const [width, column] of [
      [1899, 820],
      [1920, 1080],
    ] as const) {
      await page.setViewportSize({ width, height: 1000 });
      await expect.poll(async () => (await composer.boundingBox())?.width).toBe(column);
    }
  });

  await test.step('on a phone a dialog is a sheet that closes when its handle is dragged down', async () => {
    await openFriends(page);
    const handle = friends(page).locator('[data-sheet-handle]');
    await expect(handle).toBeHidden();
    await page.setViewportSize(phone);
    // Hovering waits until the opening animation has ended.
    await handle.hover();
    const { left, right, top } = await boxOf(handle);
    const drag = async (byPx: number) => {
      await page.mouse.move((left + right) / 2, top + 8);
      await page.mouse.down();
      await page.mouse.move((left + right) / 2, top + 8 + byPx, { steps: 4 });
      await page.mouse.up();
    };
    await drag(40);
    await expect.poll(async () => (await boxOf(handle)).top).toBeCloseTo(top, 0);
    await drag(160);
    await expect(friends(page)).toBeHidden();
  });
});

test('[NAV-30] [NAV-33] choosing the open chat again, in the list or in a toast, adds no history entry @long', async ({
  users,
  openAs,
}) => {
  const { ann, dan, chatPath } = await createAnnWithChat(users);
  const [annsApi, dansApi] = [await users.apiClient(ann), await users.apiClient(dan)];
  await annsApi.call(removeFriend, { friendId: dansApi.id });
  await annsApi.call(sendFriendRequest, { friendId: dansApi.id });
  const page = await openAs(ann);
  await chatList(page).getByText('Dan Fox').click();
  await expect(messageText(page, 'hello')).toBeVisible();
  for (let times = 0; times < 3; times += 1) await chatList(page).getByText('Dan Fox').click();
  await openFriends(page);
  await dansApi.call(sendFriendRequest, { friendId: annsApi.id });
  await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Chat' }).click();
  await expect(friends(page)).toBeHidden();
  expect(path(page)).toBe(chatPath);
  await page.goBack();
  await expect.poll(() => path(page)).toBe('/');
});
