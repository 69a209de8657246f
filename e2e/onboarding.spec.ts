import type { Browser, Page } from '@playwright/test';
import { messageField, sidebar } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import type { TestUser } from './support/users.ts';

// As on a newcomer's own machine: no mail server and no Google sign-in are set up.
test.use({ environment: { SMTP_URL: '', GOOGLE_CLIENT_ID: '' } });

const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' });
const heading = (page: Page, name: string) => page.getByRole('heading', { name });

/**
 * A click is a press of the pointer anywhere on a page. Filling a field and pressing Enter in it are not; nor is opening
 * the first page. An address that is typed after that counts apart.
 */
async function openCounted(browser: Browser, url: string) {
  const clicks: string[] = [];
  let typedAddresses = -1;
  const context = await browser.newContext({ baseURL: url });
  await context.exposeFunction('noteClick', (what: string) => clicks.push(what));
  await context.addInitScript(() => {
    const note = (window as unknown as { noteClick: (what: string) => void }).noteClick;
    const nameOf = ({ target }: Event) => (target instanceof Element ? target.closest('a, button') : null)?.textContent;
    document.addEventListener('pointerdown', (event) => note(nameOf(event)?.trim() ?? 'something else'), true);
  });
  const page = await context.newPage();
  const goto = async (path: string) => {
    typedAddresses += 1;
    await page.goto(path);
  };
  return { page, clicks, goto, countTyped: () => typedAddresses, close: () => context.close() };
}

async function signUp({ page, goto }: Awaited<ReturnType<typeof openCounted>>, person: TestUser) {
  await goto('/');
  await page.getByRole('link', { name: 'Register' }).click();
  await page.getByLabel('Name').fill(person.name);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByLabel('Confirm password').fill(person.password);
  await page.getByLabel('Confirm password').press('Enter');
  await page.getByRole('link', { name: 'Open the mailbox' }).click();
  await page.getByRole('link', { name: /^Open the link/ }).click();
  // [AUTH-223] The whole path ends with a greeting.
  await expect(heading(page, `Welcome, ${person.name}`)).toBeVisible();
}

test('[FRD-205] two new users exchange their first message after at most nine clicks and no typed address', async ({
  browser,
  backend,
  users,
}) => {
  const [ann, bob] = [users.newCredentials('Ann Lee'), users.newCredentials('Bob Ray')];
  const [anns, bobs] = [await openCounted(browser, backend.url), await openCounted(browser, backend.url)];
  await signUp(anns, ann);
  await signUp(bobs, bob);

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
  expect(anns.countTyped() + bobs.countTyped()).toBe(0);
  await anns.close();
  await bobs.close();
});
