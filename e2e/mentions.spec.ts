import { getMessages, mentionToken, muteChat } from '@chat-app/contract';
import { findViolations } from './support/accessibility.ts';
import {
  chatList,
  markRead,
  messageField,
  messageList,
  messageText,
  postMessages,
  sendText,
  storedContents,
} from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';

const phone = { width: 390, height: 844 };

test('[MSG-455] [MSG-456] [MSG-457] a member is mentioned by keyboard, and everybody sees the name @long', async ({
  users,
  openAs,
  groupChat: { ann, bob, cat, chatId },
}) => {
  const bobsId = (await users.apiClient(bob)).id;
  const catsId = (await users.apiClient(cat)).id;
  const annsPage = await openAs(ann, `/chat/${chatId}`);
  const bobsPage = await openAs(bob, `/chat/${chatId}`);
  const field = messageField(annsPage);
  const options = annsPage.getByRole('listbox', { name: 'Mention' }).getByRole('option');

  await test.step('with the keyboard alone', async () => {
    await field.focus();
    await annsPage.keyboard.type('Hello @');
    await expect(options).toHaveText(['Bob Ray', 'Cat Moe', /^all/]);
    expect(await findViolations(annsPage)).toEqual([]);
    await annsPage.keyboard.press('ArrowDown');
    await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true');
    await annsPage.keyboard.type('ra');
    await expect(options).toHaveText(['Bob Ray']);
    await annsPage.keyboard.press('Tab');
    await expect(field).toHaveValue('Hello @Bob Ray ');
    await expect(field).toBeFocused();
    await annsPage.keyboard.type('@mo');
    await annsPage.keyboard.press('Enter');
    await expect(field).toHaveValue('Hello @Bob Ray @Cat Moe ');
  });

  await test.step('undoing, redoing and a reload keep what is a mention', async () => {
    await annsPage.keyboard.press('ControlOrMeta+z');
    await expect(field).not.toHaveValue('Hello @Bob Ray @Cat Moe ');
    await annsPage.keyboard.press('ControlOrMeta+Shift+z');
    await expect(field).toHaveValue('Hello @Bob Ray @Cat Moe ');
    await annsPage.reload();
    await expect(field).toHaveValue('Hello @Bob Ray @Cat Moe ');
    // Mentions are known with the members.
    await expect(annsPage.getByRole('button', { name: 'Send', exact: true })).toBeEnabled();
    await field.press('Escape');
    await field.press('Enter');
    await expect(field).toHaveValue('');
    const content = `Hello ${mentionToken(bobsId)} ${mentionToken(catsId)}`;
    await expect.poll(async () => (await storedContents(users, ann, chatId)).at(-1)).toBe(content);
  });

  await test.step('both see the names', async () => {
    for (const page of [annsPage, bobsPage]) {
      await expect(messageList(page).getByText('@Bob Ray', { exact: true })).toBeVisible();
      expect(await findViolations(page)).toEqual([]);
    }
  });

  await test.step('an edit shows the names and keeps the ids', async () => {
    await field.focus();
    await annsPage.keyboard.press('ArrowUp');
    await expect(field).toHaveValue('Hello @Bob Ray @Cat Moe');
    await annsPage.keyboard.type('!');
    await annsPage.keyboard.press('Enter');
    await expect(messageList(bobsPage).getByText('(edited)')).toBeVisible();
    await expect(messageList(bobsPage).getByText('@Cat Moe', { exact: true })).toBeVisible();
    expect((await storedContents(users, ann, chatId)).at(-1)).toBe(
      `Hello ${mentionToken(bobsId)} ${mentionToken(catsId)}!`,
    );
  });
});

test('[MSG-454] [MSG-458] [MSG-459] a mention in a muted chat is marked in the list, and a button leads from one to the next @long', async ({
  users,
  openAs,
  groupChat: { ann, bob, chatId },
}) => {
  const bobsApi = await users.apiClient(bob);
  const toBob = mentionToken(bobsApi.id);
  await markRead(users, bob, chatId);
  await bobsApi.call(muteChat, { chatId, isMuted: true });
  const filler = Array.from({ length: 30 }, (_, index) => [ann, `filler ${index}`] as const);
  const page = await openAs(bob);
  await page.setViewportSize(phone);
  await expect(chatList(page).getByRole('link')).toHaveCount(1);

  await test.step('the list and the title show it', async () => {
    await postMessages(users, chatId, [
      ...filler,
      [ann, `first ${toBob}`],
      ...filler,
      [ann, `second ${toBob}`],
      ...filler,
    ]);
    await expect(chatList(page).getByRole('link', { name: /muted.*you are mentioned/ })).toBeVisible();
    await expect(page).toHaveTitle(/^\(1\)/);
    expect(await findViolations(page)).toEqual([]);
  });

  await test.step('the button shows one after the other', async () => {
    await chatList(page).getByRole('link').click();
    const button = page.getByRole('button', { name: /^Jump to mention/ });
    await expect(button).toHaveAccessibleName('Jump to mention, 2 unread');
    await button.click();
    await expect(messageList(page).getByText(/^first/)).toBeInViewport();
    await expect(button).toHaveAccessibleName('Jump to mention, 1 unread');
    expect(await findViolations(page)).toEqual([]);
    await button.click();
    await expect(messageList(page).getByText(/^second/)).toBeInViewport();
    await expect(button).toBeHidden();
    await expect(messageList(page)).toBeFocused();
  });

  await test.step('a mention that arrives further down has the button, one that is shown has not', async () => {
    const button = page.getByRole('button', { name: /^Jump to mention/ });
    await postMessages(users, chatId, [[ann, `third ${toBob}`]]);
    await expect(button).toHaveAccessibleName('Jump to mention, 1 unread');
    await button.click();
    await expect(messageList(page).getByText(/^third/)).toBeInViewport();
    await sendText(page, 'Here I am');
    await expect(messageText(page, 'Here I am')).toBeInViewport();
    await postMessages(users, chatId, [[ann, `fourth ${toBob}`]]);
    await expect(messageList(page).getByText(/^fourth/)).toBeInViewport();
    await expect(button).toBeHidden();
    await expect
      .poll(async () => (await bobsApi.call(getMessages, { chatId, skip: 0, limit: 1 })).data[0]?.mentions?.length)
      .toBe(1);
  });

  await test.step('on a phone the list of members fits above the field', async () => {
    await messageField(page).pressSequentially('@');
    const list = page.getByRole('listbox', { name: 'Mention' });
    await expect(list).toBeInViewport({ ratio: 1 });
    expect(await findViolations(page)).toEqual([]);
    await list.getByRole('option', { name: 'Ann Lee' }).click();
    await expect(messageField(page)).toHaveValue('@Ann Lee ');
  });
});
