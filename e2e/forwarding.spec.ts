import { findViolations } from './support/accessibility.ts';
import { chatList, messageList, messageText, postMessages, sendButton, sidebar } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { longPress, phone } from './support/touch.ts';

test('[MSG-433] a message and a file are forwarded to two chats, and three people see who wrote them @long', async ({
  users,
  openAs,
  groupChat: { ann, bob, cat, chatId },
}) => {
  const [withBob, withCat] = [await users.createChat(ann, bob), await users.createChat(ann, cat)];
  await postMessages(users, chatId, [[bob, 'The ferry leaves at 9']]);
  const annsPage = await openAs(ann, `/chat/${chatId}`);
  const catsPage = await openAs(cat, `/chat/${withCat}`);
  const bobsPage = await openAs(bob, `/chat/${withBob}`);

  await test.step('by keyboard', async () => {
    await messageText(annsPage, 'The ferry leaves at 9').click({ button: 'right' });
    await annsPage.getByRole('menuitem', { name: 'Forward' }).press('Enter');
    const dialog = annsPage.getByRole('dialog', { name: 'Forward message' });
    await expect(dialog.getByRole('searchbox')).toBeFocused();
    await dialog.getByRole('checkbox', { name: 'Cat Moe', exact: true }).waitFor();
    expect(await findViolations(annsPage)).toEqual([]);
    await annsPage.keyboard.type('Bob Ray');
    const box = dialog.getByRole('checkbox', { name: 'Bob Ray', exact: true });
    await expect(dialog.getByRole('checkbox', { name: 'Cat Moe', exact: true })).toHaveCount(0);
    for (let tries = 0; tries < 3 && !(await box.evaluate((one) => one === document.activeElement)); tries += 1) {
      await annsPage.keyboard.press('ArrowDown');
    }
    await annsPage.keyboard.press('Space');
    await expect(box).toBeChecked();
    await dialog.getByRole('button', { name: 'Clear search' }).click();
    await dialog.getByRole('checkbox', { name: 'Cat Moe', exact: true }).check({ force: true });
    await dialog.getByRole('button', { name: 'Forward to 2 chats' }).press('Enter');
    await expect(dialog).toBeHidden();
  });

  for (const page of [catsPage, bobsPage]) {
    await expect(messageText(page, 'The ferry leaves at 9')).toBeVisible();
    await expect(messageList(page).getByText('Forwarded from Bob Ray')).toBeVisible();
    await expect(sidebar(page)).toContainText('The ferry leaves at 9');
  }
  expect(await findViolations(catsPage)).toEqual([]);

  await test.step('forwarded again it keeps the name of its author', async () => {
    await messageText(catsPage, 'The ferry leaves at 9').click({ button: 'right' });
    await expect(catsPage.getByRole('menuitem', { name: 'Edit' })).toHaveCount(0);
    await catsPage.getByRole('menuitem', { name: 'Forward' }).click();
    const dialog = catsPage.getByRole('dialog', { name: 'Forward message' });
    await dialog.getByText('Ann Lee', { exact: true }).click();
    await dialog.getByRole('button', { name: 'Forward', exact: true }).click();
    await expect(messageList(catsPage).getByText('Forwarded from Bob Ray')).toHaveCount(2);
  });
});

test('[MSG-433] on a phone a file is forwarded by touch, and the other person can download it @long', async ({
  users,
  openAs,
  groupChat: { ann, bob, cat, chatId },
}) => {
  const withCat = await users.createChat(ann, cat);
  const bobsPage = await openAs(bob, `/chat/${chatId}`);
  await bobsPage
    .locator('input[type=file]')
    .nth(1)
    .setInputFiles({ name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('the plan') });
  await sendButton(bobsPage).click();
  await expect(messageList(bobsPage).getByRole('link', { name: /plan\.txt/ })).toBeVisible();

  const page = await openAs(ann, `/chat/${chatId}`, phone);
  await longPress(page, messageList(page).getByText('plan.txt'));
  await page.getByRole('menuitem', { name: 'Forward' }).tap();
  const dialog = page.getByRole('dialog', { name: 'Forward message' });
  await dialog.getByText('Cat Moe', { exact: true }).tap();
  expect(await findViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Forward', exact: true }).tap();
  await expect(dialog).toBeHidden();

  const catsPage = await openAs(cat, `/chat/${withCat}`);
  const link = messageList(catsPage).getByRole('link', { name: /plan\.txt/ });
  const answer = await catsPage.request.get((await link.getAttribute('href')) ?? '');
  expect(await answer.text()).toBe('the plan');
  await expect(chatList(catsPage)).toContainText('sent a file');
});
