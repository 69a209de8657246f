import { limits } from '@chat-app/contract';
import type { Locator, Page } from '@playwright/test';
import { gzipSync } from 'node:zlib';
import { chatList, logoutButton, messageField, messageText, openFromMenu, postMessages } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { createInspection } from './support/inspect-screen.ts';
import { loadedScripts } from './support/scripts.ts';
import type { TestUsers } from './support/users.ts';

/** All screens by role. Each tour visits the screens of a role in one page and inspects each. */
const tours: Record<
  string,
  (page: Page, users: TestUsers, inspect: (screen: string, part: Locator) => Promise<void>) => Promise<void>
> = {
  'a visitor and an unverified user': async (page, users, inspect) => {
    await page.goto('/reset-password?token=x');
    await inspect('reset password', page.getByLabel('New password'));
    await page.getByRole('link', { name: 'Back to login' }).click();
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await inspect('login', page.getByText('Email is required'));
    await page.getByRole('link', { name: 'Register' }).click();
    await page.getByRole('button', { name: 'Sign up' }).click();
    await inspect('register', page.getByText('Name is required'));
    await page.goto('/reset-password');
    await inspect('invalid reset link', page.getByRole('heading', { name: 'Invalid Reset Link' }));
    await page.getByRole('link', { name: /new link/i }).click();
    await inspect('forgot password', page.getByRole('heading', { name: 'Forgot password' }));
    await users.signIn(page.context(), await users.createUnverified());
    await page.goto('/');
    await inspect('not verified', page.getByRole('heading', { name: 'Your account is not verified' }));
  },
  'a new user and the owner of a group': async (page, users, inspect) => {
    const [ann, bob, cat] = await users.createAll('Ann Lee', 'Bob Ray', 'Cat Moe');
    await users.signIn(page.context(), ann);
    await page.goto('/');
    await inspect('main', logoutButton(page));
    const settings = await openFromMenu(page, 'Account Settings');
    for (const [tab, control] of [
      ['Information', settings.getByLabel('Name')],
      ['Notifications', settings.getByRole('switch', { name: 'Push on this device' })],
      ['Privacy', settings.getByRole('switch', { name: 'Read receipts' })],
      ['Security', settings.getByLabel('Current password')],
    ] as const) {
      await settings.getByRole('tab', { name: tab }).click();
      await inspect(`account: ${tab}`, control);
    }
    await page.keyboard.press('Escape');
    await users.createChat(ann, bob, cat);
    await chatList(page).getByRole('link').click();
    await inspect('open chat', page.getByRole('main').getByText('Ann Lee created the group'));
    await openFromMenu(page, 'Friends');
    await inspect('friends', page.getByRole('dialog').getByText('Bob Ray'));
    await page.keyboard.press('Escape');
    await openFromMenu(page, 'New Chat');
    await page.getByRole('button', { name: /add Bob Ray/i }).click();
    await inspect('new chat', page.getByRole('dialog'));
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByRole('button', { name: /info/i }).first().click();
    await page.getByRole('button', { name: 'Group chat members' }).click();
    await inspect('chat info', page.getByRole('button', { name: /remove Bob Ray/i }));
  },
};

for (const [role, tour] of Object.entries(tours)) {
  test(`[UI-10] the screens of ${role} have no accessibility violations in either theme and fit 320 px`, async ({
    page,
    users,
  }) => {
    const { inspect, violations } = createInspection(page);
    await tour(page, users, async (screen, part) => {
      await expect(part, screen).toBeVisible();
      await inspect(screen);
    });
    expect(violations).toEqual({});
  });
}

