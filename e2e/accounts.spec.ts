import { chromium, type Page } from '@playwright/test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { logoutButton, openFromMenu, toast } from './support/chat.ts';
import { expect, googleClientId, test } from './support/fixtures.ts';
import { holdRequests } from './support/hold-requests.ts';
import { createPng } from './support/png.ts';
import type { TestUser } from './support/users.ts';

async function fillLogin(page: Page, { email, password }: Pick<TestUser, 'email' | 'password'>) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
}

test('[AUTH-1] [AUTH-223] a new user signs up, verifies the email address and is greeted on the main screen', async ({
  page,
  users,
}) => {
  const ann = users.newCredentials('Ann Lee');
  await page.goto('/');
  await expect(toast(page, 'Please login to continue')).toBeVisible();
  await page.getByRole('link', { name: 'Register' }).click();
  await page.getByLabel('Name').fill(ann.name);
  await page.getByLabel('Email').fill(ann.email);
  await page.getByLabel('Password', { exact: true }).fill(ann.password);
  await page.getByLabel('Confirm password').fill(ann.password);
  await page.getByRole('button', { name: 'Sign up' }).click();

  await expect(toast(page, 'Register successful')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Your account is not verified' })).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
  await expect(
    page.getByText(`${ann.email.slice(0, 3)}****@example.org`.replace('****', '*'.repeat(ann.email.indexOf('@') - 3))),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: /Resend/ })).toBeDisabled();

  await page.goto(await users.mailedLink(ann, 'Verify'));
  await expect(logoutButton(page)).toBeVisible();
  await expect(page.getByText(`Welcome, ${ann.name}`)).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
  await page.reload();
  await expect(logoutButton(page)).toBeVisible();
});

test('[AUTH-11] a verification link works in a browser without a session, and the user can then log in @long', async ({
  page,
  users,
}) => {
  const ann = await users.createUnverified();
  await page.goto(await users.mailedLink(ann, 'Verify'));
  await expect(page.getByRole('heading', { name: 'Email verified' })).toBeVisible();
  expect(page.url()).not.toContain('token');
  await page.getByRole('link', { name: 'Log in' }).click();
  await fillLogin(page, ann);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(toast(page, `Welcome back, ${ann.name}`)).toBeVisible();
  await expect(logoutButton(page)).toBeVisible();
});

