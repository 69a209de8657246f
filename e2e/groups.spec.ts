import { groupTexts } from '@chat-app/contract';
import type { Page } from '@playwright/test';
import { findViolations } from './support/accessibility.ts';
import {
  chatList,
  infoPanel,
  messageField,
  messageList,
  messageText,
  sendText,
  storedContents,
} from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';

const refusal = (page: Page) => page.getByText(groupTexts.adminsSend);
const memberRow = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Group chat members' }).getByRole('listitem').filter({ hasText: name });

async function openMembers(page: Page) {
  await page.getByRole('button', { name: 'Chat info' }).click();
  await page.getByRole('button', { name: 'Group chat members' }).click();
}

async function pickFromMenu(page: Page, name: string, item: string) {
  await page.getByRole('button', { name: `More about ${name}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

test('[CHT-401] [CHT-411] [CHT-423] three people: an admin is made, sending limited, the role taken back, the group handed over @long', async ({
  openAs,
  users,
  groupChat: { ann, bob, cat, chatId },
}) => {
  const path = `/chat/${chatId}`;
  const [annsPage, bobsPage, catsPage] = [await openAs(ann, path), await openAs(bob, path), await openAs(cat, path)];
  await openMembers(annsPage);
  await openMembers(bobsPage);

  await test.step('the owner makes Bob an admin, which he sees at once', async () => {
    await pickFromMenu(annsPage, bob.name, 'Make admin');
    await expect(messageText(catsPage, `${ann.name} made ${bob.name} an admin`)).toBeVisible();
    await expect(memberRow(annsPage, bob.name)).toContainText('Admin');
    await expect(memberRow(bobsPage, bob.name)).toContainText('Admin · You');
    expect(await findViolations(annsPage)).toEqual([]);
  });

  await test.step('the admin allows only admins to send, and the field of the others says so at once', async () => {
    await sendText(catsPage, 'from before');
    await bobsPage.getByRole('button', { name: 'Group settings' }).click();
    await bobsPage.getByRole('switch', { name: 'Only admins send messages' }).click();
    await expect(refusal(catsPage)).toBeVisible();
    await expect(messageField(catsPage)).toBeHidden();
    expect(await findViolations(catsPage)).toEqual([]);
    expect(await findViolations(bobsPage)).toEqual([]);
    await expect(messageField(annsPage)).toBeVisible();
    await sendText(bobsPage, 'by an admin');
    await expect(messageText(catsPage, 'by an admin')).toBeVisible();
  });

  await test.step('a member still edits an own message', async () => {
    await messageText(catsPage, 'from before').click({ button: 'right' });
    await expect(catsPage.getByRole('menuitem', { name: 'Reply' })).toBeHidden();
    await catsPage.getByRole('menuitem', { name: 'Edit' }).click();
    await expect(messageField(catsPage)).toBeFocused();
    await messageField(catsPage).fill('see you there');
    await messageField(catsPage).press('Enter');
    await expect(
      messageList(annsPage)
        .getByText(/^see you there/)
        .first(),
    ).toBeVisible();
    await expect(refusal(catsPage)).toBeVisible();
  });

  await test.step('an admin whose role is taken back while offline sees why the message was not sent', async () => {
    await bobsPage.context().setOffline(true);
    await sendText(bobsPage, 'too late');
    await pickFromMenu(annsPage, bob.name, 'Remove as admin');
    await expect(messageText(catsPage, `${ann.name} removed ${bob.name} as an admin`)).toBeVisible();
    await bobsPage.context().setOffline(false);
    await expect(messageList(bobsPage).getByText(groupTexts.adminsSend)).toBeVisible();
    expect(await storedContents(users, ann, chatId)).toEqual(['see you there', 'by an admin']);
  });

  await test.step('the owner hands the group over, and the new owner removes members', async () => {
    await pickFromMenu(annsPage, cat.name, 'Hand over group');
    await annsPage.getByRole('alertdialog').getByRole('button', { name: 'Hand over' }).click();
    await expect(memberRow(annsPage, cat.name)).toContainText('Owner');
    await expect(memberRow(annsPage, ann.name)).toContainText('Admin · You');
    await expect(messageField(catsPage)).toBeVisible();
    await openMembers(catsPage);
    await catsPage.getByRole('button', { name: `Remove ${bob.name}` }).click();
    await catsPage.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await expect(chatList(bobsPage)).toBeHidden();
    // A chat of two has neither roles nor limits.
    await expect(infoPanel(annsPage).getByRole('button', { name: 'Group chat members' })).toBeHidden();
  });
});
