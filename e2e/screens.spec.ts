import { limits } from '@chat-app/contract';
import type { Page } from '@playwright/test';
import { gzipSync } from 'node:zlib';
import { logoutButton, openFromMenu } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { inspectScreen } from './support/inspect-screen.ts';
import type { TestUsers } from './support/users.ts';

type Inspect = (screen: string) => Promise<void>;

/** All screens by role. Each tour visits the screens of a role in one page and inspects each. */
const tours: Record<string, (page: Page, users: TestUsers, inspect: Inspect) => Promise<void>> = {
  'a visitor and an unverified user': async (page, users, inspect) => {
    await page.goto('/login');
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await expect(page.getByText('Email is required')).toBeVisible();
    await inspect('login');
    await page.goto('/register');
    await page.getByRole('button', { name: 'Sign up' }).click();
    await expect(page.getByText('Name is required')).toBeVisible();
    await inspect('register');
    await page.goto('/forgot-password');
    await expect(page.getByLabel('Email')).toBeVisible();
    await inspect('forgot password');
    await page.goto('/reset-password');
    await expect(page.getByRole('heading', { name: 'Invalid Reset Link' })).toBeVisible();
    await inspect('invalid reset link');
    await page.goto('/reset-password?token=x');
    await expect(page.getByLabel('New password')).toBeVisible();
    await inspect('reset password');
    await users.signIn(page.context(), await users.createUnverified());
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Your account is not verified' })).toBeVisible();
    await inspect('not verified');
  },
  'a new user and the owner of a group': async (page, users, inspect) => {
    const [ann, bob, cat] = await users.createAll('Ann Lee', 'Bob Ray', 'Cat Moe');
    await users.signIn(page.context(), ann);
    await page.goto('/');
    await expect(logoutButton(page)).toBeVisible();
    await inspect('main');
    await openFromMenu(page, 'Account Settings');
    await expect(page.getByRole('dialog').getByLabel('Name')).toBeVisible();
    await inspect('account information');
    await page.getByRole('tab', { name: 'Notifications' }).click();
    await expect(page.getByRole('switch', { name: 'Push on this device' })).toBeVisible();
    await inspect('account notifications');
    await page.getByRole('tab', { name: 'Privacy' }).click();
    await expect(page.getByRole('switch', { name: 'Read receipts' })).toBeVisible();
    await inspect('account privacy');
    await page.getByRole('tab', { name: 'Security' }).click();
    await expect(page.getByLabel('Current password')).toBeVisible();
    await inspect('account security');
    await page.goto(`/chat/${await users.createChat(ann, bob, cat)}`);
    await expect(page.getByRole('main').getByText('Ann Lee created the group')).toBeVisible();
    await inspect('open chat');
    await openFromMenu(page, 'Friends');
    await expect(page.getByRole('dialog').getByText('Bob Ray')).toBeVisible();
    await inspect('friends');
    await page.keyboard.press('Escape');
    await openFromMenu(page, 'New Chat');
    await page.getByRole('button', { name: /add Bob Ray/i }).click();
    await inspect('new chat');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByRole('button', { name: /info/i }).first().click();
    await page.getByRole('button', { name: 'Group chat members' }).click();
    await expect(page.getByRole('button', { name: /remove Bob Ray/i })).toBeVisible();
    await inspect('chat info');
  },
};

for (const [role, tour] of Object.entries(tours)) {
  test(`[UI-10] the screens of ${role} have no accessibility violations in either theme and fit 320 px`, async ({
    page,
    users,
  }) => {
    const found: Record<string, unknown> = {};
    await tour(page, users, async (screen) => {
      found[screen] = await inspectScreen(page, screen);
    });
    const none = { light: [], dark: [] };
    expect(found).toEqual(Object.fromEntries(Object.keys(found).map((screen) => [screen, none])));
  });
}

test('[UI-12] a user logs in and opens the account dialog by keyboard only @long', async ({ page, users }) => {
  const ann = await users.create();
  await page.goto('/login');
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
  await page.getByLabel('Email').focus();
  await page.keyboard.type(ann.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(ann.password);
  await page.keyboard.press('Enter');
  await expect(logoutButton(page)).toBeVisible();

  const menu = page.getByRole('button', { name: 'Menu' });
  for (let tabs = 0; tabs < 10 && !(await menu.evaluate((node) => node === document.activeElement)); tabs += 1) {
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(menu).toBeFocused();
});

/** The gzipped size of all scripts that the page loads until nothing is requested any more. */
async function countScriptBytes(page: Page, path: string): Promise<number> {
  await page.goto(path, { waitUntil: 'networkidle' });
  // Only those of this document: what a page before it still loads is not counted.
  const urls = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => name.startsWith(location.origin) && name.endsWith('.js')),
  );
  const scripts = await Promise.all([...new Set(urls)].map(async (url) => (await page.request.get(url)).body()));
  const bytes = scripts.reduce((sum, script) => sum + gzipSync(script).length, 0);
  test.info().annotations.push({ type: 'gzipped bytes', description: String(bytes) });
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
