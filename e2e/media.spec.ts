import { type ChatId, deleteMessage, sendFile, sendMessage, uploadImage } from '@chat-app/contract';
import type { Page } from '@playwright/test';
import { findViolations } from './support/accessibility.ts';
import { infoPanel, markRead, messageField, messageText, postMessages } from './support/chat.ts';
import { expect, test } from './support/fixtures.ts';
import { phone } from './support/layout.ts';
import { createPng } from './support/png.ts';

const tab = (page: Page, name: string) => infoPanel(page).getByRole('tab', { name });
const tiles = (page: Page) => infoPanel(page).getByRole('list', { name: 'Images' }).getByRole('button');

async function openMedia(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Chat info', exact: true }).click();
  await infoPanel(page).getByRole('button', { name: 'Shared media' }).click();
}

/** Uploads an image in the session of the page. */
async function uploadPng(page: Page, colour: [number, number, number]): Promise<string> {
  const image = { name: 'a.png', mimeType: 'image/png', buffer: createPng(300, 200, colour) };
  const answer = await page.request.post(uploadImage.path, { multipart: { image } });
  return ((await answer.json()) as { url: string }).url;
}

async function postFile(page: Page, chatId: ChatId, name: string): Promise<void> {
  const file = { name, mimeType: 'text/plain', buffer: Buffer.from('hello') };
  await page.request.post(sendFile.path, { multipart: { chatId, file } });
}

async function postVoice(page: Page, chatId: ChatId): Promise<void> {
  const opus = Buffer.concat([Buffer.from('OggS'), Buffer.alloc(24), Buffer.from('OpusHead'), Buffer.alloc(100)]);
  const file = { name: 'voice.ogg', mimeType: 'audio/ogg', buffer: opus };
  const waveform = Array.from({ length: 32 }, (_, at) => at).join(',');
  const voice = { chatId, kind: 'voice', durationMs: '7000', waveform, file };
  await page.request.post(sendFile.path, { multipart: voice });
}

test('[SRC-30] [SRC-31] [SRC-32] two people find what they shared, step through the images, and see changes @long', async ({
  users,
  openAs,
  directChat: { ann, bob, chatId },
}) => {
  const bobsPage = await openAs(bob, `/chat/${chatId}`);
  const [oldest, rest] = [await uploadPng(bobsPage, [200, 30, 30]), await uploadPng(bobsPage, [30, 120, 200])];
  const bobsApi = await users.apiClient(bob);
  const postImage = (content: string) => bobsApi.call(sendMessage, { chatId, content, type: 'image' });
  await postMessages(users, chatId, [[bob, 'The timetable is at https://timetable.example/winter']]);
  await postImage(oldest);
  for (let count = 0; count < 33; count += 1) await postImage(rest);
  await postFile(bobsPage, chatId, `${'a-very-long-name-'.repeat(6)}.txt`);
  await postVoice(bobsPage, chatId);
  await markRead(users, ann, chatId);
  const page = await openAs(ann, `/chat/${chatId}`);
  await expect(messageField(page)).toBeVisible();
  await openMedia(page);

  await test.step('the lightbox steps through all images', async () => {
    await tiles(page).first().click();
    const shown = page.getByRole('dialog').getByRole('img');
    await expect(shown).toHaveAttribute('src', rest);
    expect(await findViolations(page)).toEqual([]);
    for (let step = 0; step < 33; step += 1) await page.keyboard.press('ArrowRight');
    await expect(shown).toHaveAttribute('src', oldest);
    await expect(page.getByRole('button', { name: 'Next image' })).toBeDisabled();
    await page.getByRole('button', { name: 'Previous image' }).click();
    await expect(shown).toHaveAttribute('src', rest);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Escape');
    await expect(tiles(page)).toHaveCount(34);
    await expect(tiles(page).last()).toBeFocused();
    await expect(tiles(page).last()).toBeInViewport();
  });

  await test.step('a new image appears, a deleted one disappears', async () => {
    const { message } = await postImage(oldest);
    await expect(tiles(page)).toHaveCount(35);
    await bobsApi.call(deleteMessage, { messageId: message._id });
    await expect(tiles(page)).toHaveCount(34);
  });

  await test.step('each tab is reached with the arrow keys and has no violation', async () => {
    await tab(page, 'Images').focus();
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press('ArrowRight');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      infoPanel(page)
        .getByRole('link', { name: /a-very-long/ })
        .click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^a-very-long-name.*\.txt$/);
    expect(await findViolations(page)).toEqual([]);
    await tab(page, 'Voice').click();
    await expect(infoPanel(page).getByRole('button', { name: 'Play voice message from Bob Ray' })).toBeVisible();
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press('ArrowLeft');
    await expect(infoPanel(page).getByRole('link', { name: /timetable\.example\/winter/ })).toBeVisible();
    expect(await findViolations(page)).toEqual([]);
  });

  await test.step('a link leads to its message, from long ago', async () => {
    await infoPanel(page)
      .getByRole('button', { name: /^Show in chat/ })
      .click();
    await expect(messageText(page, 'The timetable is at https://timetable.example/winter')).toBeInViewport();
    await expect(infoPanel(page)).toBeVisible();
  });

  await test.step('on a phone the panel makes room for the message', async () => {
    await page.setViewportSize(phone);
    await tab(page, 'Links').focus();
    await page.keyboard.press('Escape');
    await expect(infoPanel(page).getByRole('button', { name: 'Shared media' })).toBeFocused();
    await infoPanel(page).getByRole('button', { name: 'Shared media' }).click();
    await tiles(page).last().click();
    await page.getByRole('button', { name: 'Show in chat', exact: true }).click();
    await expect(infoPanel(page)).toBeHidden();
    await expect(page.getByRole('button', { name: 'Open image from Bob Ray' }).first()).toBeInViewport();
  });
});
