import type { Page } from '@playwright/test';
import { connectCall, joinButton, microphonePicker, openChats, test } from './support/call-fixtures.ts';
import {
  acceptCall,
  blockAutoplay,
  callButton,
  callEnded,
  expectSilence,
  expectTone,
  measureHiss,
  readSpeakerIds,
  startCall,
} from './support/calls.ts';
import { openSettings, toast } from './support/chat.ts';
import { expect } from './support/fixtures.ts';

/** Browsers themselves leave more than this, and RNNoise about a fifth of it. */
const audibleHiss = 3e-4;

const hissHeardBy = (listener: Page) => expect.poll(() => measureHiss(listener), 'the hiss beside the tone');

async function turnNoiseSuppression(state: 'on' | 'off', speaker: Page): Promise<void> {
  await speaker.getByRole('button', { name: 'More' }).click();
  await speaker.getByRole('menuitem', { name: `Turn noise suppression ${state}` }).click();
}

async function expectNoiseSuppression(speaker: Page, listener: Page): Promise<void> {
  await hissHeardBy(listener).toBeGreaterThan(audibleHiss);
  await turnNoiseSuppression('on', speaker);
  await hissHeardBy(listener).toBeLessThan(audibleHiss / 1.5);
}

test('[CALL-40] [CALL-42] [CALL-490] [CALL-494] two users hear each other over a direct connection until one hangs up', async ({
  callers,
}) => {
  const prepare = ({ annsPage }: { annsPage: Page }) =>
    test.step('[CALL-490] Ann chooses push to talk', async () => {
      const dialog = await openSettings(annsPage, 'Calls');
      await dialog.getByRole('switch', { name: 'Push to talk' }).click();
      await annsPage.keyboard.press('Escape');
    });
  const { annsPage, bobsPage, annsCall, bobsCall } = await connectCall(callers, { prepare });

  await test.step('[CALL-42] [CALL-490] Ann is heard only while Space is held', async () => {
    const muted = bobsCall.getByText('Ann Lee is muted');
    await expect(muted).toBeAttached();
    await annsCall.keyboard.down('Space');
    await expectTone(bobsCall);
    await annsCall.keyboard.up('Space');
    await expect(muted).toBeAttached();
    await expectSilence(bobsCall);
    await annsCall.getByRole('button', { name: 'Unmute microphone' }).click();
  });

  await test.step('[CALL-40] both are heard', async () => {
    await expect(annsCall.getByText(/^Direct/)).toBeVisible();
    await expect(bobsCall.getByText(/^Direct · (?:<1|\d+) ms/)).toBeVisible();
    await expect(microphonePicker(annsCall)).toHaveText(/Fake/);
    for (const call of [annsCall, bobsCall]) await expectTone(call);
    await expect(annsCall.getByText('Bob Ray is speaking')).toBeAttached();
    await expect(joinButton(bobsPage)).toBeVisible();
  });

  await test.step('[CALL-494] noise suppression is turned on and off', async () => {
    await expectNoiseSuppression(annsCall, bobsCall);
    await turnNoiseSuppression('off', annsCall);
    await hissHeardBy(bobsCall).toBeGreaterThan(audibleHiss);
  });

  await test.step('[CALL-40] hanging up ends the call for both', async () => {
    const closing = annsCall.waitForEvent('close');
    await annsCall.getByRole('button', { name: 'Hang up' }).click();
    for (const call of [annsCall, bobsCall]) await expect(callEnded(call)).toBeVisible();
    await expect(annsPage.getByText(/^Voice call ended, \d+ s$/).first()).toBeVisible();
    await expect(callButton(bobsPage)).toBeVisible();
    await closing;
  });
});

test('[CALL-41] [CALL-494] without a direct connection the server relays the audio in both directions', async ({
  callers,
}) => {
  const { annsCall, bobsCall } = await connectCall(callers, { arePeerConnectionsBlocked: true });
  for (const call of [annsCall, bobsCall]) {
    await expect(call.getByText('Via server')).toBeVisible();
    await expectTone(call);
  }
  await expectNoiseSuppression(annsCall, bobsCall);
});

test('[CALL-43] [CALL-52] [CALL-53] a user enables the sound, mutes the speaker, lowers a volume, and switches devices @long', async ({
  callers,
}) => {
  const { annsCall, bobsCall } = await connectCall(callers, {
    prepare: ({ bobsPage }) => blockAutoplay(bobsPage.context()),
  });
  await test.step('[CALL-53] the browser blocks audio until a click', async () => {
    const notice = bobsCall.getByText('Unable to play audio. Please check your browser settings.');
    await expect(notice).toBeVisible();
    await bobsCall.getByRole('button', { name: 'Enable sound' }).click();
    await expectTone(bobsCall);
    await expect(notice).toBeHidden();
  });

  await test.step('[CALL-52] microphone and speaker are switched', async () => {
    const speakerPicker = annsCall.getByRole('combobox', { name: 'Speaker' });
    for (const picker of [microphonePicker(annsCall), speakerPicker]) {
      const chosen = picker.locator('option:checked');
      const before = await chosen.innerText();
      const other = (await picker.locator('option').allInnerTexts()).find((name) => name !== before) ?? '';
      expect(other, 'another device').not.toBe('');
      await picker.selectOption({ label: other });
      await expect(chosen).toHaveText(other);
      await expectTone(bobsCall);
    }
    // The audio output has really changed, not only the list.
    const speakerId = await speakerPicker.inputValue();
    await expect.poll(() => readSpeakerIds(annsCall), 'the speakers in use').toContain(speakerId);
    await expectTone(annsCall);
  });

  await test.step('[CALL-43] the speaker is muted without affecting the others', async () => {
    await bobsCall.getByRole('button', { name: 'Mute speaker' }).press('Enter');
    await expectSilence(bobsCall);
    await bobsCall.getByRole('button', { name: 'Unmute speaker' }).press(' ');
    await expectTone(bobsCall);
    await bobsCall.getByLabel('Volume of Ann Lee').fill('0');
    await expectSilence(bobsCall);
    await expectTone(annsCall);
  });
});

test('[CALL-51] a user without a microphone can listen and try again @long', async ({ callers }) => {
  const { ann, bob, openChat } = callers;
  const [annsPage, bobsPage] = await openChats(openChat, [ann, bob]);
  await bobsPage.context().addInitScript(() => {
    const devices = navigator.mediaDevices;
    const getUserMedia = devices.getUserMedia.bind(devices);
    Object.assign(window, { microphoneError: 'NotAllowedError' });
    devices.getUserMedia = async (constraints) => {
      const { microphoneError } = window as unknown as { microphoneError: string | null };
      if (microphoneError !== null) throw new DOMException('', microphoneError);
      return getUserMedia(constraints);
    };
  });
  const annsCall = await startCall(annsPage);
  const bobsCall = await acceptCall(bobsPage);
  await expect(toast(bobsCall, 'Failed to connect audio')).toBeVisible();
  await expect(bobsCall.getByText(/^Your microphone is blocked/)).toBeVisible();
  await expectTone(bobsCall);
  await expectSilence(annsCall);

  await bobsCall.evaluate(() => Object.assign(window, { microphoneError: null }));
  await bobsCall.getByRole('button', { name: 'Try again' }).click();
  await expectTone(annsCall);
});
