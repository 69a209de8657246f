import type { Page } from '@playwright/test';
import { findViolations } from './support/accessibility.ts';
import {
  markRead,
  messageField,
  messageList,
  messageText,
  numbered,
  postMessages,
  sendText,
  waitForScrollEnd,
} from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { phone } from './support/layout.ts';

const divider = (page: Page) => messageList(page).getByRole('separator', { name: 'New messages' });
/** How far the divider is below the top of the list. */
const dividerTop = async (page: Page) => {
  const [list, line] = [await messageList(page).boundingBox(), await divider(page).boundingBox()];
  return (line?.y ?? Number.NaN) - (list?.y ?? Number.NaN);
};

test('[MSG-481] a chat opens at its first unread message, also when it is several pages back @long', async ({
  users,
  openAs,
  directChat: { ann, bob, chatId },
}) => {
  await postMessages(users, chatId, [[bob, ...numbered('read', 10)]]);
  await markRead(users, ann, chatId);
  await postMessages(users, chatId, [[bob, ...numbered('new', 70)]]);
  const page = await openAs(ann, `/chat/${chatId}`);
  await test.step('near the top, with the number of messages below', async () => {
    await expect(messageText(page, 'new 0')).toBeInViewport();
    await waitForScrollEnd(page);
    expect(await dividerTop(page)).toBeGreaterThan(20);
    expect(await dividerTop(page)).toBeLessThan(120);
    await expect(page.getByRole('button', { name: 'Jump to latest, 70 new messages' })).toBeVisible();
    expect(await findViolations(page)).toEqual([]);
  });

  await test.step('the divider stays where it is while messages arrive and are sent', async () => {
    const top = await dividerTop(page);
    await postMessages(users, chatId, [[bob, 'while reading']]);
    await expect(page.getByRole('button', { name: 'Jump to latest, 71 new messages' })).toBeVisible();
    expect(Math.abs((await dividerTop(page)) - top)).toBeLessThanOrEqual(1);
    await sendText(page, 'an answer');
    await expect(messageText(page, 'an answer')).toBeInViewport();
    await expect(divider(page)).toHaveCount(0);
    await messageList(page).press('Home');
    await expect(divider(page)).toHaveCount(1);
  });
});

test('[MSG-481] [MSG-70] on a phone, a chat with a few unread messages opens with all of them in view, and without a thumbs-up', async ({
  users,
  openAs,
  directChat: { ann, bob, chatId },
}) => {
  await postMessages(users, chatId, [[bob, ...numbered('read', 30)]]);
  await markRead(users, ann, chatId);
  await postMessages(users, chatId, [
    [ann, 'mine'],
    [bob, 'new one', 'new two'],
  ]);
  const page = await openAs(ann, `/chat/${chatId}`, { viewport: phone });
  await expect(messageText(page, 'new two')).toBeInViewport();
  await expect(divider(page)).toBeInViewport();
  await expect(page.getByRole('button', { name: /^Jump to latest/ })).toBeHidden();
  await expect(messageField(page)).toBeVisible();
  await expect(messageField(page)).not.toBeFocused();
  await expect(page.getByRole('button', { name: 'Send thumbs up' })).toBeHidden();
  expect(await findViolations(page)).toEqual([]);
});
