import { getMessages, pinMessage } from '@chat-app/contract';
import { findViolations } from './support/accessibility.ts';
import { infoPanel, messageList, messageText, postMessages, waitForScrollEnd } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { longPress, phone } from './support/touch.ts';

test('[MSG-442] three people see pinned messages, step through them and jump to them @long', async ({
  users,
  openAs,
  groupChat: { ann, bob, cat, chatId },
}) => {
  await postMessages(users, chatId, [
    [bob, 'The first rule'],
    ...Array.from({ length: 60 }, (_, index) => [ann, `filler ${index}`] as const),
    [bob, 'The ferry leaves at 9'],
  ]);
  // Read, so that the chat opens at its newest message.
  for (const user of [ann, bob]) await (await users.apiClient(user)).call(getMessages, { chatId });
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
    await expect(messageText(annsPage, 'Ann Lee pinned a message')).toBeVisible();
    expect(await findViolations(bobsPage)).toEqual([]);
  });

  await test.step('each click jumps to the next older one, also if it is not loaded', async () => {
    const api = await users.apiClient(ann);
    const { data } = await api.call(getMessages, { chatId, before: 4, limit: 10 });
    const first = data.find(({ content }) => content === 'The first rule');
    if (!first) throw new Error('the message is not there');
    await api.call(pinMessage, { messageId: first._id, isPinned: true });
    await expect(bar(bobsPage)).toHaveAccessibleName('Pinned message 1 of 2 The first rule');
    await bar(bobsPage).press('Enter');
    await expect(messageText(bobsPage, 'The first rule')).toBeInViewport();
    await expect(bar(bobsPage)).toHaveAccessibleName('Pinned message 2 of 2 The ferry leaves at 9');
    await bar(bobsPage).press('Enter');
    await expect(messageText(bobsPage, 'The ferry leaves at 9')).toBeInViewport();
  });

  await test.step('the bar covers no message at the beginning of the chat', async () => {
    await bar(bobsPage).click();
    await expect(messageText(bobsPage, 'The first rule')).toBeInViewport();
    await messageList(bobsPage).press('Home');
    await waitForScrollEnd(bobsPage);
    const top = messageText(bobsPage, 'Ann Lee created the group');
    await expect(top).toBeInViewport();
    const [barBox, topBox] = [await bar(bobsPage).boundingBox(), await top.boundingBox()];
    expect(topBox?.y ?? 0).toBeGreaterThanOrEqual((barBox?.y ?? 0) + (barBox?.height ?? 0));
  });

  await test.step('members of the group cannot pin; the info panel lists what is pinned', async () => {
    await messageText(bobsPage, 'The first rule').click({ button: 'right' });
    await expect(bobsPage.getByRole('menuitem', { name: 'Reply' })).toBeVisible();
    await expect(bobsPage.getByRole('menuitem', { name: /pin/i })).toHaveCount(0);
    await bobsPage.keyboard.press('Escape');
    await bobsPage.getByRole('button', { name: 'Chat info' }).click();
    await infoPanel(bobsPage).getByRole('button', { name: 'Pinned messages 2' }).click();
    const list = infoPanel(bobsPage).getByRole('list', { name: 'Pinned messages' });
    await expect(list.getByRole('listitem')).toHaveText([/You.*The first rule/, /You.*The ferry leaves at 9/]);
    expect(await findViolations(bobsPage)).toEqual([]);
    await list.getByRole('button', { name: /The ferry leaves at 9/ }).click();
    await expect(messageText(bobsPage, 'The ferry leaves at 9')).toBeInViewport();
  });

  await test.step('unpinned and deleted ones leave every screen', async () => {
    const catsPage = await openAs(cat, `/chat/${chatId}`);
    await expect(bar(catsPage)).toHaveAccessibleName('Pinned message 1 of 2 The first rule');
    await messageText(annsPage, 'The ferry leaves at 9').click({ button: 'right' });
    await annsPage.getByRole('menuitem', { name: 'Unpin' }).click();
    for (const page of [annsPage, catsPage])
      await expect(bar(page)).toHaveAccessibleName('Pinned message The first rule');
  });
});

test('[MSG-442] on a phone both people of a direct chat pin @long', async ({
  users,
  openAs,
  directChat: { ann, bob, chatId },
}) => {
  await postMessages(users, chatId, [[bob, 'Platform 4']]);
  const bobsPage = await openAs(bob, `/chat/${chatId}`);
  const page = await openAs(ann, `/chat/${chatId}`, phone);
  await longPress(page, messageText(page, 'Platform 4'));
  await page.getByRole('menuitem', { name: 'Pin' }).tap();
  const bar = page.getByRole('button', { name: 'Pinned message Platform 4' });
  await expect(bar).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Chat info' }).tap();
  await infoPanel(page).getByRole('button', { name: 'Pinned messages 1' }).tap();
  expect(await findViolations(page)).toEqual([]);
  await infoPanel(page).getByRole('button', { name: 'Bob Ray Platform 4' }).tap();
  await expect(infoPanel(page)).toBeHidden();
  await messageText(bobsPage, 'Platform 4').click({ button: 'right' });
  await bobsPage.getByRole('menuitem', { name: 'Unpin' }).click();
  await expect(bar).toBeHidden();
});