test('[AUTH-11] a link with a wrong token and one without a token show an error toast @long', async ({
  page,
  users,
}) => {
  const ann = await users.createUnverified();
  await users.signIn(page.context(), ann);
  await page.goto('/verify-email?token=wrong');
  await expect(toast(page, 'Token is invalid or expired, please resend')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Your account is not verified' })).toBeVisible();
  await page.goto('/verify-email');
  await expect(toast(page, 'Token is required')).toBeVisible();
});

test('[AUTH-10] an unverified user sees the same screen on every path and can sign out @long', async ({
  page,
  users,
}) => {
  await users.signIn(page.context(), await users.createUnverified());
  for (const path of ['/', '/login', '/voice-call/x', '/anything']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Your account is not verified' })).toBeVisible();
  }
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
});

test('[AUTH-5] the login form reports empty fields and a wrong password @long', async ({ page, users }) => {
  const ann = await users.create();
  await page.goto('/login');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page.getByText('Email is required')).toBeVisible();
  await expect(page.getByText('Password is required')).toBeVisible();
  await expect(toast(page, 'Please check your form data')).toBeVisible();

  await fillLogin(page, { ...ann, password: 'Wrong1!x' });
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(toast(page, 'Login failed')).toBeVisible();
  await expect(toast(page, 'Email or password is incorrect')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(ann.email);
});

test('[AUTH-14] a user resets a forgotten password and logs in with the new one @long', async ({ page, users }) => {
  const ann = await users.create();
  await page.goto('/login');
  await page.getByRole('link', { name: /forgot/i }).click();
  // The login screen has an email field, too. Wait until it is gone.
  await expect(page.getByRole('heading', { name: 'Forgot password' })).toBeVisible();
  await page.getByLabel('Email').fill(ann.email);
  await page.getByRole('button', { name: /send/i }).click();
  await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeVisible();
  await expect(page.getByRole('button', { name: /Resend/ })).toBeDisabled();

  const link = await users.mailedLink(ann, 'Reset');
  await page.goto(link);
  await page.getByLabel('New password').fill('Changed1#');
  await page.getByLabel('Confirm password').fill('Changed1');
  await page.getByRole('button', { name: /reset/i }).click();
  await expect(page.getByText('Passwords do not match')).toBeVisible();
  await page.getByLabel('Confirm password').fill('Changed1#');
  await page.getByRole('button', { name: /reset/i }).click();
  await expect(page).toHaveURL(/\/login$/);
  await fillLogin(page, { email: ann.email, password: 'Changed1#' });
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(logoutButton(page)).toBeVisible();

  await logoutButton(page).click();
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
  await page.goto(link);
  await page.getByLabel('New password').fill('Another1#');
  await page.getByLabel('Confirm password').fill('Another1#');
  await page.getByRole('button', { name: /reset/i }).click();
  await expect(toast(page, 'Failed to reset password')).toBeVisible();
  await expect(page).toHaveURL(/\/forgot-password$/);
});

test('[AUTH-14] the reset page without a token shows the invalid-link screen @long', async ({ page }) => {
  await page.goto('/reset-password');
  await expect(toast(page, 'Password reset token is missing')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Invalid Reset Link' })).toBeVisible();
  await page
    .getByRole('link', { name: /new link/i })
    .or(page.getByRole('button', { name: /new link/i }))
    .click();
  await expect(page).toHaveURL(/\/forgot-password$/);
});

/** The access token that Google's popup returns. */
const googleToken = 'browser-token';
const googleScript = `window.google = { accounts: { oauth2: {
  initTokenClient: ({ client_id, scope, callback }) => ({
    requestAccessToken: () => {
      const isValid = client_id === '${googleClientId}' && ['openid', 'profile', 'email'].every((word) => scope.includes(word));
      callback({ access_token: isValid ? '${googleToken}' : 'none' });
    },
  }),
} } };`;

test('[AUTH-17] a user signs in with Google', async ({ page, backend }) => {
  await page.route('https://accounts.google.com/gsi/client', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: googleScript }),
  );
  backend.google.addToken(googleToken, {
    aud: googleClientId,
    sub: 'browser-sub',
    email: 'gina@example.org',
    email_verified: true,
    name: 'Gina Lee',
  });
  await page.goto('/login');
  await page.getByRole('button', { name: 'Login with Google' }).click();
  await expect(logoutButton(page)).toBeVisible();
  await expect(page.getByText('Gina Lee').first()).toBeVisible();
});

test.describe('[AUTH-7] after a browser restart', () => {
  for (const isRemembered of [true, false]) {
    test(`a user ${isRemembered ? 'with remember-me is still logged in' : 'without remember-me must log in again'} @long`, async ({
      users,
      backend,
    }, { project }) => {
      const ann = await users.create();
      const profile = await mkdtemp(join(tmpdir(), 'chat-app-profile-'));
      const open = () =>
        chromium.launchPersistentContext(profile, { baseURL: backend.url, ...project.use.launchOptions });

      const before = await open();
      const page = await before.newPage();
      await page.goto('/login');
      await fillLogin(page, ann);
      if (isRemembered) await page.getByLabel('Remember me').check();
      await page.getByRole('button', { name: 'Login', exact: true }).click();
      await expect(logoutButton(page)).toBeVisible();
      await before.close();

      const after = await open();
      const again = await after.newPage();
      await again.goto('/');
      const expected = isRemembered ? logoutButton(again) : again.getByRole('heading', { name: 'Log in' });
      await expect(expected).toBeVisible();
      await after.close();
      await rm(profile, { recursive: true, force: true });
    });
  }
});

