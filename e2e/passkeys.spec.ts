import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { findViolations } from './support/accessibility.ts';
import { logIn } from './support/accounts.ts';
import { chatList, logOut, logoutButton, openSettings, toast } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import type { TestUser } from './support/users.ts';

const passkeys = (page: Page) => page.getByRole('list', { name: 'Your passkeys' }).getByRole('listitem');

async function openPasskeys(page: Page) {
  const settings = await openSettings(page, 'Security');
  await settings.getByRole('button', { name: 'Manage passkeys' }).click();
}

async function addPasskey(page: Page, name: string) {
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(passkeys(page)).toHaveText([new RegExp(`${name}.*not used yet`)]);
}

/** What an authenticator app shows, so many steps of 30 seconds from now. */
const codeAt = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });

/** In the settings; returns what the person's app and drawer contain afterwards. */
async function turnOnTwoStep(page: Page, { password }: TestUser) {
  const dialog = await openSettings(page, 'Security');
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await dialog.getByLabel('Current password').fill(password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible();
  const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '');
  expect(await findViolations(page)).toEqual([]);
  await dialog.getByLabel('Code that your app shows').fill(codeAt(secret));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  const recoveryCode = (await codes.first().textContent()) ?? '';
  await dialog.getByRole('button', { name: 'I have stored them' }).click();
  await expect(dialog.getByText('Two-step login is on')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  return { secret, recoveryCode };
}

/** A security key inside the browser, which confirms everything that this page asks for, suggestions too. */
async function addVirtualAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test('[AUTH-328] [AUTH-353] [AUTH-354] a day in the life of an account: two steps, a lost phone, passkeys, a block, and the end', async ({
  openAs,
  users,
  page: phone,
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

  const dialog = phone.getByRole('dialog', { name: 'Account Settings' });
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
    await openSettings(phone, 'Devices');
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
    await openSettings(phone, 'Privacy');
    await dialog.getByRole('button', { name: 'Delete account' }).click();
    await dialog.getByRole('button', { name: 'Delete with a passkey instead' }).click();
    await expect(toast(phone, 'Your account is deleted')).toBeVisible();
    await phone.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expect(toast(phone, 'This passkey does not belong').first()).toBeVisible();
  });
});
