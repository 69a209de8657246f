import { deleteMessage, getMedia } from '@chat-app/contract';
import type { Locator, Page } from '@playwright/test';
import { findViolations } from './support/accessibility.ts';
import { chatList, messageList, postMessages } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { desktop, phone } from './support/layout.ts';
import { playFrom, postSound, postVoice, recordWithoutLength } from './support/voice.ts';

const playButton = (where: Locator) => where.getByRole('button', { name: 'Play voice message from Ann Lee' });
const pauseButton = (where: Locator) => where.getByRole('button', { name: 'Pause voice message from Ann Lee' });
const player = (page: Page) => page.getByRole('region', { name: 'Voice message that plays' });

test('[MSG-496] [VOI-20] [VOI-21] [VOI-23] voice messages play one after the other and on in another chat, where a bar controls them', async ({
  context: annsSession,
  openAs,
  users,
  directChat: { ann, bob, chatId },
}) => {
  await users.signIn(annsSession, ann);
  const other = await users.createChat(bob, await users.create('Cat Moe'));
  await postVoice(annsSession, chatId, 1);
  await postMessages(users, chatId, [[ann, 'in between']]);
  for (let count = 0; count < 2; count += 1) await postVoice(annsSession, chatId, 60);
  const page = await openAs(bob, `/chat/${chatId}`);
  const voices = messageList(page)
    .getByRole('article', { name: 'Ann Lee' })
    .filter({ has: page.getByRole('slider') });
  const [first, second, third] = [voices.nth(0), voices.nth(1), voices.nth(2)];
  const marks = messageList(page).getByText('Not played yet');
  const speed = messageList(page).getByRole('button', { name: /^Speed/ });
  const openOtherChat = async () => {
    await chatList(page).getByText('Cat Moe').click();
    await expect(page).toHaveURL(new RegExp(other));
  };

  await test.step('[MSG-496] they show their lengths, and are sought by keyboard', async () => {
    await expect(first.getByText('0:01')).toBeVisible();
    await expect(chatList(page).getByText('Voice message')).toBeVisible();
    expect(await findViolations(page)).toEqual([]);
    await third.getByRole('slider').press('ArrowRight');
    await expect(third.getByText('0:01')).toBeVisible();
  });

  await test.step('[VOI-20] those of others are marked until they are played, one after the other', async () => {
    await expect(marks).toHaveCount(3);
    await playButton(first).click();
    await expect(pauseButton(second)).toBeVisible();
    await expect(playButton(first)).toBeVisible();
    await expect(marks).toHaveCount(1);
  });

  await test.step('[VOI-23] one plays at a time', async () => {
    await playButton(third).click();
    await expect(pauseButton(third)).toBeVisible();
    await expect(pauseButton(messageList(page))).toHaveCount(1);
    await expect(marks).toHaveCount(0);
  });

  await test.step('[VOI-21] the bar of another chat pauses, leads back and closes', async () => {
    await speed.click();
    await expect(speed).toHaveText('1.5x');
    await expect(player(page)).toHaveCount(0);
    await openOtherChat();
    await pauseButton(player(page)).click();
    await expect(playButton(player(page))).toBeVisible();
    expect(await findViolations(page)).toEqual([]);
    await player(page)
      .getByRole('button', { name: /show in chat/ })
      .click();
    await expect(page).toHaveURL(new RegExp(chatId));
    await expect(player(page)).toHaveCount(0);
    await playButton(third).click();
    await page.setViewportSize(phone);
    await page.getByRole('button', { name: 'Show chat list' }).click();
    await openOtherChat();
    await player(page).getByRole('button', { name: 'Close the player' }).click();
    await expect(player(page)).toHaveCount(0);
  });

  await test.step('[VOI-20] [VOI-21] [VOI-23] speed and marks are remembered, and one that is deleted falls silent', async () => {
    await page.setViewportSize(desktop);
    await page.goto(`/chat/${chatId}`);
    await playButton(third).click();
    await expect(speed).toHaveText('1.5x');
    await expect(marks).toHaveCount(0);
    await openOtherChat();
    await expect(pauseButton(player(page))).toBeVisible();
    const api = await users.apiClient(ann);
    const [newest] = (await api.call(getMedia, { chatId, kind: 'voice', limit: 1 })).data;
    if (!newest) throw new Error('there is no voice message');
    await api.call(deleteMessage, { messageId: newest._id });
    await expect(player(page)).toHaveCount(0);
  });
});

test('[VOI-22] a sound that cannot be played says so, and a forged length does not break seeking', async ({
  context: annsSession,
  openAs,
  users,
  directChat: { ann, bob, chatId },
}) => {
  await users.signIn(annsSession, ann);
  const page = await openAs(bob, `/chat/${chatId}`);
  const sound = await recordWithoutLength(page);
  await postSound(annsSession, chatId, { sound, mimeType: 'audio/webm', durationMs: 540_000 });
  await expect(messageList(page).getByText('9:00')).toBeVisible();
  await playFrom(page, 'Ann Lee').click();
  const slider = messageList(page).getByRole('slider');
  await expect.poll(async () => Number(await slider.getAttribute('max'))).toBeLessThan(3_000);
  await expect(playFrom(page, 'Ann Lee')).toBeVisible();

  await page.route('**/api/uploads/**', (route) => route.fulfill({ contentType: 'audio/webm', body: 'no sound' }));
  await page.reload();
  await playFrom(page, 'Ann Lee').click();
  await expect(messageList(page).getByText('This voice message cannot be played')).toBeVisible();
  await expect(playFrom(page, 'Ann Lee')).toBeVisible();
});
