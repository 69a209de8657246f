import { readFile } from 'node:fs/promises';
import { findViolations } from './support/accessibility.ts';
import { logIn } from './support/accounts.ts';
import { logoutButton, messageList, openSettings, postMessages, toast } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';

test('[AUTH-332] the address is changed by its link, and the former one takes it back', async ({ openAs, users }) => {
  const ann = await users.create('Ann Lee');
  const moved = { ...ann, email: `moved-${ann.email}` };
  const page = await openAs(ann);
  const dialog = await openSettings(page, 'Security');
  await dialog.getByRole('button', { name: 'Change email address' }).click();
  await dialog.getByLabel('New email address').fill(moved.email);
  await dialog.getByLabel('Current password').fill('Wrong1!x');
  await dialog.getByRole('button', { name: 'Send link' }).click();
  await expect(dialog.getByText('Current password is incorrect')).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await dialog.getByLabel('Current password').fill(ann.password);
  await dialog.getByRole('button', { name: 'Send link' }).click();
  await expect(toast(page, 'Check your mail')).toBeVisible();

  await page.goto(await users.mailedLink(moved, 'Confirm'));
  await expect(page.getByRole('heading', { name: 'Your new email address is confirmed' })).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('link', { name: 'Continue' }).click();
  await expect(logoutButton(page)).toBeVisible();

  await page.goto(await users.mailedLink(ann, 'The email address'));
  await expect(page.getByRole('heading', { name: 'Was it not you?' })).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Keep my address' }).click();
  await page.getByLabel('New password', { exact: true }).fill('Changed1#');
  await page.getByLabel('Confirm password').fill('Changed1#');
  await page.getByRole('button', { name: 'Reset password' }).click();
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
  await logIn(page, { ...ann, password: 'Changed1#' });
  await expect(toast(page, `Welcome back, ${ann.name}`)).toBeVisible();
});

test('[AUTH-361] [AUTH-341] everything of an account is exported as one archive; it is deleted, and its messages stay without a name', async ({
  openAs,
  users,
  directChat: { ann, bob, chatId },
}) => {
  await postMessages(users, chatId, [[ann, 'Remember me']]);
  const page = await openAs(ann);
  const dialog = await openSettings(page, 'Privacy');
  const downloading = page.waitForEvent('download');
  await dialog.getByRole('link', { name: 'Export your data' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('chat-export.zip');
  const archive = await readFile(await download.path());
  expect(archive.subarray(0, 4).toString('latin1')).toBe('PK\x03\x04');
  expect(archive.includes('profile.json')).toBe(true);
  await expect(dialog).toBeVisible();

  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await expect(dialog.getByText('Your messages and their files')).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await dialog.getByRole('textbox', { name: 'Current password' }).fill(ann.password);
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  await expect(toast(page, 'Your account is deleted')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();

  const bobsPage = await openAs(bob, `/chat/${chatId}`);
  await expect(messageList(bobsPage).getByText('Remember me')).toBeVisible();
  await expect(bobsPage.getByRole('heading', { name: 'Deleted account' })).toBeVisible();
  await expect(bobsPage.getByText(ann.name)).toHaveCount(0);
});
