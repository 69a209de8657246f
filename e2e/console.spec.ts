import { getServerConfig } from '@chat-app/contract';
import type { Page } from '@playwright/test';
import { logoutButton, toast } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { inspectScreen } from './support/inspect-screen.ts';
import type { TestUsers } from './support/users.ts';

/** One administrator for each test. */
const addresses = Array.from({ length: 20 }, (_, index) => `host${index}@example.org`);
test.use({ environment: { ADMIN_EMAILS: addresses.join(',') } });

let used = 0;
function createHost(users: TestUsers) {
  used += 1;
  return users.create('Hanna Ost', addresses[used - 1]);
}

async function openConsole(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Menu/ }).click();
  await page.getByRole('menuitem', { name: 'Administration' }).click();
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible();
}

const navigate = async (page: Page, section: string) => {
  await page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: section }).click();
  await expect(page.getByRole('heading', { name: section, level: 1 })).toBeVisible();
};

async function chooseFor(page: Page, name: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `More about ${name}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: item }).click();
}

test('[CON-20] an administrator finds a person, suspends them, which signs them out, and resumes them', async ({
  openAs,
  users,
}) => {
  const [host, bob] = [await createHost(users), await users.create('Bobby Suspect')];
  const [hostPage, bobsPage] = [await openAs(host), await openAs(bob)];
  await expect(logoutButton(bobsPage)).toBeVisible();
  await openConsole(hostPage);
  await navigate(hostPage, 'People');
  await hostPage.getByLabel('Search by name or email').fill('bobby sus');
  const row = hostPage.getByRole('row', { name: /Bobby Suspect/ });
  await expect(row).toBeVisible();
  await expect(hostPage.getByRole('row')).toHaveCount(2);

  await chooseFor(hostPage, bob.name, 'Suspend');
  await expect(row.getByText('Suspended', { exact: true })).toBeVisible();
  await expect(bobsPage.getByRole('heading', { name: 'Log in' })).toBeVisible();
  const logIn = async () => {
    await bobsPage.getByLabel('Email').fill(bob.email);
    await bobsPage.getByLabel('Password', { exact: true }).fill(bob.password);
    await bobsPage.getByRole('button', { name: 'Login', exact: true }).click();
  };
  await logIn();
  await expect(toast(bobsPage, 'This account has been suspended')).toBeVisible();

  await chooseFor(hostPage, bob.name, 'Resume');
  await expect(row.getByText('Suspended', { exact: true })).toBeHidden();
  await logIn();
  await expect(logoutButton(bobsPage)).toBeVisible();
});

test('[UI-12] closing the details of an account or a question returns the focus to its menu', async ({
  openAs,
  users,
}) => {
  const [host, bob] = [await createHost(users), await users.create('Frida Focus')];
  const page = await openAs(host, '/admin/people?search=Frida');
  const menu = page.getByRole('button', { name: `More about ${bob.name}` });
  for (const [item, role] of [
    ['Details', 'dialog'],
    ['Suspend', 'alertdialog'],
  ] as const) {
    await menu.press('Enter');
    await page.getByRole('menuitem', { name: item }).press('Enter');
    await expect(page.getByRole(role)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(menu).toBeFocused();
  }
});

test('[CON-11] closing registration in the console takes effect at once', async ({ openAs, users }) => {
  const host = await createHost(users);
  const page = await openAs(host, '/admin/settings');
  const api = await users.apiClient(host);
  const mode = async () => (await api.call(getServerConfig, {})).registration;
  for (const [label, value] of [
    ['Closed', 'closed'],
    ['Open', 'open'],
  ] as const) {
    await page.getByRole('radio', { name: label }).check();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(mode).toBe(value);
  }
  await navigate(page, 'Audit log');
  await expect(page.getByRole('cell', { name: 'Changed the settings' }).first()).toBeVisible();
});

test('[CON-16] every act is in the audit log, which can be downloaded', async ({ openAs, users }) => {
  const [host, bob] = [await createHost(users), await users.create('Robin Reset')];
  const page = await openAs(host, '/admin/people?search=Robin');
  await chooseFor(page, bob.name, 'Sign out everywhere');
  await expect(toast(page, 'Signed out everywhere')).toBeVisible();
  await navigate(page, 'Audit log');
  const entry = page.getByRole('row', { name: /Hanna Ost.*Signed out everywhere.*Robin Reset/ });
  await expect(entry).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.csv$/);
});

test('[CON-1] a user who is no administrator sees the main screen at the address of the console', async ({
  openAs,
  users,
}) => {
  const page = await openAs(await users.create(), '/admin/people');
  await expect(logoutButton(page)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'People' })).toHaveCount(0);
  expect((await page.request.get('/api/admin/people')).status()).toBe(404);
});

test('[CON-17] the main screen of an administrator loads no code of the console', async ({ openAs, users }) => {
  const page = await openAs(await createHost(users));
  await expect(logoutButton(page)).toBeVisible();
  await page.waitForLoadState('networkidle');
  const mentionsConsole = async () => {
    const urls = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    const scripts = urls.filter((url) => url.endsWith('.js'));
    const texts = await Promise.all(scripts.map(async (url) => (await page.request.get(url)).text()));
    expect(texts.length).toBeGreaterThan(1);
    return texts.some((text) => text.includes('Administrators cannot open'));
  };
  expect(await mentionsConsole()).toBe(false);
  await openConsole(page);
  expect(await mentionsConsole()).toBe(true);
});

test('[CON-18] the screens of the console have no accessibility violations in either theme and fit 320 px', async ({
  openAs,
  users,
}) => {
  const [host, bob] = [await createHost(users), await users.create('Bob Ray')];
  const page = await openAs(host, '/admin');
  await expect(page.getByRole('slider').first()).toBeVisible();
  const found: Record<string, unknown> = { overview: await inspectScreen(page, 'overview') };
  for (const section of ['People', 'Reports', 'Invitations', 'Settings', 'Audit log']) {
    await navigate(page, section);
    await expect(page.getByText('Loading', { exact: true })).toHaveCount(0);
    found[section] = await inspectScreen(page, section);
  }
  await navigate(page, 'People');
  await page.getByRole('button', { name: new RegExp(bob.email) }).click();
  await expect(page.getByRole('dialog', { name: 'Account' })).toBeVisible();
  found['account'] = await inspectScreen(page, 'account');
  await page.keyboard.press('Escape');
  await page
    .getByRole('button', { name: `More about ${bob.name}` })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Delete account' }).click();
  await expect(page.getByRole('dialog', { name: /^Delete the account/ })).toBeVisible();
  found['deletion'] = await inspectScreen(page, 'deletion');
  const none = { light: [], dark: [] };
  expect(found).toEqual(Object.fromEntries(Object.keys(found).map((screen) => [screen, none])));
});
