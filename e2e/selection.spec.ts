import { findViolations } from './support/accessibility.ts';
import { messageList, messageText, postMessages, storedContents } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { longPress, phone } from './support/touch.ts';

test('[MSG-500] messages are selected by keyboard, copied, forwarded and deleted @long', async ({
  users,
  openAs,
  directChat: { ann, bob, chatId },
}) => {
  await postMessages(users, chatId, [
    [bob, 'one'],
    [ann, 'two'],
    [bob, 'see https://a.example/x'],
    [ann, 'four'],
  ]);
  const page = await openAs(ann, `/chat/${chatId}`);
  const bobsPage = await openAs(bob, `/chat/${chatId}`);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const bar = page.getByRole('toolbar', { name: 'Selected messages' });
  const box = (name: string) => page.getByRole('checkbox', { name });
  const begin = async (text: string) => {
    await messageText(page, text).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Select' }).click();
    await expect(bar).toContainText('1 selected');
  };

  await test.step('nothing moves when the selection begins, and links do not open', async () => {
    const before = await messageText(page, 'one').boundingBox();
    await begin('four');
    expect(await messageText(page, 'one').boundingBox()).toEqual(before);
    await expect(box('You: four')).toBeFocused();
    expect(await findViolations(page)).toEqual([]);
    await messageList(page).getByText('https://a.example/x').click({ force: true });
    await expect(bar).toContainText('2 selected');
    await expect(box('Bob Ray: see https://a.example/x')).toBeChecked();
    expect(page.context().pages()).toHaveLength(1);
    await page.keyboard.press('Escape');
    await expect(bar).toBeHidden();
    await expect(messageList(page)).toBeFocused();
  });

  await test.step('copy', async () => {
    await begin('two');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Space');
    await bar.getByRole('button', { name: 'Copy' }).click();
    await expect(bar).toBeHidden();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('one\ntwo');
  });

  await test.step('forward', async () => {
    await begin('two');
    await messageText(page, 'one').first().click({ force: true });
    await bar.getByRole('button', { name: 'Forward' }).click();
    const dialog = page.getByRole('dialog', { name: 'Forward 2 messages' });
    await dialog.getByText('Bob Ray', { exact: true }).click();
    await dialog.getByRole('button', { name: 'Forward', exact: true }).click();
    await expect(bar).toBeHidden();
    await expect(messageText(bobsPage, 'two')).toHaveCount(2);
    await expect(messageText(page, 'two')).toHaveCount(2);
    expect((await storedContents(users, bob, chatId)).slice(-2)).toEqual(['one', 'two']);
  });

  await test.step('delete one’s own', async () => {
    await begin('four');
    await messageText(page, 'one').first().click({ force: true });
    await bar.getByRole('button', { name: 'Delete your own' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(bar).toBeHidden();
    for (const one of [page, bobsPage]) {
      await expect(messageText(one, 'four')).toHaveCount(0);
      await expect(messageText(one, 'see https://a.example/x')).toHaveCount(1);
    }
  });
});

test('[MSG-500] on a phone messages are selected by touch, and Back ends it', async ({
  users,
  openAs,
  directChat: { ann, bob, chatId },
}) => {
  await postMessages(users, chatId, [
    [bob, 'one'],
    [ann, 'two'],
    [ann, 'three'],
  ]);
  const page = await openAs(ann, `/chat/${chatId}`, phone);
  const bar = page.getByRole('toolbar', { name: 'Selected messages' });
  const begin = async () => {
    await longPress(page, messageText(page, 'two'));
    await page.getByRole('menuitem', { name: 'Select' }).tap();
    await expect(bar).toContainText('1 selected');
  };
  await begin();
  await messageText(page, 'one').tap({ force: true });
  await expect(bar).toContainText('2 selected');
  expect(await findViolations(page)).toEqual([]);
  await page.goBack();
  await expect(bar).toBeHidden();
  await expect(messageText(page, 'one')).toBeVisible();
  await begin();
  await messageText(page, 'three').tap({ force: true });
  await bar.getByRole('button', { name: 'Delete your own' }).tap();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).tap();
  await expect(page.getByRole('alertdialog')).toBeHidden();
  await expect(bar).toBeHidden();
  await expect(messageText(page, 'three')).toHaveCount(0);
  expect(await storedContents(users, bob, chatId)).toEqual(['one']);
});
