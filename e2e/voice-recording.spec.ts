import { getMedia } from '@chat-app/contract';
import type { Page } from '@playwright/test';
import { findViolations } from './support/accessibility.ts';
import { test } from './support/call-fixtures.ts';
import { messageField, messageList, sendingStatus, sendText, storedContents, toast } from './support/chat.ts';
import { expect } from './support/fixtures.ts';
import {
  decodeNewest,
  expectRecorded,
  holdToRecord,
  ownVoice,
  pauseRecording,
  playFrom,
  postVoice,
  recordButton,
  recorder,
  recordLocked,
  sendVoiceButton,
} from './support/voice.ts';

const listenButton = (page: Page) => page.getByRole('button', { name: 'Listen to the recording' });
/** The loudest moment that the recorder shows, in percent of its height; silence is shown as 9. */
const tallestBarPercent = (page: Page) =>
  recorder(page)
    .locator('[style*="height"]')
    .evaluateAll((bars) => Math.max(...bars.map((bar) => Number.parseFloat((bar as HTMLElement).style.height))));
const status = (page: Page, text: string) => page.getByRole('status').getByText(text);

test('[VOI-1] holding the button records, and releasing it sends what the microphone heard', async ({
  chatPages: { annsPage, bobsPage },
  directChat: { chatId },
}) => {
  await holdToRecord(annsPage, 2);
  await expect.poll(() => tallestBarPercent(annsPage)).toBeGreaterThan(50);
  await annsPage.mouse.up();
  await expect(ownVoice(annsPage)).toBeVisible();
  await expect(playFrom(bobsPage, 'Ann Lee')).toBeVisible();
  const { seconds, toneShare } = await decodeNewest(bobsPage, chatId);
  expect(seconds).toBeGreaterThan(1.8);
  expect(seconds).toBeLessThan(30);
  expect(toneShare).toBeGreaterThan(0.6);
});

test('[VOI-1] a tap explains itself; a second tap records without holding, and holding sends', async ({
  openAs,
  directChat,
}) => {
  const page = await openAs(directChat.ann, `/chat/${directChat.chatId}`);
  await page.setViewportSize({ width: 390, height: 844 });
  // The code that records arrives long after the first tap.
  await page.route('**/recording-panel*.js', async (route) => {
    await page.waitForTimeout(1_500);
    await route.continue();
  });
  const touch = (...types: string[]) =>
    recordButton(page).evaluate((button, events) => {
      const finger = { pointerType: 'touch', pointerId: 7, button: 0, isPrimary: true, bubbles: true };
      for (const type of events) button.dispatchEvent(new PointerEvent(type, finger));
    }, types);
  const tap = () => touch('pointerdown', 'pointerup');
  await tap();
  await expect(page.getByText('Hold to record, release to send', { exact: true })).toBeVisible();
  await expect(recorder(page)).toHaveCount(0);
  await tap();
  await expect(recorder(page).getByRole('timer')).toBeVisible();
  await recorder(page).getByRole('button', { name: 'Delete the recording' }).click();
  await expect(recordButton(page)).toBeVisible();
  await tap();
  await expect(page.getByText('Hold to record, release to send', { exact: true })).toBeVisible();
  await touch('pointerdown');
  await expect(recorder(page).getByText('Slide to cancel')).toBeVisible();
  await expectRecorded(page, 1);
  await touch('pointerup');
  await expect(ownVoice(page)).toHaveCount(1);
});

