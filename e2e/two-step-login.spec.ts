import { findViolations } from './support/accessibility.ts';
import { logOut, logoutButton, toast } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { codeAt, logIn, turnOnTwoStep } from './support/two-step.ts';

test('[AUTH-328] two-step login is turned on; one logs in with a code, then with a recovery code', async ({
  page,
  users,
}) => {
  const ann = await users.create('Ann Lee');
  await users.signIn(page.context(), ann);
  await page.goto('/');
  const { secret, recoveryCode } = await turnOnTwoStep(page, ann);
  expect(await users.mailedLink(ann, 'Two-step login')).toContain('/reset-password?token=');

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
