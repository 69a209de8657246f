import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { findViolations } from './support/accessibility.ts';
import { logOut, logoutButton, openFromMenu, toast } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import type { TestUser } from './support/users.ts';

const codeAt = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });

async function logIn(page: Page, { email, password }: TestUser) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
}

test('[AUTH-328] two-step login is turned on; one logs in with a code, then with a recovery code', async ({
  page,
  users,
}) => {
  const ann = await users.create('Ann Lee');
  await users.signIn(page.context(), ann);
  await page.goto('/');
  await openFromMenu(page, 'Account Settings');
  const dialog = page.getByRole('dialog', { name: 'Account Settings' });
  await dialog.getByRole('tab', { name: 'Security' }).click();
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await dialog.getByLabel('Current password').fill(ann.password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible();
  // The code below must not become that of the step before the previous one.
  const leftMs = 30_000 - (Date.now() % 30_000);
  if (leftMs < 5_000) await page.waitForTimeout(leftMs);
  const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '');
  expect(await findViolations(page)).toEqual([]);
  await dialog.getByLabel('Code that your app shows').fill(codeAt(secret, -1));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  const recoveryCode = (await codes.first().textContent()) ?? '';
  await dialog.getByRole('button', { name: 'I have stored them' }).click();
  await expect(dialog.getByText('Two-step login is on')).toBeVisible();
  expect(await users.mailedLink(ann, 'Two-step login')).toContain('/reset-password?token=');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await logOut(page);
  await logIn(page, ann);
  await expect(page.getByRole('heading', { name: 'Two-step login' })).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await page.getByLabel('Code from your authenticator app').fill('000000');
  await expect(page.getByRole('alert')).toContainText('4 tries left.');
  await page.getByLabel('Code from your authenticator app').fill(codeAt(secret));
  await expect(toast(page, `Welcome back, ${ann.name}`)).toBeVisible();

  await logOut(page);
  await logIn(page, ann);
  await page.getByRole('button', { name: 'Use a recovery code instead' }).click();
  await page.getByLabel('Recovery code').fill(recoveryCode);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(logoutButton(page)).toBeVisible();
});