test('[VOI-2] sliding to the left cancels, sliding up locks, and Escape cancels', async ({
  chatPages: { annsPage },
  directChat: { ann, chatId },
  users,
}) => {
  const from = await holdToRecord(annsPage);
  await annsPage.mouse.move(from.x - 200, from.y, { steps: 5 });
  await expect(status(annsPage, 'Recording cancelled')).toBeAttached();
  await annsPage.mouse.up();
  await expect(recorder(annsPage)).toHaveCount(0);

  const again = await holdToRecord(annsPage);
  await annsPage.mouse.move(again.x, again.y - 120, { steps: 5 });
  await expect(sendVoiceButton(annsPage)).toBeVisible();
  await annsPage.mouse.up();
  await expect(recorder(annsPage).getByRole('timer')).toBeVisible();
  await annsPage.keyboard.press('Escape');
  await expect(recorder(annsPage)).toHaveCount(0);

  await holdToRecord(annsPage);
  await annsPage.keyboard.press('Escape');
  await expect(recorder(annsPage)).toHaveCount(0);
  await annsPage.mouse.up();
  await expect(recordButton(annsPage)).toBeVisible();
  expect(await storedContents(users, ann, chatId)).toEqual([]);
});

test('[VOI-3] a recording is paused, heard, continued and sent, by keyboard only', async ({
  chatPages: { annsPage, bobsPage },
  directChat: { chatId },
}) => {
  await messageField(annsPage).fill('a draft that stays');
  await recordButton(annsPage).focus();
  await annsPage.keyboard.press('Enter');
  await expectRecorded(annsPage, 1);
  await expect(status(annsPage, 'Recording. Escape cancels.')).toBeAttached();
  await expect(pauseRecording(annsPage)).toBeFocused();
  await annsPage.keyboard.press('Enter');
  await expect(listenButton(annsPage)).toBeFocused();
  await expect(status(annsPage, 'Recording paused.')).toBeAttached();
  expect(await findViolations(annsPage)).toEqual([]);

  const slider = recorder(annsPage).getByRole('slider', { name: 'Position in the recording' });
  await expect(slider).toBeEnabled();
  await slider.press('ArrowRight');
  await expect(slider).toHaveAttribute('aria-valuetext', /^0:01 of/);
  await listenButton(annsPage).press('Enter');
  // It ends by itself, and begins at its start again.
  await expect(slider).toHaveAttribute('aria-valuetext', /^0:00 of/);
  const before = Number(await slider.getAttribute('max'));
  await annsPage.getByRole('button', { name: 'Go on recording' }).press('Enter');
  await expect(pauseRecording(annsPage)).toBeFocused();
  await expectRecorded(annsPage, 3);
  await annsPage.keyboard.press('Tab');
  await expect(sendVoiceButton(annsPage)).toBeFocused();
  await annsPage.keyboard.press('Enter');
  await expect(ownVoice(annsPage)).toBeVisible();
  await expect(messageField(annsPage)).toBeFocused();
  await expect(messageField(annsPage)).toHaveValue('a draft that stays');
  await expect(playFrom(bobsPage, 'Ann Lee')).toBeVisible();
  expect((await decodeNewest(bobsPage, chatId)).seconds * 1000).toBeGreaterThan(before + 500);
});

test('[VOI-6] a recording waits in the chat that was left, and the page asks before it is lost', async ({
  chatPages: { annsPage },
  directChat: { ann, chatId },
  users,
}) => {
  const other = await users.createChat(ann, await users.create('Cat Moe'));
  await recordLocked(annsPage);
  await annsPage.getByRole('list', { name: 'Chats' }).getByText('Cat Moe').click();
  await expect(annsPage).toHaveURL(new RegExp(other));
  await expect(recorder(annsPage)).toHaveCount(0);
  let asked = '';
  annsPage.once('dialog', (dialog) => {
    asked = dialog.type();
    void dialog.dismiss();
  });
  await annsPage.goto('/', { timeout: 3_000 }).catch(() => null);
  expect(asked).toBe('beforeunload');
  await annsPage.getByRole('list', { name: 'Chats' }).getByText('Bob Ray').click();
  await expect(recorder(annsPage).getByText('Not sent yet')).toBeVisible();
  await sendVoiceButton(annsPage).click();
  await expect(ownVoice(annsPage)).toBeVisible();
  await expect.poll(() => storedContents(users, ann, chatId)).toEqual(['Voice message']);
});

