import type { Page } from '@playwright/test';
import { chatList, infoPanel, messageField, messageList, messageText, sendText } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { createInspection } from './support/inspect-screen.ts';
import { findClippedControls, longestAnimationMs } from './support/layout.ts';
import type { TestUsers } from './support/users.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const shortcutList = (page: Page) => dialog(page, 'Keyboard shortcuts');

/** Creates Ann, her chat with Dan and, above it in her list, a group that remains one without Cat. */
async function createAnnWithChats(users: TestUsers) {
  const [ann, dan, bob, cat] = await users.createAll('Ann Lee', 'Dan Fox', 'Bob Ray', 'Cat Moe');
  await users.createChat(ann, dan);
  const groupId = await users.createChat(ann, dan, bob, cat);
  return { ann, groupId };
}

const chatRows = (page: Page) => chatList(page).getByRole('link');

async function confirmByKeyboard(page: Page, name: string) {
  const confirmation = page.getByRole('alertdialog');
  await expect(confirmation.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(confirmation.getByRole('button', { name })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(confirmation).toBeHidden();
}

test('[UI-12] [UI-52] [UI-53] every control is reachable by keyboard, and the focus is never lost', async ({
  users,
  openAs,
}) => {
  const { ann } = await createAnnWithChats(users);
  const page = await openAs(ann);
  await expect(chatRows(page)).toHaveCount(2);

  await test.step('? opens the list of shortcuts, without accessibility violations in either theme', async () => {
    await page.keyboard.press('?');
    await expect(shortcutList(page)).toBeVisible();
    const { inspect, violations } = createInspection(page);
    await inspect('Keyboard shortcuts');
    expect(violations).toEqual({});
  });

  await test.step('the shortcut ? can be turned off by keyboard, and stays off after a reload', async () => {
    const singleKeys = page.getByRole('switch', { name: '? opens this list' });
    await singleKeys.press('Space');
    await expect(singleKeys).not.toBeChecked();
    await page.keyboard.press('Escape');
    await expect(shortcutList(page)).toBeHidden();
    await page.reload();
    await expect(chatRows(page)).toHaveCount(2);
    await page.keyboard.press('?');
    await page.keyboard.press('Control+/');
    await expect(shortcutList(page)).toBeVisible();
    await singleKeys.press('Space');
    await expect(singleKeys).toBeChecked();
    await page.keyboard.press('Escape');
    await expect(shortcutList(page)).toBeHidden();
  });

  await test.step('the next chat opens with its field focused, where ? is a character and Ctrl+/ opens the list', async () => {
    await page.keyboard.press('Alt+ArrowDown');
    await expect(messageField(page)).toBeFocused();
    const first = page.url();
    await page.keyboard.press('Alt+ArrowDown');
    await expect(page).not.toHaveURL(first);
    await page.keyboard.press('Alt+ArrowUp');
    await expect(page).toHaveURL(first);
    // The URL changes first, while the field of the previous chat still has the focus.
    await expect(chatRows(page).first()).toHaveAttribute('aria-current', 'page');
    await expect(messageField(page)).toBeFocused();
    await page.keyboard.type('why?');
    await expect(messageField(page)).toHaveValue('why?');
    await page.keyboard.press('Control+/');
    await expect(shortcutList(page)).toBeVisible();
    // Shortcuts do nothing while a dialog is open.
    await page.keyboard.press('Alt+n');
    await page.keyboard.press('Escape');
    await expect(shortcutList(page)).toBeHidden();
    await expect(dialog(page, 'Create new chat')).toBeHidden();
    await expect(messageField(page)).toBeFocused();
  });

  await test.step('closed dialogs return the focus', async () => {
    await page.keyboard.press('Alt+p');
    await expect(dialog(page, 'Friends')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog(page, 'Friends')).toBeHidden();
    await expect(messageField(page)).toBeFocused();
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('combobox', { name: 'Search' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog(page, 'Search')).toBeHidden();
    await expect(messageField(page)).toBeFocused();
    await button(page, 'Menu').press('Enter');
    await page.getByRole('menuitem', { name: 'Account Settings' }).press('Enter');
    await button(page, 'Keyboard shortcuts').press('Enter');
    // The dialog handles keys only once it has the focus.
    await expect.poll(() => shortcutList(page).evaluate((list) => list.contains(document.activeElement))).toBe(true);
    await page.keyboard.press('Escape');
    await expect(button(page, 'Keyboard shortcuts')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(button(page, 'Menu')).toBeFocused();
  });

  await test.step('deleting a message moves the focus to the message list', async () => {
    await page.keyboard.press('Alt+m');
    await expect(messageField(page)).toBeFocused();
    for (const text of ['first', 'second']) await sendText(page, text);
    await button(page, 'Delete message: second').press('Enter');
    await confirmByKeyboard(page, 'Delete');
    await expect(messageText(page, 'second')).toHaveCount(0);
    await expect(messageList(page)).toBeFocused();
  });

  await test.step('the info panel returns the focus to its button; removing a member moves it to the member list', async () => {
    await page.keyboard.press('Alt+i');
    await button(page, 'Close chat info').press('Enter');
    await expect(infoPanel(page)).toBeHidden();
    await expect(button(page, 'Chat info')).toBeFocused();
    await page.keyboard.press('Enter');
    await button(page, 'Group chat members').press('Enter');
    await button(page, 'Remove Cat Moe').press('Enter');
    await confirmByKeyboard(page, 'Remove');
    await expect(button(page, 'Remove Cat Moe')).toHaveCount(0);
    await expect(page.getByRole('list', { name: 'Group chat members' })).toBeFocused();
  });

  await test.step('leaving a chat moves the focus to the main area', async () => {
    await button(page, 'Leave this chat').press('Enter');
    await confirmByKeyboard(page, 'Leave');
    await expect(page.getByRole('heading', { name: 'Select a chat' })).toBeVisible();
    await expect(page.getByRole('main')).toBeFocused();
  });
});

/** 1440x900 at 200 %, a small window at 200 %, and the narrowest phone. */
const zoomedViewports = [
  { width: 720, height: 450 },
  { width: 640, height: 450 },
  { width: 320, height: 640 },
];

test('[UI-53] [UI-54] [UI-55] a ring shows the keyboard focus alone; no control is clipped at 200 % zoom or 320 px, and nothing moves with reduced motion @long', async ({
  users,
  openAs,
}) => {
  const { ann, groupId } = await createAnnWithChats(users);
  const page = await openAs(ann);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect(chatRows(page)).toHaveCount(2);

  await test.step('[UI-53] a focus ring shows after a key press, but not after a click', async () => {
    const outline = () => page.evaluate(() => getComputedStyle(document.activeElement ?? document.body).outlineColor);
    await page.keyboard.press('Alt+p');
    await page.getByRole('tab', { name: 'Sent' }).click();
    await expect(page.getByRole('tab', { name: 'Sent' })).toBeFocused();
    await expect.poll(outline).toBe('rgba(0, 0, 0, 0)');
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('tab', { name: 'Find' })).toBeFocused();
    await expect.poll(outline).not.toBe('rgba(0, 0, 0, 0)');
    await page.keyboard.press('Escape');
    await expect(dialog(page, 'Friends')).toBeHidden();
  });

  async function expectFit(screen: string) {
    await expect.poll(() => longestAnimationMs(page), screen).toBeLessThanOrEqual(1);
    for (const size of zoomedViewports) {
      await page.setViewportSize(size);
      await expect.poll(() => findClippedControls(page), `${screen} at ${size.width}x${size.height}`).toEqual([]);
    }
  }

  await expectFit('the list of chats');
  for (const [keys, name] of [
    ['?', 'Keyboard shortcuts'],
    ['Alt+n', 'Create new chat'],
    ['Alt+p', 'Friends'],
  ] as const) {
    await page.keyboard.press(keys);
    await expect(dialog(page, name)).toBeVisible();
    await expectFit(name);
    await page.keyboard.press('Escape');
    await expect(dialog(page, name)).toBeHidden();
  }
  await button(page, 'Menu').press('Enter');
  await page.getByRole('menuitem', { name: 'Account Settings' }).press('Enter');
  await expect(dialog(page, 'Account Settings')).toBeVisible();
  await expectFit('the account');

  await page.goto(`/chat/${groupId}`);
  await sendText(page, 'https://example.org/'.padEnd(300, 'long'));
  await sendText(page, 'hello');
  await expectFit('the chat');
  await page.keyboard.press('Alt+i');
  await button(page, 'Group chat members').press('Enter');
  await expectFit('the panel');
  await button(page, 'Leave this chat').press('Enter');
  await expect(dialog(page, 'Who follows you?')).toBeVisible();
  await expectFit('the question who follows');
  await page.keyboard.press('Escape');
  await button(page, 'Delete this chat').press('Enter');
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await expectFit('a confirmation');
});
