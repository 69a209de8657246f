import { expect, type Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { findViolations } from './accessibility.ts';
import { openFromMenu } from './chat.ts';
import type { TestUser } from './users.ts';

/** What an authenticator app shows, so many steps of 30 seconds from now. */
export const codeAt = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });

/** In the settings; returns what the person's app and drawer contain afterwards. */
export async function turnOnTwoStep(page: Page, { password }: TestUser) {
  await openFromMenu(page, 'Account Settings');
  const dialog = page.getByRole('dialog', { name: 'Account Settings' });
  await dialog.getByRole('tab', { name: 'Security' }).click();
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