test('[VOI-7] a call pauses the recording, and its ringing is not recorded', async ({
  chatPages: { annsPage, bobsPage },
}) => {
  await recordLocked(annsPage);
  await bobsPage.getByRole('button', { name: 'Voice call', exact: true }).click();
  const ringing = annsPage.getByRole('dialog', { name: 'Incoming voice call' });
  await expect(ringing).toBeVisible();
  await ringing.getByRole('button', { name: 'Reject' }).click();
  await expect(recorder(annsPage).getByText('Paused for the call')).toBeVisible();
  const slider = recorder(annsPage).getByRole('slider');
  await expect(slider).toBeEnabled();
  const recorded = await slider.getAttribute('max');
  await expect(annsPage.getByRole('button', { name: 'Go on recording' })).toBeVisible();
  await sendVoiceButton(annsPage).click();
  await expect(ownVoice(annsPage)).toBeVisible();
  await expect(messageList(annsPage).getByRole('slider')).toHaveAttribute('max', String(recorded));
});

test('[VOI-7] a call that rings pauses what plays, and a call that one starts pauses the recording', async ({
  chatPages: { annsPage, bobsPage },
  directChat: { chatId },
}) => {
  await postVoice(bobsPage, chatId, { seconds: 5 });
  await playFrom(annsPage, 'Bob Ray').click();
  const pausePlaying = annsPage.getByRole('button', { name: 'Pause voice message from Bob Ray' });
  await expect(pausePlaying).toBeVisible();
  await bobsPage.getByRole('button', { name: 'Voice call', exact: true }).click();
  const ringing = annsPage.getByRole('dialog', { name: 'Incoming voice call' });
  await expect(ringing).toBeVisible();
  await expect(pausePlaying).toHaveCount(0);
  await ringing.getByRole('button', { name: 'Reject' }).click();
  await recordLocked(annsPage);
  await annsPage.getByRole('button', { name: 'Voice call', exact: true }).click();
  await expect(recorder(annsPage).getByText('Paused for the call')).toBeVisible();
});

test('[VOI-8] what was recorded before the microphone was unplugged is kept', async ({ openAs, directChat }) => {
  const page = await openAs(directChat.ann, `/chat/${directChat.chatId}`);
  await page.evaluate(() => {
    const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    navigator.mediaDevices.getUserMedia = async (constraints) => {
      const stream = await open(constraints);
      const unplug = () => stream.getAudioTracks().forEach((track) => track.dispatchEvent(new Event('ended')));
      document.addEventListener('unplug', unplug, { once: true });
      return stream;
    };
  });
  await recordLocked(page);
  await page.evaluate(() => document.dispatchEvent(new Event('unplug')));
  await expect(recorder(page).getByText('The microphone is gone')).toBeVisible();
  await sendVoiceButton(page).click();
  await expect(ownVoice(page)).toBeVisible();
});

test.describe('without a microphone', () => {
  const faults = [
    ['NotAllowedError', 'The microphone is blocked'],
    ['NotFoundError', 'No microphone found'],
    ['NotReadableError', 'The microphone cannot be used'],
  ] as const;
  for (const [name, title] of faults) {
    test(`[VOI-8] ${name}: says "${title}" and stays usable`, async ({ openAs, directChat }) => {
      const page = await openAs(directChat.ann, `/chat/${directChat.chatId}`);
      await page.evaluate((fault) => {
        navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', fault));
      }, name);
      await recordButton(page).click();
      await expect(toast(page, title)).toBeVisible();
      await expect(recorder(page)).toHaveCount(0);
      await sendText(page, 'written instead');
    });
  }
});

test('[VOI-9] a voice message recorded offline can be heard, survives a reload and is sent once, in order', async ({
  chatPages: { annsPage, bobsPage },
  directChat: { ann, chatId },
  users,
}) => {
  await annsPage.route('**/api/messages/sendFile', (route) => route.abort());
  await recordLocked(annsPage);
  await sendVoiceButton(annsPage).click();
  await expect(ownVoice(annsPage)).toBeVisible();
  await ownVoice(annsPage).click();
  await expect(messageList(annsPage).getByRole('button', { name: 'Pause voice message from you' })).toBeVisible();
  await sendText(annsPage, 'after the voice');
  await expect(sendingStatus(annsPage)).not.toHaveCount(0);
  await annsPage.reload();
  await expect(ownVoice(annsPage)).toBeVisible();
  expect(await storedContents(users, ann, chatId)).toEqual([]);
  await annsPage.unroute('**/api/messages/sendFile');
  await annsPage.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(messageList(bobsPage).getByText('after the voice')).toBeVisible();
  await expect(playFrom(bobsPage, 'Ann Lee')).toHaveCount(1);
  await expect.poll(() => storedContents(users, ann, chatId)).toEqual(['Voice message', 'after the voice']);
});

