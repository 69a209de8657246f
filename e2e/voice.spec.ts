import { findViolations } from './support/accessibility.ts';
import { chatList, messageList, postMessages } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { playFrom, postSoundWithoutLength, postVoice } from './support/voice.ts';

test('[MSG-496] a voice message is shown with its waveform and played', async ({
  openAs,
  directChat: { ann, bob, chatId },
}) => {
  const annsPage = await openAs(ann, `/chat/${chatId}`);
  const bobsPage = await openAs(bob, `/chat/${chatId}`);
  await postVoice(annsPage, chatId, 2);

  const voice = messageList(bobsPage).getByRole('article', { name: 'Ann Lee' });
  await expect(voice.getByText('0:02')).toBeVisible();
  expect(await findViolations(bobsPage)).toEqual([]);
  await voice.getByRole('button', { name: 'Play voice message from Ann Lee' }).click();
  await expect(voice.getByRole('button', { name: 'Pause voice message from Ann Lee' })).toBeVisible();
  // It ends by itself.
  await expect(voice.getByRole('button', { name: 'Play voice message from Ann Lee' })).toBeVisible();
  await expect(voice.getByText('0:02')).toBeVisible();
  await voice.getByRole('slider').press('ArrowRight');
  await expect(voice.getByText('0:01')).toBeVisible();

  await bobsPage.setViewportSize({ width: 390, height: 844 });
  await bobsPage.goto('/');
  await expect(chatList(bobsPage).getByText('Voice message')).toBeVisible();
});

const pauseFrom = (name: string) => `Pause voice message from ${name}`;

test('[VOI-20] what others sent is marked until it is played, and the next voice message follows by itself', async ({
  openAs,
  users,
  directChat: { ann, bob, chatId },
}) => {
  const annsPage = await openAs(ann, `/chat/${chatId}`);
  await postVoice(annsPage, chatId, 1);
  await postMessages(users, chatId, [[ann, 'in between']]);
  await postVoice(annsPage, chatId, 2);
  const page = await openAs(bob, `/chat/${chatId}`);
  const marks = messageList(page).getByText('Not played yet');
  await expect(marks).toHaveCount(2);
  await expect(messageList(annsPage).getByText('Not played yet')).toHaveCount(0);
  await playFrom(page, 'Ann Lee').first().click();
  const second = messageList(page)
    .getByRole('article')
    .filter({ has: page.getByRole('slider') })
    .last();
  await expect(second.getByRole('button', { name: pauseFrom('Ann Lee') })).toBeVisible();
  await expect(marks).toHaveCount(0);
  await expect(playFrom(page, 'Ann Lee')).toHaveCount(2);
  await page.reload();
  await expect(playFrom(page, 'Ann Lee')).toHaveCount(2);
  await expect(marks).toHaveCount(0);
});

test('[VOI-21] a voice message plays on in another chat, where the bar at the top controls it', async ({
  openAs,
  users,
  directChat: { ann, bob, chatId },
}) => {
  const other = await users.createChat(bob, await users.create('Cat Moe'));
  const annsPage = await openAs(ann, `/chat/${chatId}`);
  await postVoice(annsPage, chatId, 60);
  const page = await openAs(bob, `/chat/${chatId}`);
  await playFrom(page, 'Ann Lee').click();
  const speed = page.getByRole('button', { name: /^Speed/ });
  await speed.click();
  await expect(speed).toHaveText('1.5x');
  const bar = page.getByRole('region', { name: 'Voice message that plays' });
  await expect(bar).toHaveCount(0);
  await chatList(page).getByText('Cat Moe').click();
  await expect(page).toHaveURL(new RegExp(other));
  await expect(bar.getByText('Ann Lee')).toBeVisible();
  await bar.getByRole('button', { name: pauseFrom('Ann Lee') }).click();
  await expect(bar.getByRole('button', { name: 'Play voice message from Ann Lee' })).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await bar.getByRole('button', { name: /show in chat/ }).click();
  await expect(page).toHaveURL(new RegExp(chatId));
  await expect(bar).toHaveCount(0);
  await expect(speed).toHaveText('1.5x');
  await playFrom(page, 'Ann Lee').click();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Show chat list' }).click();
  await chatList(page).getByText('Cat Moe').click();
  await bar.getByRole('button', { name: 'Close the player' }).click();
  await expect(bar).toHaveCount(0);
  await page.reload();
  await page.goto(`/chat/${chatId}`);
  await playFrom(page, 'Ann Lee').click();
  await expect(speed).toHaveText('1.5x');
});

test('[VOI-23] one voice message plays at a time, and one that is deleted falls silent', async ({
  openAs,
  users,
  directChat: { ann, bob, chatId },
}) => {
  await users.createChat(bob, await users.create('Cat Moe'));
  const annsPage = await openAs(ann, `/chat/${chatId}`);
  await postVoice(annsPage, chatId, 1);
  await postVoice(annsPage, chatId, 60);
  const page = await openAs(bob, `/chat/${chatId}`);
  const pauseButtons = messageList(page).getByRole('button', { name: pauseFrom('Ann Lee') });
  await playFrom(page, 'Ann Lee').last().click();
  await expect(pauseButtons).toHaveCount(1);
  await playFrom(page, 'Ann Lee').first().click();
  // It continues with the second when it is over.
  await expect(pauseButtons).toHaveCount(1);
  await expect(playFrom(page, 'Ann Lee')).toHaveCount(1);

  const second = messageList(page).getByRole('article').last();
  await expect(second.getByRole('button', { name: pauseFrom('Ann Lee') })).toBeVisible();
  await chatList(page).getByText('Cat Moe').click();
  const bar = page.getByRole('region', { name: 'Voice message that plays' });
  await expect(bar).toBeVisible();
  const own = messageList(annsPage).getByRole('article', { name: 'You' }).last();
  await own.hover();
  await own.getByRole('button', { name: 'Delete message: Voice message' }).click();
  await annsPage.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(bar).toHaveCount(0);
});

test('[VOI-22] a sound that cannot be played says so, and a forged length does not break seeking', async ({
  openAs,
  directChat: { ann, bob, chatId },
}) => {
  const annsPage = await openAs(ann, `/chat/${chatId}`);
  await postSoundWithoutLength(annsPage, chatId, 540_000);
  const page = await openAs(bob, `/chat/${chatId}`);
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
