import { getMedia } from '@chat-app/contract';
import type { Page } from '@playwright/test';
import { findViolations } from './support/accessibility.ts';
import { test } from './support/call-fixtures.ts';
import { callEnded, incomingCall, startCall } from './support/calls.ts';
import {
  chatList,
  messageField,
  messageList,
  postMessages,
  sendText,
  sendingStatus,
  storedContents,
  toast,
} from './support/chat.ts';
import { expect } from './support/fixtures.ts';
import { holdRequests } from './support/hold-requests.ts';
import { desktop, phone } from './support/layout.ts';
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

// A recording takes its time, during which other tests can run.
test.describe.configure({ mode: 'parallel' });

const listenButton = (page: Page) => page.getByRole('button', { name: 'Listen to the recording' });
/** The loudest moment that the recorder shows, in percent of its height; silence is shown as 9. */
const tallestBarPercent = (page: Page) =>
  recorder(page)
    .locator('[style*="height"]')
    .evaluateAll((bars) => Math.max(...bars.map((bar) => Number.parseFloat((bar as HTMLElement).style.height))));
const status = (page: Page, text: string) => page.getByRole('status').getByText(text);
/** What a file has besides its sound: its description, and the index in front of it. */
const headerBytes = 1_000;

test('[VOI-1] [VOI-2] [VOI-5] a tap explains itself, holding records, sliding cancels or locks, and releasing sends', async ({
  openAs,
  directChat: { ann, chatId },
  users,
}) => {
  const page = await openAs(ann, `/chat/${chatId}`);
  await test.step('[VOI-1] a tap explains itself, also while the recorder is loading; a second one records', async () => {
    await page.setViewportSize(phone);
    // The code that records arrives long after the first tap.
    const code = await holdRequests(page, '**/recording-panel*.js');
    const explanation = page.getByText('Hold to record, release to send', { exact: true });
    await touch(page, 'pointerdown', 'pointerup');
    await code.release();
    await expect(explanation).toBeVisible();
    await expect(recorder(page)).toHaveCount(0);
    await touch(page, 'pointerdown', 'pointerup');
    await expect(recorder(page).getByRole('timer')).toBeVisible();
    await recorder(page).getByRole('button', { name: 'Delete the recording' }).click();
    await expect(recordButton(page)).toBeVisible();
    await page.setViewportSize(desktop);
  });

  await test.step('[VOI-2] sliding to the left cancels', async () => {
    const from = await holdToRecord(page);
    await page.mouse.move(from.x - 200, from.y, { steps: 5 });
    await expect(status(page, 'Recording cancelled')).toBeAttached();
    await page.mouse.up();
    await expect(recorder(page)).toHaveCount(0);
  });

  await test.step('[VOI-2] sliding up locks, and Escape cancels', async () => {
    const from = await holdToRecord(page);
    await page.mouse.move(from.x, from.y - 120, { steps: 5 });
    await expect(sendVoiceButton(page)).toBeVisible();
    await page.mouse.up();
    await expect(recorder(page).getByRole('timer')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(recorder(page)).toHaveCount(0);
  });

  await test.step('[VOI-2] Escape cancels while the button is held', async () => {
    await holdToRecord(page);
    await page.keyboard.press('Escape');
    await expect(recorder(page)).toHaveCount(0);
    await page.mouse.up();
    await expect(recordButton(page)).toBeVisible();
    expect(await storedContents(users, ann, chatId)).toEqual([]);
  });

  await test.step('[VOI-1] releasing sends what the microphone heard', async () => {
    await touch(page, 'pointerdown');
    await expect(recorder(page).getByText('Slide to cancel')).toBeVisible();
    await expectRecorded(page, 1);
    await expect.poll(() => tallestBarPercent(page), 'the level').toBeGreaterThan(50);
    await touch(page, 'pointerup');
    await expect(ownVoice(page)).toBeVisible();
    await expect.poll(() => storedContents(users, ann, chatId), 'what the server has stored').toHaveLength(1);
  });

  await test.step('[VOI-5] the file is small, and names its exact length', async () => {
    const { seconds, toneShare } = await decodeNewest(page, chatId);
    expect(seconds).toBeGreaterThan(0.8);
    expect(seconds).toBeLessThan(30);
    expect(toneShare).toBeGreaterThan(0.6);
    const api = await users.apiClient(ann);
    const [voice] = (await api.call(getMedia, { chatId, kind: 'voice', limit: 1 })).data;
    expect(Math.abs(seconds * 1000 - (voice?.durationMs ?? 0)), 'difference in ms').toBeLessThan(50);
    expect(voice?.size, 'bytes').toBeLessThan((260_000 * seconds) / 60 + headerBytes);
  });
});

/** Touches the button of the recorder with a finger. */
const touch = (page: Page, ...types: string[]) =>
  recordButton(page).evaluate((button, events) => {
    const finger = { pointerType: 'touch', pointerId: 7, button: 0, isPrimary: true, bubbles: true };
    for (const type of events) button.dispatchEvent(new PointerEvent(type, finger));
  }, types);

test('[VOI-3] [VOI-6] [VOI-7] a recording waits in the chat that was left, and calls pause it and what plays', async ({
  chatPages: { annsPage, bobsPage },
  directChat: { ann, chatId },
  users,
}) => {
  const other = await users.createChat(ann, await users.create('Cat Moe'));
  const chats = chatList(annsPage);
  const goOn = annsPage.getByRole('button', { name: 'Go on recording' });
  const slider = recorder(annsPage).getByRole('slider');
  await messageField(annsPage).fill('a draft that stays');
  await recordLocked(annsPage);

  await test.step('[VOI-6] it waits, and the page asks before it is lost', async () => {
    await chats.getByText('Cat Moe').click();
    await expect(annsPage).toHaveURL(new RegExp(other));
    await expect(recorder(annsPage)).toHaveCount(0);
    const asking = annsPage.waitForEvent('dialog');
    await annsPage.evaluate(() => void setTimeout(() => window.location.assign('/')));
    const question = await asking;
    expect(question.type()).toBe('beforeunload');
    await question.dismiss();
    await chats.getByText('Bob Ray').click();
    await expect(recorder(annsPage).getByText('Not sent yet')).toBeVisible();
  });

  await test.step('[VOI-3] it is listened to from any position', async () => {
    await expect(slider).toBeEnabled();
    await slider.press('ArrowRight');
    await expect(slider).toHaveAttribute('aria-valuetext', /^0:01 of/);
    await listenButton(annsPage).press('Enter');
    // It ends by itself, and begins at its start again.
    await expect(slider).toHaveAttribute('aria-valuetext', /^0:00 of/);
    expect(await findViolations(annsPage)).toEqual([]);
  });

  await test.step('[VOI-7] a call that rings pauses it, and is not recorded', async () => {
    await goOn.click();
    await expect(pauseRecording(annsPage)).toBeVisible();
    const bobsCall = await startCall(bobsPage);
    await incomingCall(annsPage).getByRole('button', { name: 'Reject' }).click();
    await expect(callEnded(bobsCall)).toBeVisible();
    await expect(recorder(annsPage).getByText('Paused for the call')).toBeVisible();
    await expect(goOn).toBeVisible();
    await expect(slider).toBeEnabled();
    const recorded = await slider.getAttribute('max');
    await sendVoiceButton(annsPage).press('Enter');
    await expect(ownVoice(annsPage)).toBeVisible();
    await expect(messageField(annsPage)).toBeFocused();
    await expect(messageField(annsPage)).toHaveValue('a draft that stays');
    await expect(messageList(annsPage).getByRole('slider')).toHaveAttribute('max', String(recorded));
    await expect(playFrom(bobsPage, 'Ann Lee')).toHaveCount(1);
  });

  await test.step('[VOI-7] a call that the user starts pauses what plays', async () => {
    await postVoice(bobsPage.context(), chatId, 60);
    await playFrom(annsPage, 'Bob Ray').click();
    const pausePlaying = annsPage.getByRole('button', { name: 'Pause voice message from Bob Ray' });
    await expect(pausePlaying).toBeVisible();
    await startCall(annsPage);
    await expect(pausePlaying).toHaveCount(0);
  });
});

test('[VOI-8] without a microphone, the reason is shown; what was recorded before it was unplugged is kept', async ({
  openAs,
  directChat: { ann, chatId },
}) => {
  const page = await openAs(ann, `/chat/${chatId}`);
  await page.evaluate(() => {
    const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    navigator.mediaDevices.getUserMedia = async (constraints) => {
      const { microphoneFault } = window as { microphoneFault?: string };
      if (microphoneFault) throw new DOMException('', microphoneFault);
      const stream = await open(constraints);
      const unplug = () => stream.getAudioTracks().forEach((track) => track.dispatchEvent(new Event('ended')));
      document.addEventListener('unplug', unplug, { once: true });
      return stream;
    };
  });
  const setFault = (microphoneFault: string | null) =>
    page.evaluate((fault) => void Object.assign(window, { microphoneFault: fault }), microphoneFault);
  const faults = [
    ['NotAllowedError', 'The microphone is blocked'],
    ['NotFoundError', 'No microphone found'],
    ['NotReadableError', 'The microphone cannot be used'],
  ] as const;
  for (const [name, title] of faults) {
    await test.step(`${name}: says "${title}"`, async () => {
      await setFault(name);
      await recordButton(page).click();
      await expect(toast(page, title)).toBeVisible();
      await expect(recorder(page)).toHaveCount(0);
    });
  }
  await sendText(page, 'written without a microphone');
  await test.step('unplugged during a recording', async () => {
    await setFault(null);
    await recordLocked(page);
    await page.evaluate(() => document.dispatchEvent(new Event('unplug')));
    await expect(recorder(page).getByText('The microphone is gone')).toBeVisible();
    await sendVoiceButton(page).click();
    await expect(ownVoice(page)).toBeVisible();
  });
});

test('[VOI-9] a voice message waits offline, is sent once and in order, and says why the server refuses it', async ({
  chatPages: { annsPage, bobsPage },
  directChat: { ann, bob, chatId },
  users,
}) => {
  const sendFile = '**/api/messages/sendFile';
  const record = async () => {
    await recordLocked(annsPage);
    await sendVoiceButton(annsPage).click();
  };
  // It plays for a second only, so the page looks for the button before it is there.
  const hearNewest = () =>
    Promise.all([
      messageList(annsPage).getByRole('button', { name: 'Pause voice message from you' }).waitFor(),
      ownVoice(annsPage).last().click(),
    ]);

  await test.step('recorded offline, it can be heard, survives a reload and is sent once, in order', async () => {
    await postMessages(users, chatId, [[bob, 'say something']]);
    await annsPage.route(sendFile, (route) => route.abort());
    const question = messageList(annsPage).getByRole('article', { name: 'Bob Ray' });
    await question.hover();
    await question.getByRole('button', { name: /^Reply to/ }).click();
    await record();
    await expect(annsPage.getByRole('button', { name: 'Cancel reply' })).toHaveCount(0);
    await hearNewest();
    await sendText(annsPage, 'after the voice');
    await expect(sendingStatus(annsPage)).not.toHaveCount(0);
    await annsPage.reload();
    await expect(ownVoice(annsPage)).toBeVisible();
    expect(await storedContents(users, ann, chatId)).toEqual(['say something']);
    await annsPage.unroute(sendFile);
    await annsPage.evaluate(() => window.dispatchEvent(new Event('online')));
    await expect(messageList(bobsPage).getByText('after the voice')).toBeVisible();
    await expect(playFrom(bobsPage, 'Ann Lee')).toHaveCount(1);
    await expect
      .poll(() => storedContents(users, ann, chatId), 'what the server has stored')
      .toEqual(['say something', 'Voice message', 'after the voice']);
  });

  await test.step('it replies, and is quoted and deleted', async () => {
    const voice = messageList(bobsPage).getByRole('article', { name: 'Ann Lee' }).first();
    await expect(voice.getByText('say something')).toBeVisible();
    await voice.hover();
    await voice.getByRole('button', { name: 'Reply to: Voice message' }).click();
    await sendText(bobsPage, 'heard you');
    const answer = messageList(bobsPage).getByRole('article', { name: 'You' }).last();
    await expect(answer.getByText('Voice message')).toBeVisible();
    const own = messageList(annsPage).getByRole('article', { name: 'You' }).first();
    await own.hover();
    await own.getByRole('button', { name: 'Delete message: Voice message' }).click();
    await annsPage.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(playFrom(bobsPage, 'Ann Lee')).toHaveCount(0);
  });

  await test.step('refused, it says why, can be heard and sent again, and offers to be deleted', async () => {
    const reason = 'That is no sound';
    const refusal = messageList(annsPage).getByText(reason);
    await annsPage.route(sendFile, (route) =>
      route.fulfill({ status: 415, json: { code: 'unsupported_type', message: reason } }),
    );
    await record();
    await expect(refusal).toBeVisible();
    await hearNewest();
    await expect(messageList(annsPage).getByRole('button', { name: 'Delete', exact: true })).toBeVisible();
    await annsPage.unroute(sendFile);
    await messageList(annsPage).getByRole('button', { name: 'Retry' }).click();
    await expect(playFrom(bobsPage, 'Ann Lee')).toHaveCount(1);
    await expect(refusal).toHaveCount(0);
  });
});
