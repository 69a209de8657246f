import { maskEmailOfOther } from '@chat-app/contract';
import type { Page } from '@playwright/test';
import { openFromMenu, sidebar, toast } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';

async function openFriends(page: Page, tab?: 'Requests' | 'Sent' | 'Find') {
  const dialog = await openFromMenu(page, 'Friends');
  if (tab) await dialog.getByRole('tab', { name: tab }).click();
  return dialog;
}

test('[FRD-20] two users find each other, become friends and open a chat without a reload @long', async ({
  users,
  openAs,
}) => {
  const [ann, bob] = await users.createAll('Ann Lee', 'Bob Ray');
  const [annsPage, bobsPage] = [await openAs(ann), await openAs(bob)];

  const find = await openFriends(annsPage, 'Find');
  await find.getByRole('searchbox').fill(bob.email);
  await find.getByRole('button', { name: /send.*request/i }).click();
  await expect(toast(annsPage, 'Friend request sent')).toBeVisible();
  await expect(find.getByText('Pending')).toBeVisible();

  await expect(toast(bobsPage, 'Ann Lee sent you a friend request')).toBeVisible();
  const requests = await openFriends(bobsPage, 'Requests');
  await expect(requests.getByText(maskEmailOfOther(ann.email))).toBeVisible();
  await expect(find.getByText(maskEmailOfOther(bob.email))).toBeVisible();
  await requests.getByRole('button', { name: /accept/i }).click();
  await expect(toast(annsPage, 'You and Bob Ray are now friends')).toBeVisible();
  await expect(requests.getByText('Nothing to show')).toBeVisible();

  await find.getByRole('tab', { name: 'Friends' }).click();
  await find.getByRole('searchbox').fill('');
  await expect(find.getByText(bob.email)).toBeVisible();
  await find.getByRole('button', { name: /chat/i }).click();
  await expect(toast(annsPage, 'Chat created')).toBeVisible();
  await expect(annsPage.getByText('No messages yet')).toBeVisible();
  await bobsPage.keyboard.press('Escape');
  await expect(sidebar(bobsPage).getByText('Ann Lee')).toBeVisible();
});

test('[FRD-20] rejecting and cancelling a friend request updates both screens @long', async ({ users, openAs }) => {
  const [ann, bob, cat] = await users.createAll('Ann Lee', 'Bob Ray', 'Cat Moe');
  const [annsPage, bobsPage] = [await openAs(ann), await openAs(bob)];
  const find = await openFriends(annsPage, 'Find');
  for (const { email } of [bob, cat]) {
    await find.getByRole('searchbox').fill(email);
    await find.getByRole('button', { name: /send.*request/i }).click();
    await expect(find.getByText('Pending')).toBeVisible();
  }
  await find.getByRole('tab', { name: 'Sent' }).click();
  await find.getByRole('searchbox').fill('');
  await expect(find.getByText('Bob Ray')).toBeVisible();

  const requests = await openFriends(bobsPage, 'Requests');
  await requests.getByRole('button', { name: /decline/i }).click();
  await expect(toast(bobsPage, 'Friend request rejected')).toBeVisible();
  await expect(find.getByText('Bob Ray')).toBeHidden();
  await find.getByRole('button', { name: /cancel/i }).click();
  await expect(toast(annsPage, 'Friend request canceled')).toBeVisible();
  await expect(find.getByText('Nothing to show')).toBeVisible();
});

test('[FRD-21] removing a friend asks for confirmation and updates both screens @long', async ({ users, openAs }) => {
  const [ann, bob] = await users.createAll('Ann Lee', 'Bob Ray');
  await users.befriend(ann, bob);
  const [annsPage, bobsPage] = [await openAs(ann), await openAs(bob)];
  const bobsFriends = await openFriends(bobsPage);
  await expect(bobsFriends.getByText('Ann Lee')).toBeVisible();

  const friends = await openFriends(annsPage);
  await friends.getByRole('button', { name: /remove/i }).click();
  const question = annsPage.getByRole('alertdialog');
  await expect(question.getByText('Are you sure you want to remove this friend?')).toBeVisible();
  await question.getByRole('button', { name: /remove/i }).click();
  await expect(toast(annsPage, 'Friend removed')).toBeVisible();
  await expect(friends.getByText('Nothing to show')).toBeVisible();
  await expect(bobsFriends.getByText('Nothing to show')).toBeVisible();
});
