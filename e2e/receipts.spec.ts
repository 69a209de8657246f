import { getChats } from '@chat-app/contract';
import { findViolations } from './support/accessibility.ts';
import { chatList, messageField, messageList, messageText, openFromMenu, sendText } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';

const phone = { width: 390, height: 844 };

test('[MSG-476] two people see one tick, then two, and turn receipts off @long', async ({
  openAs,
  directChat: { ann, bob, chatId },
}) => {
  const annsPage = await openAs(ann, `/chat/${chatId}`);
  await sendText(annsPage, 'Are you there?');
  const sent = annsPage.getByRole('article', { name: 'You' }).filter({ hasText: 'Are you there?' });
  await expect(sent.getByText('Sent', { exact: true })).toBeAttached();
  const box = await messageText(annsPage, 'Are you there?').boundingBox();

  const bobsPage = await openAs(bob, `/chat/${chatId}`);
  await bobsPage.setViewportSize(phone);
  await expect(messageText(bobsPage, 'Are you there?')).toBeVisible();
  await expect(sent.getByText('Read', { exact: true })).toBeAttached();
  expect(await messageText(annsPage, 'Are you there?').boundingBox()).toEqual(box);
  await sendText(bobsPage, 'I am');
  await expect(bobsPage.getByRole('article', { name: 'You' }).getByText('Read', { exact: true })).toBeAttached();
  for (const page of [annsPage, bobsPage]) expect(await findViolations(page)).toEqual([]);

  await test.step('without receipts, Bob neither sends nor sees them', async () => {
    await bobsPage.goto('/');
    const dialog = await openFromMenu(bobsPage, 'Account Settings');
    await dialog.getByRole('tab', { name: 'Privacy' }).click();
    await dialog.getByRole('switch', { name: 'Read receipts' }).click();
    await expect(dialog.getByRole('switch', { name: 'Read receipts' })).not.toBeChecked();
    expect(await findViolations(bobsPage)).toEqual([]);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await sendText(annsPage, 'And now?');
    await bobsPage.goto(`/chat/${chatId}`);
    await expect(messageText(bobsPage, 'And now?')).toBeVisible();
    await sendText(bobsPage, 'Now too');
    await expect(messageText(annsPage, 'Now too')).toBeVisible();
    const second = annsPage.getByRole('article', { name: 'You' }).filter({ hasText: 'And now?' });
    await expect(second.getByText('Sent', { exact: true })).toBeAttached();
    const bobs = bobsPage.getByRole('article', { name: 'You' }).filter({ hasText: 'Now too' });
    await expect(bobs.getByText('Sent', { exact: true })).toBeAttached();
  });
});

test('[MSG-477] three people see who has seen the newest message @long', async ({
  openAs,
  users,
  groupChat: { ann, bob, cat, chatId },
}) => {
  const annsPage = await openAs(ann, `/chat/${chatId}`);
  await sendText(annsPage, 'Dinner at eight?');
  await expect(messageText(annsPage, 'Dinner at eight?')).toBeVisible();
  const box = await messageText(annsPage, 'Dinner at eight?').boundingBox();
  await openAs(bob, `/chat/${chatId}`);
  await expect(annsPage.getByRole('button', { name: 'Seen by Bob Ray', exact: true })).toBeVisible();
  const catsPage = await openAs(cat, `/chat/${chatId}`);
  const seenBy = annsPage.getByRole('button', { name: 'Seen by Bob Ray, Cat Moe' });
  await expect(seenBy).toBeVisible();
  expect(await messageText(annsPage, 'Dinner at eight?').boundingBox()).toEqual(box);
  expect(await findViolations(annsPage)).toEqual([]);
  await seenBy.click();
  const dialog = annsPage.getByRole('dialog', { name: 'Seen by' });
  await expect(dialog.getByRole('listitem')).toHaveText([/^Bob Ray/, /^Cat Moe/]);
  expect(await findViolations(annsPage)).toEqual([]);
  await annsPage.keyboard.press('Escape');
  await expect(seenBy).toBeFocused();

  await test.step('on a phone, from the menu of the message', async () => {
    await catsPage.setViewportSize(phone);
    await messageText(catsPage, 'Dinner at eight?').click({ button: 'right' });
    await catsPage.getByRole('menuitem', { name: 'Seen by' }).click();
    await expect(catsPage.getByRole('dialog', { name: 'Seen by' }).getByRole('listitem')).toHaveText([/^Bob Ray/]);
  });
  const { data } = await (await users.apiClient(ann)).call(getChats, {});
  expect(data[0]?.unreadCount).toBe(0);
});

test('[MSG-472] header and list show who is typing, without moving anything @long', async ({
  openAs,
  groupChat: { ann, bob, cat, chatId },
}) => {
  const annsPage = await openAs(ann, `/chat/${chatId}`);
  const bobsPage = await openAs(bob, `/chat/${chatId}`);
  await bobsPage.setViewportSize(phone);
  const catsPage = await openAs(cat, '/');
  await expect(catsPage.getByRole('link', { name: /Bob Ray/ })).toBeVisible();
  const row = await chatList(catsPage).getByRole('link').first().boundingBox();
  await messageField(annsPage).pressSequentially('Hello', { delay: 20 });
  await expect(bobsPage.getByText('Ann Lee is typing').first()).toBeVisible();
  await expect(chatList(catsPage).getByText('Ann Lee is typing')).toBeVisible();
  expect(await chatList(catsPage).getByRole('link').first().boundingBox()).toEqual(row);
  await messageField(bobsPage).pressSequentially('Hi', { delay: 20 });
  await messageField(annsPage).pressSequentially(' all', { delay: 20 });
  await expect(chatList(catsPage).getByText(/are typing/)).toHaveText('Ann Lee and Bob Ray are typing');
  for (const page of [bobsPage, catsPage]) expect(await findViolations(page)).toEqual([]);

  await messageField(annsPage).press('Enter');
  await expect(chatList(catsPage).getByText('Bob Ray is typing')).toBeVisible();
  await messageField(bobsPage).fill('');
  await expect(chatList(catsPage).getByText(/typing/)).toHaveCount(0);
  await expect(messageList(bobsPage).getByText('Hello all')).toBeVisible();
});
