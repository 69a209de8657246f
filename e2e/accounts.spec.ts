import { logoutButton, openFromMenu, toast } from './support/chat.ts';
import { expect, googleClientId, test } from './support/fixtures.ts';
import { createPng } from './support/png.ts';

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

test('[AUTH-15] a picture that the server takes is shown in place of the initials, another is not @long', async ({
  openAs,
  users,
}) => {
  const page = await openAs(await users.create());
  const dialog = await openFromMenu(page, 'Account Settings');
  const choose = (buffer: Buffer) =>
    dialog.locator('input[type=file]').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer });
  await choose(Buffer.from('no'));
  await expect(toast(page, 'Upload image failed')).toBeVisible();
  await expect(dialog.getByRole('img', { name: 'Your picture' }).locator('[data-initials]')).toBeVisible();
  await choose(createPng(1, 1));
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeEnabled();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await page.reload();
  const avatar = page.locator('footer img');
  await expect(avatar).toHaveAttribute('src', /^\/api\/uploads\//);
  await expect.poll(() => avatar.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
});
