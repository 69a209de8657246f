import { editChat } from '@chat-app/contract';
import type { Page } from '@playwright/test';
import { findViolations } from './support/accessibility.ts';
import { logIn, signUp } from './support/accounts.ts';
import { chatList, infoPanel, messageField, messageText, sendText, toast } from './support/chat.ts';
import { expect, test as base } from './support/fixtures.ts';
import { createTestUsers } from './support/users.ts';

/** Reads mails from the page that shows them where no mail server is set. */
const readMailbox = (url: string) => ({
  mailTo: async (address: string, matches: (mail: { subject: string; links: string[] }) => boolean = () => true) => {
    const find = async () => {
      const html = await (await fetch(`${url}/dev/mailbox?to=${encodeURIComponent(address)}`)).text();
      const rows = html.matchAll(/class="open" href="([^"]+)"[^>]*aria-label="Open the link of: ([^"]+)"/g);
      return Array.from(rows, ([, link = '', subject = '']) => ({ subject, links: [link] })).find(matches);
    };
    await expect.poll(find, { message: `a mail to ${address}` }).toBeDefined();
    return (await find()) ?? { subject: '', links: [] };
  },
});

/** A server of its own: nobody is named as an administrator, and there is no mail server. */
const test = base.extend({
  environment: [{ ADMIN_EMAILS: '', SMTP_URL: '' }, { scope: 'worker' }],
  users: async ({ backend: { url } }, use) => use(createTestUsers({ url, mailbox: readMailbox(url) })),
});

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name });

async function openConsole(page: Page, part: string) {
  await page.getByRole('button', { name: /^Menu/ }).click();
  await page.getByRole('menuitem', { name: 'Administration' }).click();
  await expect(heading(page, 'Overview')).toBeVisible();
  await page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: part }).click();
  await expect(page.getByRole('heading', { name: part, level: 1 })).toBeVisible();
}

