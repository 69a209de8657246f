import { sendFile, sendMessage, uploadImage } from '@chat-app/contract';
import type { Page } from '@playwright/test';
import { findViolations } from './support/accessibility.ts';
import { infoPanel, markRead, messageText, postMessages } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { phone } from './support/layout.ts';
import { createPng } from './support/png.ts';
import { postVoice } from './support/voice.ts';

const tiles = (page: Page) => infoPanel(page).getByRole('list', { name: 'Images' }).getByRole('button');

test('[SRC-30] [SRC-31] shared media have no violations, lead to messages of long ago, and make room for them on a phone @long', async ({
  users,
  openAs,
  directChat: { ann, bob, chatId },
}) => {
  const bobsPage = await openAs(bob, `/chat/${chatId}`);
  const png = { name: 'a.png', mimeType: 'image/png', buffer: createPng(300, 200) };
  const answer = await bobsPage.request.post(uploadImage.path, { multipart: { image: png } });
  const { url: image } = (await answer.json()) as { url: string };
  const bobsApi = await users.apiClient(bob);
  await postMessages(users, chatId, [[bob, 'The timetable is at https://timetable.example/winter']]);
  for (let count = 0; count < 34; count += 1)
    await bobsApi.call(sendMessage, { chatId, content: image, type: 'image' });
  const file = { name: `${'a-very-long-name-'.repeat(6)}.txt`, mimeType: 'text/plain', buffer: Buffer.from('hello') };
  await bobsPage.request.post(sendFile.path, { multipart: { chatId, file } });
  await postVoice(bobsPage.context(), chatId, 7);
  await markRead(users, ann, chatId);
  const page = await openAs(ann, `/chat/${chatId}`);
  const panel = infoPanel(page);
  await page.getByRole('button', { name: 'Chat info', exact: true }).click();
  await panel.getByRole('button', { name: 'Shared media' }).click();

  await test.step('the lightbox returns the focus', async () => {
    await tiles(page).first().click();
    await expect(page.getByRole('dialog').getByRole('img')).toHaveAttribute('src', image);
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(tiles(page).first()).toBeFocused();
  });

  await test.step('no tab has a violation, and a file is downloaded', async () => {
    for (const [name, entry] of [
      ['Images', tiles(page).first()],
      ['Voice', panel.getByRole('button', { name: 'Play voice message from Bob Ray' })],
      ['Files', panel.getByRole('link', { name: /a-very-long/ })],
      ['Links', panel.getByRole('link', { name: /timetable\.example\/winter/ })],
    ] as const) {
      await panel.getByRole('tab', { name }).click();
      await expect(entry).toBeVisible();
      expect(await findViolations(page)).toEqual([]);
      if (name !== 'Files') continue;
      const downloading = page.waitForEvent('download');
      await entry.click();
      expect((await downloading).suggestedFilename()).toMatch(/^a-very-long-name.*\.txt$/);
    }
  });

  await test.step('a link leads to its message, from long ago', async () => {
    await panel.getByRole('button', { name: /^Show in chat/ }).click();
    await expect(messageText(page, 'The timetable is at https://timetable.example/winter')).toBeInViewport();
    await expect(panel).toBeVisible();
  });

  await test.step('on a phone the panel makes room for the message', async () => {
    await page.setViewportSize(phone);
    await panel.getByRole('tab', { name: 'Images' }).click();
    await tiles(page).last().click();
    await page.getByRole('button', { name: 'Show in chat', exact: true }).click();
    await expect(panel).toBeHidden();
    await expect(page.getByRole('button', { name: 'Open image from Bob Ray' }).first()).toBeInViewport();
  });
});
