import type { Page } from '@playwright/test';
import type { TestUser } from './users.ts';

/** Fills in the login form and submits it. */
export async function logIn(page: Page, { email, password }: Pick<TestUser, 'email' | 'password'>) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Password', { exact: true }).press('Enter');
}

/** Fills in the registration form and submits it, without a click. */
export async function signUp(page: Page, { name, email, password }: TestUser) {
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(password);
  await page.getByLabel('Confirm password').press('Enter');
}
