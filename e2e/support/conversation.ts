import type { Page } from '@playwright/test';
import { expect } from './world.ts';

/** What a test does and sees in an open chat. */
export const field = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true });
export const sendButton = (page: Page) => page.getByRole('button', { name: 'Send', exact: true });
export const messages = (page: Page) => page.getByRole('region', { name: 'Messages' });
export const said = (page: Page, text: string) => messages(page).getByText(text, { exact: true });
export const toast = (page: Page, text: string) => page.getByRole('region', { name: 'Notifications' }).getByText(text);

/** Writes into the field and sends with Enter. */
export async function say(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await field(page).press('Enter');
  await expect(field(page)).toHaveValue('');
}
