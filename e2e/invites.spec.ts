import { createInvite, editChat } from '@chat-app/contract';
import type { Page } from '@playwright/test';
import { messageText, sendText } from './support/chat.ts';
import { findViolations } from './support/accessibility.ts';
import { expect, test } from './support/fixtures.ts';
import type { TestUser } from './support/users.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { name });

async function signUp(page: Page, user: TestUser) {
  await page.getByLabel('Name').fill(user.name);
  await page.getByLabel('Email').fill(user.email);
  await page.getByLabel('Password', { exact: true }).fill(user.password);
  await page.getByLabel('Confirm password').fill(user.password);
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(heading(page, 'Your account is not verified')).toBeVisible();
}

test('[INV-30] the owner of a group makes a link; a newcomer follows it, signs up, verifies and lands in the chat @long', async ({
  browser,
  backend,
  users,
  openAs,
  groupChat: { ann, bob, chatId },
}) => {
  await (await users.apiClient(ann)).call(editChat, { chatId, name: 'Hikers' });
  const annsPage = await openAs(ann, `/chat/${chatId}`);
  await annsPage.getByRole('button', { name: 'Chat info', exact: true }).click();
  await annsPage.getByRole('button', { name: 'Invite by link' }).click();
  const dialog = annsPage.getByRole('dialog', { name: 'Invite to Hikers' });
  await dialog.getByText('1 person').click();
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const link = await dialog.getByRole('textbox', { name: 'Link' }).inputValue();
  await expect(dialog.getByText('0 of 1 used')).toBeVisible();
  expect(await findViolations(annsPage)).toEqual([]);

  const context = await browser.newContext({ baseURL: backend.url });
  const page = await context.newPage();
  await page.goto(new URL(link).pathname);
  await expect(heading(page, 'Join Hikers')).toBeVisible();
  await expect(page.getByText('invites you to this group of 3 members')).toBeVisible();
  await expect(page.getByRole('img').or(page.locator('img')).first()).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('link', { name: 'Sign up' }).click();
  const guest = users.newCredentials('Gil New');
  await signUp(page, guest);

  // The link of the mail opens in another tab.
  const verification = new URL(await users.mailedLink(guest, 'Verify'));
  const tab = await context.newPage();
  await tab.goto(verification.pathname + verification.search);
  await expect(tab).toHaveURL(new RegExp(`/chat/${chatId}$`));
  await expect(messageText(tab, 'Gil New joined by invitation')).toBeVisible();
  await sendText(tab, 'Hello everybody');
  const bobsPage = await openAs(bob, `/chat/${chatId}`);
  await expect(messageText(bobsPage, 'Hello everybody')).toBeVisible();

  const late = await (await browser.newContext({ baseURL: backend.url })).newPage();
  await late.goto(new URL(link).pathname);
  await expect(heading(late, 'This invitation does not work')).toBeVisible();
  await late.context().close();
  await context.close();
});

test('[INV-31] somebody with an account logs in and lands in the chat with a new friend', async ({
  browser,
  backend,
  users,
}) => {
  const [ann, bob] = await users.createAll('Ann Lee', 'Bob Ray');
  const { invite } = await (await users.apiClient(ann)).call(createInvite, { kind: 'friend' });
  const context = await browser.newContext({ baseURL: backend.url });
  const page = await context.newPage();
  await page.goto(`/invite/${invite.token}`);
  await expect(heading(page, 'Chat with Ann Lee')).toBeVisible();
  await page.getByRole('link', { name: 'Log in' }).click();
  await page.getByLabel('Email').fill(bob.email);
  await page.getByLabel('Password', { exact: true }).fill(bob.password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page).toHaveURL(/\/chat\//);
  await expect(page.getByRole('main').getByRole('heading', { name: 'Ann Lee' })).toBeVisible();
  await sendText(page, 'Hello Ann');
  await context.close();
});
