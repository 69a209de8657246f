import { register } from '@chat-app/contract';
import { findViolations } from './support/accessibility.ts';
import { expect, test } from './support/fixtures.ts';

test.use({ environment: { SMTP_URL: '' } });

test('[MAIL-200] the mailbox page reloads only for a new mail and has no accessibility violations', async ({
  page,
  users,
  request,
}) => {
  const ann = users.newCredentials('Ann Lee');
  await page.goto(`/dev/mailbox?to=${encodeURIComponent(ann.email)}`);
  await expect(page.getByText('No mails yet')).toBeVisible();
  expect(await findViolations(page)).toEqual([]);

  // A reload deletes this property.
  const isSameDocument = () => page.evaluate(() => 'wasHere' in globalThis);
  await page.evaluate(() => Object.assign(globalThis, { wasHere: true }));
  await page.waitForResponse((response) => response.url().includes('/dev/mailbox'));
  expect(await isSameDocument()).toBe(true);

  await request.post(register.path, { data: { name: ann.name, email: ann.email, password: ann.password } });
  await expect(page.getByRole('link', { name: /^Open the link/ })).toBeVisible();
  expect(await isSameDocument()).toBe(false);
  expect(await findViolations(page)).toEqual([]);
});
