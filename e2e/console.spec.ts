import type { Page } from '@playwright/test';
import { logoutButton, toast } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { inspectScreen } from './support/inspect-screen.ts';

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

/** Whether one of the scripts that the page has loaded contains code of the console. */
async function hasLoadedConsole(page: Page): Promise<boolean> {
  const urls = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  const scripts = urls.filter((url) => url.endsWith('.js'));
  const texts = await Promise.all(scripts.map(async (url) => (await page.request.get(url)).text()));
  expect(texts.length).toBeGreaterThan(1);
  return texts.some((text) => text.includes('Administrators cannot open'));
}

test('[CON-17] [CON-20] [UI-12] [CON-16] an administrator finds a person, suspends them, which signs them out, resumes them, and downloads the log', async ({
  openAs,
  users,
}) => {
  const [host, bob] = [await users.createHost(), await users.create('Bobby Suspect')];
  const [hostPage, bobsPage] = [await openAs(host), await openAs(bob)];
  const row = hostPage.getByRole('row', { name: /Bobby Suspect/ });
  const logIn = async () => {
    await bobsPage.getByLabel('Email').fill(bob.email);
    await bobsPage.getByLabel('Password', { exact: true }).fill(bob.password);
    await bobsPage.getByRole('button', { name: 'Login', exact: true }).click();
  };

  await test.step('the main screen loads no code of the console', async () => {
    await expect(logoutButton(bobsPage)).toBeVisible();
    await expect(logoutButton(hostPage)).toBeVisible();
    await hostPage.waitForLoadState('networkidle');
    expect(await hasLoadedConsole(hostPage)).toBe(false);
    await openConsole(hostPage);
    expect(await hasLoadedConsole(hostPage)).toBe(true);
  });

  await test.step('a person is found', async () => {
    await navigate(hostPage, 'People');
    await hostPage.getByLabel('Search by name or email').fill('bobby sus');
    await expect(row).toBeVisible();
    await expect(hostPage.getByRole('row')).toHaveCount(2);
  });

  await test.step('closing the details of an account or a question returns the focus to its menu', async () => {
    const menu = hostPage.getByRole('button', { name: `More about ${bob.name}` });
    for (const [item, role] of [
      ['Details', 'dialog'],
      ['Suspend', 'alertdialog'],
    ] as const) {
      await menu.press('Enter');
      await hostPage.getByRole('menuitem', { name: item }).press('Enter');
      await expect(hostPage.getByRole(role)).toBeVisible();
      await hostPage.keyboard.press('Escape');
      await expect(menu).toBeFocused();
    }
  });

  await test.step('suspended, they are signed out, and the login says why', async () => {
    await chooseFor(hostPage, bob.name, 'Suspend');
    await expect(row.getByText('Suspended', { exact: true })).toBeVisible();
    await expect(bobsPage.getByRole('heading', { name: 'Log in' })).toBeVisible();
    await logIn();
    await expect(toast(bobsPage, 'This account has been suspended')).toBeVisible();
  });

  await test.step('resumed, they can log in', async () => {
    await chooseFor(hostPage, bob.name, 'Resume');
    await expect(row.getByText('Suspended', { exact: true })).toBeHidden();
    await logIn();
    await expect(logoutButton(bobsPage)).toBeVisible();
  });

  await test.step('the log lists what was done, and can be downloaded', async () => {
    await navigate(hostPage, 'Audit log');
    await expect(hostPage.getByRole('row', { name: /Hanna Ost.*Suspended.*Bobby Suspect/ })).toBeVisible();
    const downloading = hostPage.waitForEvent('download');
    await hostPage.getByRole('link', { name: 'Download CSV' }).click();
    expect((await downloading).suggestedFilename()).toMatch(/\.csv$/);
  });
});

test('[CON-18] the screens of the console have no accessibility violations in either theme and fit 320 px', async ({
  openAs,
  users,
}) => {
  const [host, bob] = [await users.createHost(), await users.create('Bob Ray')];
  const page = await openAs(host, '/admin');
  await expect(page.getByRole('slider').first()).toBeVisible();
  const found: Record<string, unknown> = { overview: await inspectScreen(page, 'overview') };
  for (const section of ['People', 'Reports', 'Invitations', 'Settings', 'Audit log']) {
    await navigate(page, section);
    await expect(page.getByText('Loading', { exact: true })).toHaveCount(0);
    found[section] = await inspectScreen(page, section);
  }
  await navigate(page, 'People');
  await page.getByLabel('Search by name or email').fill(bob.email);
  // Until then the former list is dimmed.
  await expect(page.getByRole('button', { name: /^More about/ })).toHaveCount(1);
  await page.getByRole('button', { name: new RegExp(bob.email) }).click();
  await expect(page.getByRole('dialog', { name: 'Account' })).toBeVisible();
  found['account'] = await inspectScreen(page, 'account');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: `More about ${bob.name}` }).click();
  await page.getByRole('menuitem', { name: 'Delete account' }).click();
  await expect(page.getByRole('dialog', { name: /^Delete the account/ })).toBeVisible();
  found['deletion'] = await inspectScreen(page, 'deletion');
  const none = { light: [], dark: [] };
  expect(found).toEqual(Object.fromEntries(Object.keys(found).map((screen) => [screen, none])));
});
