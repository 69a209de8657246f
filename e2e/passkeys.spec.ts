import type { Page } from '@playwright/test';
import { findViolations } from './support/accessibility.ts';
import { logIn } from './support/accounts.ts';
import { chatList, logOut, logoutButton, openFromMenu, toast } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { codeAt, turnOnTwoStep } from './support/two-step.ts';
import { addVirtualAuthenticator } from './support/virtual-authenticator.ts';

const settings = (page: Page) => page.getByRole('dialog', { name: 'Account Settings' });

const passkeys = (page: Page) => settings(page).getByRole('list', { name: 'Your passkeys' }).getByRole('listitem');

async function openPasskeys(page: Page) {
  await openFromMenu(page, 'Account Settings');
  await settings(page).getByRole('tab', { name: 'Security' }).click();
  await settings(page).getByRole('button', { name: 'Manage passkeys' }).click();
}

async function addPasskey(page: Page, name: string) {
  await settings(page).getByRole('button', { name: 'Add a passkey' }).click();
  await settings(page).getByRole('textbox', { name: 'Name' }).fill(name);
  await settings(page).getByRole('button', { name: 'Continue' }).click();
  await expect(passkeys(page)).toHaveText([new RegExp(`${name}.*not used yet`)]);
}

test('[AUTH-328] [AUTH-353] [AUTH-354] a day in the life of an account: two steps, a lost phone, passkeys, a block, and the end', async ({
  openAs,
  users,
  browser,
  backend,
  directChat: { ann, bob },
}) => {
  const laptop = await openAs(ann);
  const { secret, recoveryCode } = await turnOnTwoStep(laptop, ann);

  await test.step('logging in takes a code', async () => {
    expect(await users.mailedLink(ann, 'Two-step login')).toContain('/reset-password?token=');
    await logOut(laptop);
    await logIn(laptop, ann);
    await expect(laptop.getByRole('heading', { name: 'Two-step login' })).toBeVisible();
    expect(await findViolations(laptop)).toEqual([]);
    // The current code was used to turn it on; the server accepts that of the next step.
    await laptop.getByLabel('Code from your authenticator app').fill(codeAt(secret, 1));
    await expect(toast(laptop, `Welcome back, ${ann.name}`)).toBeVisible();
  });

  const context = await browser.newContext({ baseURL: backend.url });
  const phone = await context.newPage();
  const dialog = settings(phone);
  await addVirtualAuthenticator(phone);
  await test.step('the phone with the app is lost; a new one has the recovery codes only', async () => {
    await phone.goto('/login');
    await logIn(phone, ann);
    await phone.getByRole('button', { name: 'Use a recovery code instead' }).click();
    await phone.getByLabel('Recovery code').fill(recoveryCode);
    await phone.getByRole('button', { name: 'Continue' }).click();
    await expect(logoutButton(phone)).toBeVisible();
  });

  await test.step('a passkey is added, suggested by the browser for the email field, and removed', async () => {
    await openPasskeys(phone);
    await expect(dialog.getByText('You have no passkeys yet.')).toBeVisible();
    await addPasskey(phone, 'Work laptop');
    expect(await findViolations(phone)).toEqual([]);
    expect(await users.mailedLink(ann, 'A passkey')).toContain('/reset-password?token=');
    await phone.keyboard.press('Escape');
    await logOut(phone);
    // This user always takes what the browser suggests.
    await phone.mouse.move(200, 200);
    await expect(toast(phone, `Welcome back, ${ann.name}`)).toBeVisible();

    await openPasskeys(phone);
    await expect(passkeys(phone)).toHaveText([/used today/]);
    await dialog.getByRole('button', { name: 'Remove Work laptop' }).click();
    await phone.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await expect(toast(phone, 'Passkey removed')).toBeVisible();
    await expect(passkeys(phone)).toHaveCount(0);
  });

  await test.step('in a browser that suggests nothing, another passkey signs in with the button', async () => {
    await phone.evaluate(() => {
      PublicKeyCredential.isConditionalMediationAvailable = async () => false;
    });
    await addPasskey(phone, 'New phone');
    await phone.keyboard.press('Escape');
    await logOut(phone);
    await expect(phone.getByLabel('Email')).toHaveAttribute('autocomplete', 'email webauthn');
    await phone.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expect(logoutButton(phone)).toBeVisible();
  });

  await test.step('the other device is signed out, and somebody blocked', async () => {
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
  });

  await test.step('the account is deleted, and with it its passkey', async () => {
    await openFromMenu(phone, 'Account Settings');
    await dialog.getByRole('tab', { name: 'Privacy' }).click();
    await dialog.getByRole('button', { name: 'Delete account' }).click();
    await dialog.getByRole('button', { name: 'Delete with a passkey instead' }).click();
    await expect(toast(phone, 'Your account is deleted')).toBeVisible();
    await phone.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expect(toast(phone, 'This passkey does not belong').first()).toBeVisible();
  });
  await context.close();
});
