import { archiveChat, type ChatId, editChat, muteChat, pinChat, sendMessage } from '@chat-app/contract';
import type { Page } from '@playwright/test';
import { findViolations } from './support/accessibility.ts';
import { chatList, sidebar } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { phone } from './support/touch.ts';
import type { TestUser, TestUsers } from './support/users.ts';

const names = (page: Page) => chatList(page).locator('a bdi[title]');
const row = (page: Page, name: string | RegExp) => chatList(page).getByRole('link', { name });
const archiveRow = (page: Page) => sidebar(page).getByRole('button', { name: /^Archived/ });
const moved = 'Control+Shift+ArrowDown';

/** Groups of Ann, Bob and Cat with these names, the first one on top. */
async function createGroups(users: TestUsers, titles: readonly string[]) {
  const [ann, bob, cat] = await users.createAll('Ann Lee', 'Bob Ray', 'Cat Moe');
  const annsApi = await users.apiClient(ann);
  const chatIds: ChatId[] = [];
  for (const name of titles.toReversed()) {
    const chatId = await users.createChat(ann, bob, cat);
    await annsApi.call(editChat, { chatId, name });
    chatIds.unshift(chatId);
  }
  return { ann, bob, chatIds };
}

async function pinAll(users: TestUsers, user: TestUser, chatIds: readonly ChatId[]) {
  const api = await users.apiClient(user);
  for (const chatId of chatIds.toReversed()) await api.call(pinChat, { chatId, isPinned: true });
}

/** The middle of a row, and the height of one. */
async function placeOf(page: Page, name: string) {
  const box = await row(page, new RegExp(name)).boundingBox();
  if (!box) throw new Error(`${name} is not shown`);
  return { x: box.x + 120, y: box.y + box.height / 2, height: box.height };
}

test('[CHT-462] [CHT-464] chats are archived, found, pinned, dragged and moved on one device, and the other device follows', async ({
  users,
  openAs,
}) => {
  const { ann, bob, chatIds } = await createGroups(users, ['Alps', 'Books', 'Chess', 'Drama']);
  const [alps = '' as ChatId, books = '' as ChatId, chess = '' as ChatId] = chatIds;
  const bobsApi = await users.apiClient(bob);
  const annsApi = await users.apiClient(ann);
  const [laptop, other] = await Promise.all([openAs(ann), openAs(ann)]);
  const bothShow = async (...order: string[]) => {
    for (const page of [laptop, other]) await expect(names(page)).toHaveText(order);
  };
  await bothShow('Alps', 'Books', 'Chess', 'Drama');

  await test.step('an archived chat is found, and returns with its next message; a muted one stays', async () => {
    await annsApi.call(muteChat, { chatId: books, isMuted: true });
    await annsApi.call(archiveChat, { chatId: books, isArchived: true });
    await row(laptop, /Alps/).click({ button: 'right' });
    await laptop.getByRole('menuitem', { name: 'Archive', exact: true }).click();
    await bothShow('Chess', 'Drama');
    for (const page of [laptop, other]) await expect(archiveRow(page)).toContainText('2 chats');
    await archiveRow(laptop).click();
    await expect(names(laptop)).toHaveText(['Alps', 'Books']);
    await laptop.getByRole('searchbox', { name: 'Search chat' }).fill('alps');
    await expect(row(laptop, /Alps , archived/)).toBeVisible();
    await laptop.getByRole('searchbox', { name: 'Search chat' }).fill('');

    for (const chatId of [alps, books]) await bobsApi.call(sendMessage, { chatId, content: 'Hello', type: 'text' });
    await expect(names(laptop)).toHaveText(['Books']);
    await laptop.getByRole('button', { name: 'Back to all chats' }).click();
    await bothShow('Alps', 'Chess', 'Drama');
    for (const page of [laptop, other]) {
      await expect(archiveRow(page)).toContainText('1 unread');
      await expect(page).toHaveTitle('(1) Chat App');
    }
    await annsApi.call(archiveChat, { chatId: books, isArchived: false });
    await bothShow('Books', 'Alps', 'Chess', 'Drama');
  });

  await test.step('pinned from the menu of a row', async () => {
    await pinAll(users, ann, [chess, books]);
    await bothShow('Chess', 'Books', 'Alps', 'Drama');
    await row(laptop, /Drama/).click({ button: 'right' });
    await laptop.getByRole('menuitem', { name: 'Pin', exact: true }).click();
    await bothShow('Drama', 'Chess', 'Books', 'Alps');
    expect(await findViolations(laptop)).toEqual([]);
  });

  await test.step('with the mouse; releasing it opens no chat', async () => {
    const { x, y, height } = await placeOf(laptop, 'Drama');
    await laptop.mouse.move(x, y);
    await laptop.mouse.down();
    await laptop.mouse.move(x, y + height, { steps: 5 });
    await laptop.mouse.move(x, y + 2 * height, { steps: 5 });
    await laptop.mouse.up();
    await bothShow('Chess', 'Books', 'Drama', 'Alps');
    await expect(laptop).toHaveURL('/');
  });

  await test.step('with the keyboard, quickly', async () => {
    await row(laptop, /Chess/).focus();
    await laptop.keyboard.press(moved);
    await expect(names(laptop)).toHaveText(['Books', 'Chess', 'Drama', 'Alps']);
    await expect(row(laptop, /Chess/)).toBeFocused();
    await laptop.keyboard.press(moved);
    await bothShow('Books', 'Drama', 'Chess', 'Alps');
    await expect(row(laptop, /Chess/)).toBeFocused();
    await expect(sidebar(laptop).getByText('Chess, position 3 of 3')).toBeAttached();
  });
});

test('[CHT-463] on a phone, a held row is dragged; held without moving, it shows its menu', async ({
  users,
  openAs,
}) => {
  const { ann, chatIds } = await createGroups(users, ['Alps', 'Books', 'Chess']);
  await pinAll(users, ann, chatIds);
  const page = await openAs(ann, '/', phone);
  await expect(names(page)).toHaveText(['Alps', 'Books', 'Chess']);
  // The code that moves rows is loaded after them.
  await expect(sidebar(page).locator('output')).toBeAttached();
  const touch = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints });
  const { x, y, height } = await placeOf(page, 'Alps');

  await send('touchStart', { x, y });
  await expect(chatList(page).locator('[data-raised]')).toHaveCount(1);
  for (const share of [0.3, 0.6, 1, 1.1]) await send('touchMove', { x, y: y + share * height });
  await send('touchEnd');
  await expect(names(page)).toHaveText(['Books', 'Alps', 'Chess']);
  await expect(page).toHaveURL('/');

  await send('touchStart', { x, y });
  await expect(chatList(page).locator('[data-raised]')).toHaveCount(1);
  await send('touchEnd');
  await page.getByRole('menuitem', { name: 'Unpin' }).click();
  await expect(row(page, /Books , pinned/)).toBeHidden();
  await expect(page).toHaveURL('/');
});
