import { clearAnnouncement, createInvite, setAnnouncement, updateHostSettings } from '@chat-app/contract';
import type { Page } from '@playwright/test';
import { findViolations } from './support/accessibility.ts';
import { logoutButton, toast } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import type { TestUser, TestUsers } from './support/users.ts';

const apiOfHost = async (users: TestUsers) => users.apiClient(await users.createHost());

async function signUp(page: Page, { name, email, password }: TestUser) {
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(password);
  await page.getByRole('button', { name: 'Sign up' }).click();
}

test('[REG-1] [REG-8] sign-up is closed while somebody fills in the form, and opens again @long', async ({
  page,
  users,
}) => {
  const api = await apiOfHost(users);
  const ann = users.newCredentials('Ann Lee');
  await api.call(updateHostSettings, { registration: 'open', allowedEmailDomains: [] });
  await page.goto('/register');
  await expect(page.getByLabel('Name')).toBeVisible();
  await api.call(updateHostSettings, { registration: 'closed' });
  await signUp(page, ann);
  await expect(toast(page, 'Sign-up is closed on this server')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Sign-up is closed' })).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('link', { name: 'Login' }).click();
  await expect(page.getByText('Sign-up is closed on this server.')).toBeVisible();

  await api.call(updateHostSettings, { registration: 'open', allowedEmailDomains: ['example.org'] });
  await page.goto('/register');
  await expect(page.getByText('The address must end with @example.org')).toBeVisible();
  await signUp(page, { ...ann, email: 'ann@example.com' });
  await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true');
  expect(await findViolations(page)).toEqual([]);
  await page.getByLabel('Email').fill(ann.email);
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page.getByRole('heading', { name: 'Your account is not verified' })).toBeVisible();
  await api.call(updateHostSettings, { allowedEmailDomains: [] });
});

test('[REG-2] [REG-8] an invitation opens the door @long', async ({ page, users }) => {
  const api = await apiOfHost(users);
  const bob = users.newCredentials('Bob Ray');
  await api.call(updateHostSettings, { registration: 'invite', allowedEmailDomains: [] });
  await page.goto('/register');
  await expect(page.getByRole('heading', { name: 'You need an invitation' })).toBeVisible();
  expect(await findViolations(page)).toEqual([]);

  const { invite } = await api.call(createInvite, { kind: 'friend', maxUses: 1 });
  await page.goto(`/register?invite=${invite.token}`);
  await signUp(page, bob);
  await expect(page.getByRole('heading', { name: 'Your account is not verified' })).toBeVisible();
  await page.goto(await users.mailedLink(bob, 'Verify'));
  await expect(logoutButton(page)).toBeVisible();
  await api.call(updateHostSettings, { registration: 'open' });
});

test('[REG-10] [REG-11] an announcement appears at once, stays closed after a reload, and a new one appears @long', async ({
  page,
  users,
}) => {
  const api = await apiOfHost(users);
  const cat = await users.create('Cat Moss');
  await users.signIn(page.context(), cat);
  await page.goto('/');
  await expect(logoutButton(page)).toBeVisible();
  await api.call(setAnnouncement, { text: 'Maintenance at six.\nSee https://status.example.org', level: 'warning' });
  await expect(page.getByText('Maintenance at six.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'https://status.example.org' })).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Close announcement' }).click();
  await expect(page.getByText('Maintenance at six.')).toHaveCount(0);
  await page.reload();
  await expect(logoutButton(page)).toBeVisible();
  await api.call(setAnnouncement, { text: 'All done' });
  await expect(page.getByText('All done')).toBeVisible();
  await expect(page.getByText('Maintenance at six.')).toHaveCount(0);
  await api.call(clearAnnouncement, {});
  await expect(page.getByText('All done')).toHaveCount(0);
});
