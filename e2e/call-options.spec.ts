import type { Page } from '@playwright/test';
import { findViolations } from './support/accessibility.ts';
import { test } from './support/call-fixtures.ts';
import { acceptCall, expectTone, startCall } from './support/calls.ts';
import { openFromMenu } from './support/chat.ts';
import { expect } from './support/fixtures.ts';
import { desktop, findClippedControls, phone } from './support/layout.ts';

async function openCallSettings(page: Page) {
  const dialog = await openFromMenu(page, 'Account Settings');
  await dialog.getByRole('tab', { name: 'Calls' }).click();
  return dialog;
}

test('[CALL-490] with push to talk, the user is heard only while Space is held', async ({ callers }) => {
  const { ann, bob, openChat } = callers;
  const [annsPage, bobsPage] = [await openChat(ann), await openChat(bob)];
  const settings = await openCallSettings(annsPage);
  await settings.getByRole('switch', { name: 'Push to talk' }).click();
  expect(await findViolations(annsPage)).toEqual([]);
  await annsPage.reload();
  const annsCall = await startCall(annsPage);
  const bobsCall = await acceptCall(bobsPage);
  await expect(bobsCall.getByRole('timer')).toBeVisible();
  await expect(bobsCall.getByText('Ann Lee is muted')).toBeAttached();
  await annsCall.keyboard.down('Space');
  await expectTone(bobsCall);
  await annsCall.keyboard.up('Space');
  await expect(bobsCall.getByText('Ann Lee is muted')).toBeAttached();
});

test('[CALL-480] the place of calls is chosen in the settings and remembered', async ({ callers }) => {
  const page = await callers.openChat(callers.ann);
  const settings = await openCallSettings(page);
  await expect(settings.getByRole('radio', { name: 'A window of their own' })).toBeChecked();
  await settings.getByText('This page').click();
  await page.setViewportSize(phone);
  await expect.poll(() => findClippedControls(page)).toEqual([]);
  await page.setViewportSize(desktop);
  await page.reload();
  await expect((await openCallSettings(page)).getByRole('radio', { name: 'This page' })).toBeChecked();
});

test('[CALL-491] a test call shows the camera and plays the microphone as they arrive', async ({ callers }) => {
  const page = await callers.openChat(callers.ann);
  // From now on its sound is measured.
  await page.reload();
  const settings = await openCallSettings(page);
  await settings.getByRole('button', { name: 'Test your microphone and camera' }).click();
  const testCall = page.getByRole('dialog', { name: 'Test your microphone and camera' });
  const video = testCall.getByLabel('Your camera, as others see it');
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.videoWidth)).toBeGreaterThan(0);
  const timeOf = () => video.evaluate((element: HTMLVideoElement) => element.currentTime);
  const before = await timeOf();
  await expect.poll(timeOf).toBeGreaterThan(before);
  expect(await findViolations(page)).toEqual([]);
  await testCall.getByRole('button', { name: 'Record five seconds' }).click();
  await expect(testCall.getByText('Recording... Say something.')).toBeVisible();
  await expect(testCall.getByText('This is how others hear you.')).toBeVisible();
  // A recording of silence would be as long.
  await testCall.locator('audio').evaluate((player: HTMLAudioElement) => {
    const context = new AudioContext();
    context.createMediaElementSource(player).connect(context.destination);
  });
  await expectTone(page);
  await expect(testCall.getByText('What you record is played to you afterwards.')).toBeVisible();
});

for (const state of ['opened', 'recording'] as const) {
  test(`[CALL-492] closing the test call while it is ${state} releases every device @long`, async ({ callers }) => {
    const page = await callers.openChat(callers.ann);
    await page.context().addInitScript(() => {
      const tracks: MediaStreamTrack[] = [];
      const devices = navigator.mediaDevices;
      const open = devices.getUserMedia.bind(devices);
      devices.getUserMedia = async (wanted) => {
        const stream = await open(wanted);
        tracks.push(...stream.getTracks());
        return stream;
      };
      Object.assign(window, { openTracks: () => tracks.map(({ kind, readyState }) => `${kind} ${readyState}`) });
    });
    await page.reload();
    const settings = await openCallSettings(page);
    await settings.getByRole('button', { name: 'Test your microphone and camera' }).click();
    const dialog = page.getByRole('dialog', { name: 'Test your microphone and camera' });
    await expect(dialog.getByRole('button', { name: 'Record five seconds' })).toBeEnabled();
    if (state === 'recording') await dialog.getByRole('button', { name: 'Record five seconds' }).click();
    await dialog.getByRole('button', { name: 'Close' }).click();
    const tracks = () =>
      page.evaluate(() => (window as unknown as { openTracks: () => string[] }).openTracks().toSorted());
    await expect.poll(tracks).toEqual(['audio ended', 'video ended']);
  });
}
