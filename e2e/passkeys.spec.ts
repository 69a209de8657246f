import type { Page } from '@playwright/test';
import { findViolations } from './support/accessibility.ts';
import { logIn } from './support/accounts.ts';
import { chatList, logOut, logoutButton, openFromMenu, toast } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { codeAt, turnOnTwoStep } from './support/two-step.ts';
import { addVirtualAuthenticator } from './support/virtual-authenticator.ts';

const settings = (page: Page) => page.getByRole('dialog', { name: 'Account Settings' });

async function openPasskeys(page: Page) {
  await openFromMenu(page, 'Account Settings');
  await settings(page).getByRole('tab', { name: 'Security' }).click();
  await settings(page).getByRole('button', { name: 'Manage passkeys' }).click();
}

test('[AUTH-353] a passkey is added, signs in, and is removed', async ({ page, users }) => {
  const ann = await users.create('Ann Lee');
  await addVirtualAuthenticator(page);
  await users.signIn(page.context(), ann);
  await page.goto('/');
  await openPasskeys(page);
  const dialog = settings(page);
  await expect(dialog.getByText('You have no passkeys yet.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Add a passkey' }).click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Work laptop');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(toast(page, 'Passkey added')).toBeVisible();
  const rows = dialog.getByRole('list', { name: 'Your passkeys' }).getByRole('listitem');
  await expect(rows).toHaveText([/Work laptop.*not used yet/]);
  expect(await findViolations(page)).toEqual([]);
  expect(await users.mailedLink(ann, 'A passkey')).toContain('/reset-password?token=');
  await page.keyboard.press('Escape');

  // The browser suggests it for the email field, and this user always takes it.
  await logOut(page);
  await page.mouse.move(200, 200);
  await expect(toast(page, `Welcome back, ${ann.name}`)).toBeVisible();

  // Another browser suggests nothing.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });
  await page.reload();
  await logOut(page);
  await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', 'email webauthn');
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(logoutButton(page)).toBeVisible();

  await openPasskeys(page);
  await expect(rows).toHaveText([/used today/]);
  await dialog.getByRole('button', { name: 'Remove Work laptop' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(toast(page, 'Passkey removed')).toBeVisible();
  await expect(rows).toHaveCount(0);
});

test('[AUTH-328] [AUTH-354] a day in the life of an account: two steps, a lost phone, a passkey, a block, and the end', async ({
  openAs,
  users,
  browser,
  backend,
  directChat: { ann, bob },
}) => {
  const laptop = await openAs(ann);
  const { secret, recoveryCode } = await turnOnTwoStep(laptop, ann);
  expect(await users.mailedLink(ann, 'Two-step login')).toContain('/reset-password?token=');
  await logOut(laptop);
  await logIn(laptop, ann);
  await expect(laptop.getByRole('heading', { name: 'Two-step login' })).toBeVisible();
  expect(await findViolations(laptop)).toEqual([]);
  // The current code was used to turn it on; the server accepts that of the next step.
  await laptop.getByLabel('Code from your authenticator app').fill(codeAt(secret, 1));
  await expect(toast(laptop, `Welcome back, ${ann.name}`)).toBeVisible();

  // The phone with the app is lost; a new one has the recovery codes only.
  const context = await browser.newContext({ baseURL: backend.url });
  const phone = await context.newPage();
  await addVirtualAuthenticator(phone);
  await phone.goto('/login');
  await logIn(phone, ann);
  await phone.getByRole('button', { name: 'Use a recovery code instead' }).click();
  await phone.getByLabel('Recovery code').fill(recoveryCode);
  await phone.getByRole('button', { name: 'Continue' }).click();
  await expect(logoutButton(phone)).toBeVisible();

  await openPasskeys(phone);
  const dialog = settings(phone);
  await dialog.getByRole('button', { name: 'Add a passkey' }).click();
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(toast(phone, 'Passkey added')).toBeVisible();
  await phone.keyboard.press('Escape');
  await logOut(phone);
  await phone.mouse.move(200, 200);
  await expect(toast(phone, `Welcome back, ${ann.name}`)).toBeVisible();

  await openFromMenu(phone, 'Account Settings');
  await dialog.getByRole('tab', { name: 'Devices' }).click();
  await dialog.getByRole('button', { name: 'Sign out Chrome on Linux' }).click();
  await expect(laptop.getByRole('heading', { name: 'Log in' })).toBeVisible();
  await phone.keyboard.press('Escape');

  await chatList(phone).getByRole('link').filter({ hasText: bob.name }).click();
  await phone.getByRole('button', { name: 'More', exact: true }).click();
  await phone.getByRole('menuitem', { name: 'Block' }).click();
  await phone.getByRole('alertdialog').getByRole('button', { name: 'Block' }).click();
  await expect(phone.getByText(`You have blocked ${bob.name}`)).toBeVisible();

  await openFromMenu(phone, 'Account Settings');
  await dialog.getByRole('tab', { name: 'Privacy' }).click();
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await dialog.getByRole('button', { name: 'Delete with a passkey instead' }).click();
  await expect(toast(phone, 'Your account is deleted')).toBeVisible();
  await phone.mouse.move(300, 300);
  await expect(toast(phone, 'This passkey does not belong').first()).toBeVisible();
  await context.close();
});
