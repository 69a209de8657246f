import { getMessages, mentionToken, muteChat } from '@chat-app/contract';
import { findViolations } from './support/accessibility.ts';
import {
  chatList,
  markRead,
  messageField,
  messageList,
  messageText,
  numbered,
  postMessages,
  sendText,
} from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { phone } from './support/layout.ts';

test('[MSG-454] [MSG-458] [MSG-459] a mention in a muted chat is marked in the list, and a button leads from one to the next @long', async ({
  users,
  openAs,
  groupChat: { ann, bob, chatId },
}) => {
  const bobsApi = await users.apiClient(bob);
  const toBob = mentionToken(bobsApi.id);
  await markRead(users, bob, chatId);
  await bobsApi.call(muteChat, { chatId, isMuted: true });
  const filler = numbered('filler', 30);
  const page = await openAs(bob);
  await page.setViewportSize(phone);
  await expect(chatList(page).getByRole('link')).toHaveCount(1);

  await test.step('the list and the title show it', async () => {
    await postMessages(users, chatId, [[ann, ...filler, `first ${toBob}`, ...filler, `second ${toBob}`, ...filler]]);
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