test('[AUTH-1] [AUTH-223] [CON-21] [MAIL-200] [INV-30] [FRD-311] on a new machine, the first person becomes the administrator, invites people, and suspends one who is reported', async ({
  page: guestPage,
  openAs,
  users,
}) => {
  // Longer than any other journey.
  test.slow();
  const guest = users.newCredentials('Gil New');

  const host =
    await test.step('the mailbox page reloads only for a new mail, and has no accessibility violations', async () => {
      const email = 'hana@example.org';
      await guestPage.goto(`/dev/mailbox?to=${encodeURIComponent(email)}`);
      await expect(guestPage.getByText('No mails yet')).toBeVisible();
      // A reload deletes this property.
      const isSameDocument = () => guestPage.evaluate(() => 'wasHere' in globalThis);
      await guestPage.evaluate(() => Object.assign(globalThis, { wasHere: true }));
      await guestPage.waitForResponse((response) => response.url().includes('/dev/mailbox'));
      expect(await isSameDocument()).toBe(true);

      const created = await users.createUnverified('Hana Ost', email);
      await expect(guestPage.getByRole('link', { name: /^Open the link/ })).toBeVisible();
      expect(await isSameDocument()).toBe(false);
      expect(await findViolations(guestPage)).toEqual([]);
      return created;
    });

  const page = await openAs(host, await users.mailedLink(host, 'Verify'));
  await test.step('the first account is that of an administrator', async () => {
    await expect(heading(page, `Welcome, ${host.name}`)).toBeVisible();
    await openConsole(page, 'Settings');
  });

  const [bob, cat] = await users.createAll('Bob Ray', 'Cat Moe');
  const bobsPage = await openAs(bob);

  await test.step('the console closes registration to people with an invitation', async () => {
    await page.getByRole('radio', { name: 'By invitation' }).check();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(toast(page, 'Settings saved')).toBeVisible();
    await page.getByRole('link', { name: 'Back to chats' }).click();
    await guestPage.goto('/register');
    await expect(heading(guestPage, 'You need an invitation')).toBeVisible();
  });

  const link = await test.step('a group, and a link to it', async () => {
    const api = await users.apiClient(host);
    await api.call(editChat, { chatId: await users.createChat(host, bob, cat), name: 'Hikers' });
    for (const each of [page, bobsPage]) await chatList(each).getByTitle('Hikers').click();
    await page.getByRole('button', { name: 'Chat info', exact: true }).click();
    await page.getByRole('button', { name: 'Invite by link' }).click();
    const dialog = page.getByRole('dialog', { name: 'Invite to Hikers' });
    await dialog.getByRole('button', { name: 'Create link' }).click();
    const address = await dialog.getByRole('textbox', { name: 'Link' }).inputValue();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    return new URL(address);
  });

  await test.step('a newcomer follows the link, signs up, verifies the address and lands in the group', async () => {
    await guestPage.goto(link.pathname);
    await expect(heading(guestPage, 'Join Hikers')).toBeVisible();
    await guestPage.getByRole('link', { name: 'Sign up' }).click();
    await signUp(guestPage, guest);
    await expect(heading(guestPage, 'Your account is not verified')).toBeVisible();
    await expect(guestPage).toHaveURL(/\/$/);
    await guestPage.goto(await users.mailedLink(guest, 'Verify'));
    await expect(messageText(guestPage, `${guest.name} joined by invitation`)).toBeVisible();
    await expect(messageText(page, `${guest.name} joined by invitation`)).toBeVisible();
  });

  await test.step('the newcomer becomes an admin of the group', async () => {
    await infoPanel(page).getByRole('button', { name: 'Group chat members' }).click();
    await page.getByRole('button', { name: `More about ${guest.name}` }).click();
    await page.getByRole('menuitem', { name: 'Make admin' }).click();
    await expect(messageText(guestPage, `${host.name} made ${guest.name} an admin`)).toBeVisible();
    await sendText(guestPage, 'Buy this now');
  });

  await test.step('a member reports a message of theirs', async () => {
    await messageText(bobsPage, 'Buy this now').click({ button: 'right' });
    await bobsPage.getByRole('menuitem', { name: 'Report' }).click();
    const dialog = bobsPage.getByRole('dialog', { name: 'Report this message' });
    await expect(dialog.getByLabel('What is wrong?')).toBeFocused();
    await dialog.getByRole('button', { name: 'Send report' }).click();
    await expect(dialog.getByText('Please give a reason')).toBeVisible();
    expect(await findViolations(bobsPage)).toEqual([]);
    await dialog.getByLabel('What is wrong?').fill('Advertisement');
    await dialog.getByLabel(`Block ${guest.name} as well`).check();
    await dialog.getByRole('button', { name: 'Send report' }).click();
    await expect(toast(bobsPage, 'Report sent')).toBeVisible();
    await expect(bobsPage.getByRole('article', { name: 'Message of a blocked person' })).toBeVisible();
  });

  await test.step('the administrator sees the report and suspends them', async () => {
    await openConsole(page, 'Reports');
    const report = page.getByRole('article', { name: `Report about ${guest.name}` });
    await expect(report.getByText('Advertisement')).toBeVisible();
    await expect(report.getByText('Buy this now')).toBeVisible();
    await report.getByRole('button', { name: `Suspend ${guest.name}` }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Suspend' }).click();
    await expect(heading(page, 'No open reports')).toBeVisible();
  });

  await test.step('which signs them out, and the login says why', async () => {
    await expect(heading(guestPage, 'Log in')).toBeVisible();
    await expect(messageField(guestPage)).toBeHidden();
    await logIn(guestPage, guest);
    await expect(toast(guestPage, 'This account has been suspended')).toBeVisible();
  });

  await test.step('the link is among the invitations, and ends when it is revoked', async () => {
    await page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Invitations' }).click();
    await page.getByRole('button', { name: `Revoke the invitation of ${host.name} to Hikers` }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await expect(heading(page, 'No invitations')).toBeVisible();
    await guestPage.goto(link.pathname);
    await expect(heading(guestPage, 'This invitation does not work')).toBeVisible();
  });
});
