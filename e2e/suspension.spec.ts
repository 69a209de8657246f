import { findViolations } from './support/accessibility.ts';
import { chatList, messageField, messageList, sendText, toast } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';

test('[ADM-14] a suspended person is signed out and shown why; the other one sees it, and can still write', async ({
  backend: { server },
  openAs,
  directChat: { ann, bob, chatId },
}) => {
  const [annsPage, bobsPage] = [await openAs(ann, `/chat/${chatId}`), await openAs(bob, `/chat/${chatId}`)];
  await expect(messageField(annsPage)).toBeVisible();
  await expect(messageField(bobsPage)).toBeVisible();
  await server.administer('suspend', ann.email);
  await expect(annsPage.getByRole('heading', { name: 'Log in' })).toBeVisible();
  const logIn = async () => {
    await annsPage.getByLabel('Email').fill(ann.email);
    await annsPage.getByLabel('Password', { exact: true }).fill(ann.password);
    await annsPage.getByRole('button', { name: 'Login', exact: true }).click();
  };
  await logIn();
  await expect(toast(annsPage, 'This account has been suspended')).toBeVisible();

  await bobsPage.reload();
  await expect(bobsPage.getByText(`The account of ${ann.name} is suspended.`)).toBeVisible();
  await expect(bobsPage.getByText('Suspended', { exact: true })).toBeVisible();
  expect(await findViolations(bobsPage)).toEqual([]);
  await sendText(bobsPage, 'Until later');

  await server.administer('resume', ann.email);
  await logIn();
  await chatList(annsPage).getByRole('link', { name: bob.name }).click();
  await expect(messageList(annsPage).getByText('Until later')).toBeVisible();
});