test('[VOI-9] a voice message that the server refuses says why, and can be heard, sent again and deleted', async ({
  chatPages: { annsPage, bobsPage },
}) => {
  const reason = 'That is no sound';
  await annsPage.route('**/api/messages/sendFile', (route) =>
    route.fulfill({ status: 415, json: { code: 'unsupported_type', message: reason } }),
  );
  const send = async () => {
    await recordLocked(annsPage);
    await sendVoiceButton(annsPage).click();
    await expect(messageList(annsPage).getByText(reason)).toBeVisible();
  };
  await send();
  await ownVoice(annsPage).click();
  await expect(messageList(annsPage).getByRole('button', { name: 'Pause voice message from you' })).toBeVisible();
  await messageList(annsPage).getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(messageList(annsPage).getByRole('slider')).toHaveCount(0);
  await send();
  await annsPage.unroute('**/api/messages/sendFile');
  await messageList(annsPage).getByRole('button', { name: 'Retry' }).click();
  await expect(playFrom(bobsPage, 'Ann Lee')).toHaveCount(1);
  await expect(messageList(annsPage).getByText(reason)).toHaveCount(0);
});

test('[VOI-9] a voice message replies, and is quoted, forwarded and deleted', async ({
  chatPages: { annsPage, bobsPage },
}) => {
  await sendText(bobsPage, 'say something');
  const article = messageList(annsPage).getByRole('article', { name: 'Bob Ray' });
  await article.hover();
  await article.getByRole('button', { name: /^Reply to/ }).click();
  await recordLocked(annsPage);
  await sendVoiceButton(annsPage).click();
  const voice = messageList(bobsPage).getByRole('article', { name: 'Ann Lee' });
  await expect(voice.getByText('say something')).toBeVisible();
  await expect(annsPage.getByRole('button', { name: 'Cancel reply' })).toHaveCount(0);
  await voice.hover();
  await voice.getByRole('button', { name: 'Reply to: Voice message' }).click();
  await sendText(bobsPage, 'heard you');
  await expect(
    messageList(bobsPage).getByRole('article', { name: 'You' }).last().getByText('Voice message'),
  ).toBeVisible();

  const own = messageList(annsPage).getByRole('article', { name: 'You' });
  await own.hover();
  await own.getByRole('button', { name: 'Delete message: Voice message' }).click();
  await annsPage.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(messageList(bobsPage).getByRole('article', { name: 'Ann Lee' })).toHaveCount(0);
});

test('[VOI-5] a minute of speech is at most 260 KB, and its length is exact', async ({ openAs, directChat, users }) => {
  test.setTimeout(180_000);
  const page = await openAs(directChat.ann, `/chat/${directChat.chatId}`);
  await recordButton(page).click();
  await expect(recorder(page).getByRole('timer')).toHaveText('1:00', { timeout: 100_000 });
  await sendVoiceButton(page).click();
  await expect(ownVoice(page)).toBeVisible();
  await expect(sendingStatus(page)).toHaveCount(0);
  const { seconds } = await decodeNewest(page, directChat.chatId);
  const api = await users.apiClient(directChat.ann);
  const [voice] = (await api.call(getMedia, { chatId: directChat.chatId, kind: 'voice', limit: 1 })).data;
  expect(Math.abs(seconds * 1000 - (voice?.durationMs ?? 0))).toBeLessThan(50);
  expect((voice?.size ?? 0) / seconds).toBeLessThan(260_000 / 60);
});
