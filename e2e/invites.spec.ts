import { createInvite } from '@chat-app/contract';
import type { Page } from '@playwright/test';
import { logIn } from './support/accounts.ts';
import { sendText } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { name });

test('[INV-31] somebody with an account logs in and lands in the chat with a new friend', async ({ page, users }) => {
  const [ann, bob] = await users.createAll('Ann Lee', 'Bob Ray');
  const { invite } = await (await users.apiClient(ann)).call(createInvite, { kind: 'friend' });
  await page.goto(`/invite/${invite.token}`);
  await expect(heading(page, 'Chat with Ann Lee')).toBeVisible();
  await page.getByRole('link', { name: 'Log in' }).click();
  await logIn(page, bob);
  await expect(page).toHaveURL(/\/chat\//);
  await expect(page.getByRole('main').getByRole('heading', { name: 'Ann Lee' })).toBeVisible();
  await sendText(page, 'Hello Ann');
});
