import type { Page } from '@playwright/test';
import { logIn } from './support/accounts.ts';
import { logoutButton, toast } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { createInspection } from './support/inspect-screen.ts';
import { loadedScripts } from './support/scripts.ts';

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
  const scripts = await loadedScripts(page);
  expect(scripts.length).toBeGreaterThan(1);
  return scripts.some((text) => text.includes('Administrators cannot open'));
}

test('[CON-17] [CON-20] [UI-12] [CON-16] [CON-18] an administrator finds a person, suspends them, which signs them out, resumes them, and downloads the log, on screens that are accessible and fit 320 px', async ({
  openAs,
  users,
}) => {
  const [host, bob] = [await users.createHost(), await users.create('Bobby Suspect')];
  const [hostPage, bobsPage] = await Promise.all([openAs(host), openAs(bob)]);
  const row = hostPage.getByRole('row', { name: /Bobby Suspect/ });
  const menu = hostPage.getByRole('button', { name: `More about ${bob.name}` });
  const inspection = createInspection(hostPage);
  const inspect = async (screen: string) => {
    await expect(hostPage.getByText('Loading', { exact: true })).toHaveCount(0);
    await inspection.inspect(screen);
  };

  await test.step('the main screen loads no code of the console', async () => {
    await expect(logoutButton(bobsPage)).toBeVisible();
    await expect(logoutButton(hostPage)).toBeVisible();
    await hostPage.waitForLoadState('networkidle');
    expect(await hasLoadedConsole(hostPage)).toBe(false);
    await openConsole(hostPage);
    expect(await hasLoadedConsole(hostPage)).toBe(true);
    await expect(hostPage.getByRole('slider').first()).toBeVisible();
    await inspect('Overview');
  });

  await test.step('a person is found', async () => {
    await navigate(hostPage, 'People');
    await hostPage.getByLabel('Search by name or email').fill('bobby sus');
    await expect(row).toBeVisible();
    await expect(hostPage.getByRole('row')).toHaveCount(2);
    await inspect('People');
  });

  await test.step('closing the details of an account or a question returns the focus to its menu', async () => {
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

  await test.step('the details and the deletion of an account are accessible', async () => {
    for (const item of ['Details', 'Delete account']) {
      await menu.click();
      await hostPage.getByRole('menuitem', { name: item }).click();
      await expect(hostPage.getByRole('dialog')).toBeVisible();
      await inspect(item);
      await hostPage.keyboard.press('Escape');
      await expect(hostPage.getByRole('dialog')).toHaveCount(0);
    }
  });

  await test.step('suspended, they are signed out, and the login says why', async () => {
    await chooseFor(hostPage, bob.name, 'Suspend');
    await expect(row.getByText('Suspended', { exact: true })).toBeVisible();
    await expect(bobsPage.getByRole('heading', { name: 'Log in' })).toBeVisible();
    await logIn(bobsPage, bob);
    await expect(toast(bobsPage, 'This account has been suspended')).toBeVisible();
  });

  await test.step('resumed, they can log in', async () => {
    await chooseFor(hostPage, bob.name, 'Resume');
    await expect(row.getByText('Suspended', { exact: true })).toBeHidden();
    await logIn(bobsPage, bob);
    await expect(logoutButton(bobsPage)).toBeVisible();
  });

  await test.step('the log lists what was done, and can be downloaded', async () => {
    await navigate(hostPage, 'Audit log');
    await expect(hostPage.getByRole('row', { name: /Hanna Ost.*Suspended.*Bobby Suspect/ })).toBeVisible();
    const downloading = hostPage.waitForEvent('download');
    await hostPage.getByRole('link', { name: 'Download CSV' }).click();
    expect((await downloading).suggestedFilename()).toMatch(/\.csv$/);
    await inspect('Audit log');
  });

  for (const section of ['Reports', 'Invitations', 'Settings']) {
    await navigate(hostPage, section);
    await inspect(section);
  }
  expect(inspection.violations).toEqual({});
});
