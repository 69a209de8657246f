import { findViolations } from './support/accessibility.ts';
import { chatList, messageField, messageList, openSettings, postMessages, sendText } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';

test('[FRD-304] blocking somebody: the chat with them is closed, in a group their messages are folded', async ({
  openAs,
  users,
  groupChat: { ann, bob, cat, chatId: groupId },
}) => {
  const directId = await users.createChat(ann, bob);
  await postMessages(users, groupId, [
    [cat, 'See you at nine'],
    [bob, 'Something rude'],
  ]);
  const [annsPage, bobsPage] = await Promise.all([openAs(ann, `/chat/${directId}`), openAs(bob, `/chat/${directId}`)]);
  await annsPage.getByRole('button', { name: 'More', exact: true }).click();
  await annsPage.getByRole('menuitem', { name: 'Block' }).click();
  const question = annsPage.getByRole('alertdialog', { name: `Block ${bob.name}?` });
  await expect(question).toBeVisible();
  expect(await findViolations(annsPage)).toEqual([]);
  await question.getByRole('button', { name: 'Block' }).click();
  await expect(annsPage.getByText(`You have blocked ${bob.name}`)).toBeVisible();
  await expect(messageField(annsPage)).toBeHidden();

  await sendText(bobsPage, 'Are you there?');
  await expect(messageList(bobsPage).getByText('You cannot send messages to this person')).toBeVisible();

  await chatList(annsPage).getByRole('link').filter({ hasText: 'Blocked message' }).click();
  await expect(messageList(annsPage).getByText('See you at nine')).toBeVisible();
  const folded = annsPage.getByRole('article', { name: 'Message of a blocked person' });
  await expect(folded).toBeVisible();
  await expect(annsPage.getByText('Something rude')).toBeHidden();
  expect(await findViolations(annsPage)).toEqual([]);
  await folded.getByRole('button', { name: 'Show' }).click();
  await expect(messageList(annsPage).getByText('Something rude')).toBeVisible();

  const settings = await openSettings(annsPage, 'Privacy');
  await settings.getByRole('button', { name: `Unblock ${bob.name}` }).click();
  await expect(settings.getByText('Nobody. You can block people')).toBeVisible();
  expect(await findViolations(annsPage)).toEqual([]);
  await annsPage.keyboard.press('Escape');
  await bobsPage.getByRole('button', { name: 'Retry' }).click();
  await expect(chatList(annsPage).getByText('Are you there?')).toBeVisible();
});
