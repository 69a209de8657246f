import { findViolations } from './support/accessibility.ts';
import { messageField, messageList, messageText, numbered, postMessages, sendText } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';

test('[MSG-421] [MSG-468] two people react from the menu and the toolbar, take a reaction back and see the same; the toolbar replies', async ({
  openAs,
  directChat: { ann, bob, chatId },
}) => {
  const [annsPage, bobsPage] = await Promise.all([openAs(ann, `/chat/${chatId}`), openAs(bob, `/chat/${chatId}`)]);
  await sendText(annsPage, 'Shall we?');
  await test.step('reactions from the menu', async () => {
    await messageText(bobsPage, 'Shall we?').click({ button: 'right' });
    await bobsPage.getByRole('menuitem', { name: 'React with 👍' }).click();
    for (const page of [annsPage, bobsPage]) {
      await expect(messageList(page).getByRole('button', { name: /^👍 1/ })).toBeVisible();
    }
    await annsPage.getByRole('button', { name: '👍 1: Bob Ray' }).click();
    await expect(bobsPage.getByRole('button', { name: '👍 2: You, Ann Lee' })).toHaveAttribute('aria-pressed', 'true');
    const chip = annsPage.getByRole('button', { name: '👍 2: You, Bob Ray' });
    await expect(chip).toHaveAttribute('aria-pressed', 'true');
    expect(await findViolations(annsPage)).toEqual([]);

    await chip.click();
    await expect(bobsPage.getByRole('button', { name: '👍 1: You' })).toBeVisible();
  });

  await messageText(bobsPage, 'Shall we?').hover();
  await bobsPage.getByRole('button', { name: 'React to: Shall we?' }).click();
  const picker = bobsPage.getByRole('dialog', { name: 'React' });
  await expect(picker.getByRole('gridcell', { name: 'grinning face', exact: true }).first()).toBeVisible();
  expect(await findViolations(bobsPage)).toEqual([]);
  await picker.getByRole('gridcell', { name: 'grinning face', exact: true }).first().click();
  await expect(picker).toBeHidden();
  for (const page of [annsPage, bobsPage]) {
    await expect(messageList(page).getByRole('button', { name: /^😀 1/ })).toBeVisible();
  }
  await messageText(bobsPage, 'Shall we?').hover();
  await bobsPage.getByRole('button', { name: 'Reply to: Shall we?' }).click();
  await expect(messageField(bobsPage)).toBeFocused();
  await bobsPage.keyboard.type('Yes');
  await bobsPage.keyboard.press('Enter');
  await expect(annsPage.getByRole('button', { name: 'Reply to You Shall we?' })).toBeVisible();
});

test('[MSG-469] messages are read, reacted to and left by keyboard alone @long', async ({
  users,
  openAs,
  directChat: { ann, bob, chatId },
}) => {
  const texts = numbered('message', 60);
  await postMessages(users, chatId, [[ann, ...texts]]);
  const page = await openAs(ann, `/chat/${chatId}`);
  const bobsPage = await openAs(bob, `/chat/${chatId}`);
  await bobsPage.getByRole('button', { name: /Jump to latest/ }).click();
  const focused = messageList(page).locator('article:focus');
  await expect(messageText(page, 'message 59')).toBeVisible();
  await expect(messageField(page)).toBeFocused();

  await page.keyboard.press('Alt+r');
  await expect(focused).toContainText('message 59');
  await expect(focused).toHaveAccessibleDescription(/message 59/);
  // Further than what is mounted, and than the page that was loaded first.
  for (const text of texts.toReversed().slice(1, 25)) {
    await expect(messageText(page, text)).toBeAttached();
    await page.keyboard.press('ArrowUp');
    await expect(focused.getByText(text, { exact: true })).toBeInViewport();
  }
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press('End');
  await expect(focused.getByText('message 59', { exact: true })).toBeInViewport();
  await page.keyboard.press('ArrowDown');
  await expect(focused).toContainText('message 59');

  await page.keyboard.press('Enter');
  await expect(page.getByRole('menu', { name: 'Message' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(focused).toContainText('message 59');
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'More emoji' }).press('Enter');
  const picker = page.getByRole('dialog', { name: 'React' });
  await picker.getByRole('gridcell', { name: 'grinning face', exact: true }).first().press('Enter');
  await expect(messageList(bobsPage).getByRole('button', { name: /^😀 1/ })).toBeVisible();
  await expect(focused).toContainText('message 59');

  await page.keyboard.press('Escape');
  await expect(messageField(page)).toBeFocused();
});
