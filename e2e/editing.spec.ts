import { findViolations } from './support/accessibility.ts';
import { messageField, messageList, messageText, sendText, sidebar } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';

test('[MSG-403] a message is edited with the arrow key or from its menu, and both users see it and its versions', async ({
  chatPages: { annsPage, bobsPage },
}) => {
  const field = messageField(annsPage);
  await sendText(annsPage, 'Helo');
  await expect(messageText(bobsPage, 'Helo')).toBeVisible();

  await test.step('arrow up in the empty field edits the last message', async () => {
    await field.press('ArrowUp');
    await expect(annsPage.getByText('Edit message')).toBeVisible();
    await expect(field).toHaveValue('Helo');
    expect(await findViolations(annsPage)).toEqual([]);
    await field.press('Backspace');
    await field.pressSequentially('lo');
    await field.press('Enter');
    await expect(field).toHaveValue('');
    await expect(annsPage.getByText('Edit message')).toBeHidden();
    for (const page of [annsPage, bobsPage]) await expect(messageList(page).getByText(/^Hello/)).toBeVisible();
    await expect(sidebar(bobsPage).getByRole('link')).toContainText('Hello');
  });

  await test.step('the menu edits too, and Escape returns to the draft', async () => {
    await field.fill('a draft');
    await messageList(annsPage)
      .getByText(/^Hello/)
      .click({ button: 'right' });
    await annsPage.getByRole('menuitem', { name: 'Edit' }).click();
    await expect(field).toBeFocused();
    await expect(field).toHaveValue('Hello');
    await field.press('Escape');
    await expect(field).toHaveValue('a draft');
    await expect(field).toBeFocused();
  });

  await test.step('the other user opens the versions', async () => {
    await bobsPage.getByRole('button', { name: 'Edited: show the versions' }).click();
    const versions = bobsPage.getByRole('dialog', { name: 'Versions' }).getByRole('listitem');
    await expect(versions).toHaveText([/^Current, .*Hello$/, /Helo$/]);
    expect(await findViolations(bobsPage)).toEqual([]);
    await bobsPage.keyboard.press('Escape');
    await expect(versions).toHaveCount(0);
  });
});
