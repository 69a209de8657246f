import { editChat } from '@chat-app/contract';
import type { Page } from '@playwright/test';
import { findViolations } from './support/accessibility.ts';
import { infoPanel, openFromMenu, sidebar, toast } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';

const row = (page: Page, name: string) => sidebar(page).getByText(name, { exact: true });
const openInfo = (page: Page) => page.getByRole('button', { name: /info/i }).click();

test('[CHT-21] a user creates a group from the menu and renames it, and the members see both @long', async ({
  users,
  openAs,
}) => {
  const [ann, bob, cat] = await users.createAll('Ann Lee', 'Bob Ray', 'Cat Moe');
  await users.befriend(ann, bob, cat);
  const [annsPage, bobsPage] = [await openAs(ann), await openAs(bob)];

  const dialog = await openFromMenu(annsPage, 'New Chat');
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(toast(annsPage, 'Please add at least one member')).toBeVisible();
  for (const name of ['Bob Ray', 'Cat Moe'])
    await dialog.getByRole('button', { name: new RegExp(`add ${name}`, 'i') }).click();
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(toast(annsPage, 'New chat has been created')).toBeVisible();
  await expect(annsPage.getByRole('main').getByText('Ann Lee created the group')).toBeVisible();
  await expect(row(bobsPage, 'Ann Lee, Cat Moe')).toBeVisible();

  await openInfo(annsPage);
  await annsPage.getByRole('button', { name: 'Edit chat informaton' }).click();
  await annsPage.getByLabel(/name/i).last().fill('Book club');
  await annsPage.getByRole('button', { name: 'Save' }).click();
  await expect(toast(annsPage, 'Edit chat successfully')).toBeVisible();
  await expect(row(bobsPage, 'Book club')).toBeVisible();
  await expect(sidebar(bobsPage).getByText('Ann Lee changed the chat name to Book club')).toBeVisible();
});

test('[CHT-22] the owner adds a member, removes another, whose chat closes, and leaves the group @long', async ({
  users,
  openAs,
  groupChat: { ann, bob, chatId },
}) => {
  const dan = await users.create('Dan Poe');
  await users.befriend(ann, dan);
  const [annsPage, bobsPage, dansPage] = [
    await openAs(ann, `/chat/${chatId}`),
    await openAs(bob, `/chat/${chatId}`),
    await openAs(dan),
  ];
  await expect(bobsPage.getByRole('main').getByText('Ann Lee created the group')).toBeVisible();

  await openInfo(annsPage);
  await annsPage.getByRole('button', { name: 'Add member to chat' }).click();
  const dialog = annsPage.getByRole('dialog', { name: 'Add members' });
  await expect(dialog.getByText('Bob Ray')).toBeHidden();
  await dialog.getByRole('button', { name: /add Dan Poe/i }).click();
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(toast(annsPage, 'Members added')).toBeVisible();
  await expect(sidebar(dansPage).getByText('Ann Lee added Dan Poe')).toBeVisible();
  await expect(bobsPage.getByRole('main').getByText('Ann Lee added Dan Poe')).toBeVisible();

  await annsPage.getByRole('button', { name: 'Group chat members' }).click();
  await annsPage.getByRole('button', { name: /remove Bob Ray/i }).click();
  await annsPage
    .getByRole('alertdialog')
    .getByRole('button', { name: /remove/i })
    .click();
  await expect(toast(annsPage, 'Remove member successfully')).toBeVisible();
  await expect(bobsPage.getByRole('main').getByText('Ann Lee created the group')).toBeHidden();
  await expect(sidebar(bobsPage).getByText('No chats yet')).toBeVisible();

  await annsPage.getByRole('button', { name: 'Leave this chat' }).click();
  await annsPage.getByRole('alertdialog').getByRole('button', { name: /leave/i }).click();
  await expect(toast(annsPage, 'Leave chat successfully')).toBeVisible();
  await expect(sidebar(dansPage).getByText('Ann Lee left')).toBeVisible();
});

test('[CHT-23] only the owner can delete a group, and it closes for all members @long', async ({
  openAs,
  groupChat: { ann, bob, chatId },
}) => {
  const [annsPage, bobsPage] = [await openAs(ann, `/chat/${chatId}`), await openAs(bob, `/chat/${chatId}`)];
  for (const page of [bobsPage, annsPage]) {
    await openInfo(page);
    await page.getByRole('button', { name: 'Delete this chat' }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /delete/i })
      .click();
    if (page === bobsPage) await expect(toast(bobsPage, 'Only the owner of the group can delete it')).toBeVisible();
  }
  await expect(toast(annsPage, 'Delete chat successfully')).toBeVisible();
  await expect(sidebar(bobsPage).getByText('No chats yet')).toBeVisible();
});

test('[CHT-25] reading a chat on one device clears the unread count on the other @long', async ({
  users,
  openAs,
  groupChat: { ann, bob, chatId },
}) => {
  const [laptop, phone] = [await openAs(bob), await openAs(bob)];
  await expect(laptop).toHaveTitle(/^\(1\)/);
  await expect(phone).toHaveTitle(/^\(1\)/);
  await row(laptop, 'Ann Lee, Cat Moe').click();
  await expect(laptop).toHaveTitle(/^[^(]/);
  await expect(phone).toHaveTitle(/^[^(]/);

  const annsApi = await users.apiClient(ann);
  await annsApi.call(editChat, { chatId, name: 'Book club' });
  await expect(laptop.getByRole('main').getByText('Ann Lee changed the chat name to Book club')).toBeVisible();
  await expect(row(phone, 'Book club')).toBeVisible();
  await expect(phone).toHaveTitle(/^[^(]/);
});

test('[CHT-222] [CHT-223] a direct chat shows details of the other user, and a group shows two avatars @long', async ({
  users,
  openAs,
  directChat: { ann, bob, chatId: direct },
}) => {
  const group = await users.createChat(ann, bob, await users.create('Cat Moe'));
  const page = await openAs(ann, `/chat/${direct}`);
  await openInfo(page);
  const panel = infoPanel(page);
  await expect(panel.getByText(bob.email)).toBeVisible();
  await expect(panel.getByText(/^Friends since/)).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Leave this chat' })).toHaveAccessibleDescription(/Bob Ray keeps it/);
  await expect(panel.getByRole('button', { name: 'Delete this chat' })).toHaveAccessibleDescription(
    /brings the chat back/,
  );
  expect(await findViolations(page)).toEqual([]);

  const faces = row(page, 'Bob Ray, Cat Moe').locator('xpath=ancestor::a').locator('[data-initials]');
  await expect(faces).toHaveCount(2);
  for (const [index, initials] of ['BR', 'CM'].entries()) {
    await expect(faces.nth(index)).toHaveAttribute('data-initials', initials);
    await expect(faces.nth(index)).toHaveCSS('font-family', /^"Inter Variable"/);
  }
  await panel.getByRole('list', { name: 'Groups you share' }).getByRole('link', { name: 'Bob Ray, Cat Moe' }).click();
  await expect(page).toHaveURL(`/chat/${group}`);
  await expect(panel.getByRole('button', { name: 'Leave this chat' })).toHaveAccessibleDescription(/go on without you/);
});