test('[UI-10] the dialogs and panels of a chat have no accessibility violations in either theme and fit 320 px @long', async ({
  users,
  openAs,
  groupChat: { ann, bob, chatId },
}) => {
  await postMessages(users, chatId, [[ann, 'Dinner at eight?']]);
  await openAs(bob, `/chat/${chatId}`);
  const page = await openAs(ann, `/chat/${chatId}`);
  const { inspect: inspectScreen, violations } = createInspection(page);
  const inspect = async (screen: string, part: Locator) => {
    await expect(part).toBeVisible();
    await inspectScreen(screen);
    await page.keyboard.press('Escape');
    await expect(part).toBeHidden();
  };
  const dialog = (name: string) => page.getByRole('dialog', { name });
  const chooseForMessage = async (item: string) => {
    await messageText(page, 'Dinner at eight?').click({ button: 'right' });
    await page.getByRole('menuitem', { name: item }).click();
  };

  await chooseForMessage('Forward');
  await inspect('forwarding', dialog('Forward message'));
  await chooseForMessage('Select');
  await inspect('selecting', page.getByRole('toolbar', { name: 'Selected messages' }));
  await page.getByRole('button', { name: 'Seen by Bob Ray' }).click();
  await inspect('seen by', dialog('Seen by'));
  await page.getByRole('button', { name: 'Today' }).click();
  await inspect('the calendar', dialog('Jump to a date'));
  await page.keyboard.press('Control+f');
  await expect(page.getByRole('textbox', { name: 'Search in this chat' })).toBeFocused();
  await page.keyboard.type('dinner');
  await expect(page.locator('mark')).toHaveText('Dinner');
  await inspect('searching the chat', page.getByRole('search', { name: 'Search in chat' }));
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Search' })).toBeFocused();
  await page.keyboard.type('dinner');
  await expect(page.getByRole('option', { name: /Dinner at eight/ })).toBeVisible();
  await inspect('searching everywhere', dialog('Search'));
  await messageField(page).pressSequentially('@');
  await inspect('mentioning', page.getByRole('listbox', { name: 'Mention' }));
  expect(violations).toEqual({});
});

/** The gzipped size of all scripts that the page loads until nothing is requested any more. */
async function countScriptBytes(page: Page, path: string): Promise<number> {
  await page.goto(path, { waitUntil: 'networkidle' });
  const scripts = await loadedScripts(page);
  const bytes = scripts.reduce((sum, script) => sum + gzipSync(script).length, 0);
  expect(bytes).toBeGreaterThan(10_000);
  return bytes;
}

test('[UI-14] [UI-15] the login screen loads at most 150 KB of gzipped JavaScript; its toast has the specified width and can be closed', async ({
  page,
}) => {
  expect(await countScriptBytes(page, '/login')).toBeLessThanOrEqual(150 * 1024);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  const card = page.getByRole('listitem').filter({ hasText: 'Please check your form data' });
  // Hovering keeps it open.
  await card.hover();
  expect((await card.boundingBox())?.width).toBeCloseTo(limits.toastWidthPx, 1);
  await card.getByRole('button', { name: 'Close notification' }).click();
  await expect(card).toHaveCount(0);
});

test('[UI-13] [UI-14] [UI-211] an open chat loads at most 275 KB of gzipped JavaScript and the fonts of its alphabets; the theme is applied before the first paint', async ({
  users,
  openAs,
}) => {
  const [anh, bob] = await users.createAll('Đặng Thị Ánh', 'Bob Ray');
  const chatId = await users.createChat(anh, bob);
  const page = await openAs(anh, 'about:blank');
  await page.emulateMedia({ colorScheme: 'light' });
  const alphabets = new Set<string>();
  page.on('request', (request) => {
    const [, alphabet] = /inter-([a-z-]+)-wght/.exec(request.url()) ?? [];
    if (alphabet !== undefined) alphabets.add(alphabet);
  });
  expect(await countScriptBytes(page, `/chat/${chatId}`)).toBeLessThanOrEqual(275 * 1024);
  await expect(page.getByText('Đặng Thị Ánh').first()).toBeVisible();
  await page.evaluate(async () => (await document.fonts.ready).status);
  expect(alphabets).toEqual(new Set(['latin', 'vietnamese']));

  await openFromMenu(page, 'Account Settings');
  await page.getByRole('dialog').getByText('Dark', { exact: true }).click();
  const readBackground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await expect.poll(readBackground).toBe('rgb(15, 17, 21)');

  // Without the bundle, only the inline script can have set the theme.
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.reload({ waitUntil: 'domcontentloaded' });
  expect(await readBackground()).toBe('rgb(15, 17, 21)');
});
