import { findViolations } from './support/accessibility.ts';
import { messageText, postMessages, storedContents } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { longPress, phone } from './support/touch.ts';

test('[MSG-500] on a phone messages are selected by touch, and Back ends it', async ({
  users,
  openAs,
  directChat: { ann, bob, chatId },
}) => {
  await postMessages(users, chatId, [
    [bob, 'one'],
    [ann, 'two', 'three'],
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
