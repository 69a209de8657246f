import type { Browser, Page } from '@playwright/test';
import { signUp } from './support/accounts.ts';
import { messageField, sidebar } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import type { TestUser } from './support/users.ts';

// As after the installation: no mail server and no Google sign-in are configured.
test.use({ environment: { SMTP_URL: '', GOOGLE_CLIENT_ID: '' } });

const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' });
const heading = (page: Page, name: string) => page.getByRole('heading', { name });

/** Counts every press of the pointer as a click. Typing into a field, Enter and opening the first page do not count. */
async function openWithClickCounter(browser: Browser, url: string) {
  const clicks: string[] = [];
  const page = await browser.newPage({ baseURL: url });
  await page.exposeFunction('recordClick', (what: string) => clicks.push(what));
  await page.addInitScript(() => {
    const record = (window as unknown as { recordClick: (what: string) => void }).recordClick;
    const nameOf = ({ target }: Event) => (target instanceof Element ? target.closest('a, button') : null)?.textContent;
    document.addEventListener('pointerdown', (event) => record(nameOf(event)?.trim() ?? 'something else'), true);
  });
  return { page, clicks };
}

async function arrive(page: Page, user: TestUser) {
  await page.goto('/');
  await page.getByRole('link', { name: 'Register' }).click();
  await signUp(page, user);
  await page.getByRole('link', { name: 'Open the mailbox' }).click();
  await page.getByRole('link', { name: /^Open the link/ }).click();
  // [AUTH-223] The sign-up ends with a greeting.
  await expect(heading(page, `Welcome, ${user.name}`)).toBeVisible();
}

test('[FRD-205] two new users exchange their first message after at most nine clicks and no typed address @long', async ({
  browser,
  backend,
  users,
}) => {
  const [ann, bob] = [users.newCredentials('Ann Lee'), users.newCredentials('Bob Ray')];
  const [anns, bobs] = [
    await openWithClickCounter(browser, backend.url),
    await openWithClickCounter(browser, backend.url),
  ];
  await arrive(anns.page, ann);
  await arrive(bobs.page, bob);

  const field = anns.page.getByLabel('Name or email address of a friend');
  await field.fill(bob.email);
  await field.press('Enter');
  await anns.page.getByRole('dialog').getByText('Add friend').click();
  await toasts(bobs.page).getByRole('button', { name: 'Accept' }).click();
  await toasts(anns.page).getByRole('button', { name: 'Chat' }).click();
  await expect(messageField(anns.page)).toBeFocused();
  await anns.page.keyboard.type('Hello Bob');
  await anns.page.keyboard.press('Enter');
  await expect(sidebar(bobs.page).getByText('Hello Bob')).toBeVisible();

  const perPerson = ['Register', 'Open the mailbox', 'Open the link'];
  expect(anns.clicks).toEqual([...perPerson, 'Add friend', 'Chat']);
  expect(bobs.clicks).toEqual([...perPerson, 'Accept']);
  expect(anns.clicks.length + bobs.clicks.length).toBeLessThanOrEqual(9);
  await Promise.all([anns.page.close(), bobs.page.close()]);
});
