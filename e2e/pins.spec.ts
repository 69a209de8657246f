import { getMessages, pinMessage } from '@chat-app/contract';
import { findViolations } from './support/accessibility.ts';
import { markRead, messageList, messageText, numbered, postMessages, waitForScrollEnd } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';

test('[MSG-442] the bar of pinned messages moves and covers nothing, and jumps to a message that is not loaded @long', async ({
  users,
  openAs,
  groupChat: { ann, bob, chatId },
}) => {
  await postMessages(users, chatId, [
    [bob, 'The first rule'],
    [ann, ...numbered('filler', 60)],
    [bob, 'The ferry leaves at 9'],
  ]);
  // Read, so that the chat opens at its newest message.
  for (const user of [ann, bob]) await markRead(users, user, chatId);
  const annsPage = await openAs(ann, `/chat/${chatId}`);
  const bobsPage = await openAs(bob, `/chat/${chatId}`);
  const bar = (page: typeof annsPage) => page.getByRole('button', { name: /^Pinned message / });
  await waitForScrollEnd(bobsPage);

  await test.step('the owner pins, and the bar moves no message', async () => {
    const readerY = async () => (await messageText(bobsPage, 'filler 50').boundingBox())?.y;
    await messageText(bobsPage, 'filler 50').scrollIntoViewIfNeeded();
    await bobsPage.mouse.move(600, 400);
    await bobsPage.mouse.wheel(0, -700);
    await waitForScrollEnd(bobsPage);
    const before = await readerY();
    await messageText(annsPage, 'The ferry leaves at 9').click({ button: 'right' });
    await annsPage.getByRole('menuitem', { name: 'Pin' }).click();
    for (const page of [annsPage, bobsPage]) {
      await expect(bar(page)).toHaveAccessibleName('Pinned message The ferry leaves at 9');
    }
    expect(await readerY()).toBe(before);
    expect(await findViolations(bobsPage)).toEqual([]);
  });

  await test.step('a click jumps to a message that is not loaded, and the bar covers none there', async () => {
    const api = await users.apiClient(ann);
    const { data } = await api.call(getMessages, { chatId, before: 4, limit: 10 });
    const first = data.find(({ content }) => content === 'The first rule');
    if (!first) throw new Error('the message is not there');
    await api.call(pinMessage, { messageId: first._id, isPinned: true });
    await expect(bar(bobsPage)).toHaveAccessibleName('Pinned message 1 of 2 The first rule');
    await bar(bobsPage).click();
    await expect(messageText(bobsPage, 'The first rule')).toBeInViewport();
    await messageList(bobsPage).press('Home');
    await waitForScrollEnd(bobsPage);
    const top = messageText(bobsPage, 'Ann Lee created the group');
    await expect(top).toBeInViewport();
    const [barBox, topBox] = [await bar(bobsPage).boundingBox(), await top.boundingBox()];
    expect(topBox?.y ?? 0).toBeGreaterThanOrEqual((barBox?.y ?? 0) + (barBox?.height ?? 0));
  });
});