test.describe('[AUTH-15] in the account dialog', () => {
  test('a user changes name and avatar @long', async ({ page, users }) => {
    const ann = await users.create();
    await users.signIn(page.context(), ann);
    await page.goto('/');
    const dialog = await openFromMenu(page, 'Account Settings');
    await expect(dialog.getByLabel('Email', { exact: true })).toHaveValue(ann.email);
    await expect(dialog.getByLabel('Email', { exact: true })).not.toBeEditable();
    await dialog.getByLabel('Name').fill('Ann B. Lee');
    const upload = await holdRequests(page, '**/api/tools/upload/image');
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: createPng(1, 1) });
    await expect(toast(page, 'Uploading image')).toBeVisible();
    await upload.release();
    await expect(dialog.getByRole('button', { name: 'Save' })).toBeEnabled();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(toast(page, 'Update information successfully')).toBeVisible();
    await expect(dialog).toBeHidden();

    await page.reload();
    await expect(page.getByText('Ann B. Lee').first()).toBeVisible();
    const avatar = page.locator('footer img');
    await expect(avatar).toHaveAttribute('src', /^\/api\/uploads\//);
    await expect.poll(() => avatar.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  });

  test('an empty name is rejected, and saving without changes closes the dialog @long', async ({ page, users }) => {
    await users.signIn(page.context(), await users.create());
    await page.goto('/');
    const dialog = await openFromMenu(page, 'Account Settings');
    await dialog.getByLabel('Name').fill('  ');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(toast(page, 'Enter your name')).toBeVisible();
    await dialog.getByLabel('Name').fill('Ann Lee');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
  });

  test('a file that is no image is rejected and the avatar stays @long', async ({ page, users }) => {
    await users.signIn(page.context(), await users.create());
    await page.goto('/');
    const dialog = await openFromMenu(page, 'Account Settings');
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('no') });
    await expect(toast(page, 'Upload image failed')).toBeVisible();
    await expect(dialog.getByRole('img', { name: 'Your picture' }).locator('[data-initials]')).toBeVisible();
  });

  test('[AUTH-16] changing the password ends the other sessions @long', async ({ page, users, browser, backend }) => {
    const ann = await users.create();
    await users.signIn(page.context(), ann);
    const phone = await browser.newContext({ baseURL: backend.url });
    await users.signIn(phone, ann);
    const phonePage = await phone.newPage();
    await phonePage.goto('/');
    await expect(logoutButton(phonePage)).toBeVisible();

    await page.goto('/');
    const dialog = await openFromMenu(page, 'Account Settings');
    await dialog.getByRole('tab', { name: 'Security' }).click();
    const change = async (current: string, next: string, confirm: string) => {
      await dialog.getByLabel('Current password').fill(current);
      await dialog.getByLabel('New password').fill(next);
      await dialog.getByLabel('Confirm password').fill(confirm);
      await dialog.getByRole('button', { name: 'Save' }).click();
    };
    await change('', '', '');
    await expect(toast(page, 'Enter your password')).toBeVisible();
    await change(ann.password, ann.password, ann.password);
    await expect(toast(page, 'Enter a new password')).toBeVisible();
    await change(ann.password, 'Changed1#', 'Changed2#');
    await expect(toast(page, 'Re-enter your password')).toBeVisible();
    await change('Wrong1!x', 'Changed1#', 'Changed1#');
    await expect(toast(page, 'Current password is incorrect')).toBeVisible();
    await change(ann.password, 'Changed1#', 'Changed1#');
    await expect(toast(page, 'Update password successfully')).toBeVisible();

    await phonePage.reload();
    await expect(phonePage.getByRole('heading', { name: 'Log in' })).toBeVisible();
    await page.reload();
    await expect(logoutButton(page)).toBeVisible();
    await phone.close();
  });
});

test('[AUTH-9] logging out shows a goodbye toast and the login screen, also after a reload @long', async ({
  page,
  users,
}) => {
  await users.signIn(page.context(), await users.create());
  await page.goto('/some/path');
  await logoutButton(page).click();
  await expect(toast(page, 'Goodbye, see you later')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
});
