import { startVoiceCall } from '@chat-app/contract';
import type { Locator } from '@playwright/test';
import {
  chatList,
  messageField,
  messageList,
  messageText,
  openFromMenu,
  postMessages,
  sendingStatus,
  sendText,
} from './support/chat.ts';
import { createFile, dialog, expect, requestTransfer, test } from './support/file-transfer.ts';
import { desktop, phone, viewports } from './support/layout.ts';

const boxOf = (part: Locator) => part.evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect);

async function areApart(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [await boxOf(one), await boxOf(other)];
  return a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
}

test('[MSG-243] message bubbles have a maximum width @long', async ({
  users,
  openAs,
  directChat: { ann, bob, chatId },
}) => {
  const long = 'word '.repeat(80).trim();
  await postMessages(users, chatId, [[bob, long]]);
  const page = await openAs(ann, `/chat/${chatId}`);
  await expect(messageText(page, long)).toBeVisible();
  for (const [size, share] of [
    [desktop, 0.68],
    [phone, 0.82],
  ] as const) {
    await page.setViewportSize(size);
    await expect
      .poll(async () => {
        const row = await boxOf(messageList(page).getByRole('article').first());
        const bubble = await boxOf(messageText(page, long));
        return bubble.width / row.width;
      })
      .toBeLessThanOrEqual(share);
  }
});

test('[MSG-472] [MSG-477] neither who has seen a message nor who is typing moves anything @long', async ({
  openAs,
  groupChat: { ann, bob, cat, chatId },
}) => {
  const annsPage = await openAs(ann, `/chat/${chatId}`);
  const catsPage = await openAs(cat);
  const row = chatList(catsPage).getByRole('link').first();
  await sendText(annsPage, 'Dinner at eight?');
  const message = messageText(annsPage, 'Dinner at eight?');
  await expect(message).toBeVisible();
  await expect(sendingStatus(annsPage)).toHaveCount(0);
  await expect(row).toContainText('Dinner at eight?');
  const before = [await boxOf(message), await boxOf(row)];

  const bobsPage = await openAs(bob, `/chat/${chatId}`);
  await expect(annsPage.getByRole('button', { name: 'Seen by Bob Ray', exact: true })).toBeVisible();
  await messageField(bobsPage).pressSequentially('Yes');
  await expect(row).toContainText('Bob Ray is typing');
  expect([await boxOf(message), await boxOf(row)]).toEqual(before);
});

test('[CHT-221] a running call shows a phone icon at the end of the chat row, apart from the avatar @long', async ({
  users,
  openAs,
  directChat: { ann, bob, chatId },
}) => {
  await openAs(bob);
  const page = await openAs(ann);
  await expect(chatList(page).getByText('Online')).toBeAttached();
  await (await users.apiClient(bob)).call(startVoiceCall, { chatId });
  await page.getByRole('button', { name: 'Ignore' }).click();
  const row = chatList(page).getByRole('link');
  const call = row.getByText('Voice call', { exact: true }).locator('..');
  for (const size of viewports) {
    await page.setViewportSize(size);
    await expect(call).toBeVisible();
    const [rowBox, callBox] = [await boxOf(row), await boxOf(call)];
    expect(callBox.left).toBeGreaterThan((rowBox.left + rowBox.right) / 2);
    expect(await areApart(call, row.locator('[aria-hidden=true]').first())).toBe(true);
  }
});

test('[TRF-202] background transfers cover neither the header, the composer nor the search @long', async ({
  pair: { sender, receiver },
}) => {
  await requestTransfer(sender, createFile('film.txt', 10));
  await expect(dialog(receiver).getByText('film.txt')).toBeVisible();
  await receiver.keyboard.press('Escape');
  const transfers = receiver.getByRole('list', { name: 'Transfers' });
  const search = receiver.getByRole('searchbox', { name: 'Search chat' });
  for (const size of viewports) {
    await receiver.setViewportSize(size);
    await expect(transfers).toBeInViewport({ ratio: 1 });
    for (const part of [receiver.getByRole('main').locator('header').first(), messageField(receiver)]) {
      await expect.poll(() => areApart(transfers, part)).toBe(true);
    }
    const toList = receiver.getByRole('button', { name: 'Show chat list' });
    if (await toList.isVisible()) await toList.click();
    await expect(search).toBeInViewport();
    await expect.poll(() => areApart(transfers, search)).toBe(true);
    if (size.width < 1280) await receiver.keyboard.press('Escape');
  }
});

test('[CHT-214] a selected friend looks selected on hover, too @long', async ({ users, openAs }) => {
  const [ann, bob, cat] = await users.createAll('Ann Lee', 'Bob Ray', 'Cat Moe');
  await users.befriend(ann, bob, cat);
  const page = await openAs(ann);
  await openFromMenu(page, 'New Chat');
  for (const name of ['Bob Ray', 'Cat Moe']) await page.getByRole('button', { name: `Add ${name}` }).click();
  const chosen = page.getByRole('list', { name: 'Friends', exact: true }).getByRole('button');
  await expect(chosen.getByText('Remove')).toHaveCount(2);
  await expect
    .poll(() => chosen.evaluateAll((rows) => new Set(rows.map((row) => getComputedStyle(row).backgroundColor)).size))
    .toBe(1);
});
