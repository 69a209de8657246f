import { findViolations } from './support/accessibility.ts';
import { test } from './support/call-fixtures.ts';
import { expectTone } from './support/calls.ts';
import { openSettings } from './support/chat.ts';
import { expect } from './support/fixtures.ts';
import { desktop, findClippedControls, phone } from './support/layout.ts';
import { expectMoving } from './support/video.ts';

test('[CALL-480] [CALL-491] the place of calls is chosen in the settings, and a test call is seen and heard there', async ({
  callers,
}) => {
  const page = await callers.openChat(callers.ann);
  await test.step('[CALL-480] the place is remembered', async () => {
    const settings = await openSettings(page, 'Calls');
    await expect(settings.getByRole('radio', { name: 'A window of their own' })).toBeChecked();
    await settings.getByText('This page').click();
    await page.setViewportSize(phone);
    await expect.poll(() => findClippedControls(page), 'clipped controls').toEqual([]);
    await page.setViewportSize(desktop);
    // From now on, the sound of this page is measured, and its timers can be turned.
    await page.clock.install();
    await page.reload();
  });
  const settings = await openSettings(page, 'Calls');
  await expect(settings.getByRole('radio', { name: 'This page' })).toBeChecked();

  await test.step('[CALL-491] camera and microphone are shown and played as they arrive', async () => {
    await settings.getByRole('button', { name: 'Test your microphone and camera' }).click();
    const testCall = page.getByRole('dialog', { name: 'Test your microphone and camera' });
    const picture = testCall.getByLabel('Your camera, as others see it');
    await expectMoving(picture);
    expect(await findViolations(page)).toEqual([]);
    await testCall.getByRole('button', { name: 'Record five seconds' }).click();
    await expect(testCall.getByText('Recording... Say something.')).toBeVisible();
    const pictureTime = () => picture.evaluate((video: HTMLVideoElement) => video.currentTime);
    const before = await pictureTime();
    await expect.poll(pictureTime, 'two seconds of the call').toBeGreaterThan(before + 2);
    // It would end before it is measured.
    await page.evaluate(() => {
      const repeat = ({ target }: Event) => target instanceof HTMLAudioElement && (target.loop = true);
      document.addEventListener('play', repeat, { capture: true, once: true });
    });
    await page.clock.fastForward('00:05');
    await expect(testCall.getByText('This is how others hear you.')).toBeVisible();
    // A recording of silence would be as long.
    await testCall.locator('audio').evaluate((player: HTMLAudioElement) => {
      const context = new AudioContext();
      context.createMediaElementSource(player).connect(context.destination);
    });
    await expectTone(page);
    await testCall.locator('audio').evaluate((player: HTMLAudioElement) => {
      player.loop = false;
    });
    await expect(testCall.getByText('What you record is played to you afterwards.')).toBeVisible();
  });
});

test('[CALL-492] closing the test call, also while it records, releases every device @long', async ({ callers }) => {
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
  const tracks = () =>
    page.evaluate(() => (window as unknown as { openTracks: () => string[] }).openTracks().toSorted());
  const settings = await openSettings(page, 'Calls');
  const dialog = page.getByRole('dialog', { name: 'Test your microphone and camera' });
  const record = dialog.getByRole('button', { name: 'Record five seconds' });
  for (const wasOpen of [[], ['audio ended', 'video ended']]) {
    await settings.getByRole('button', { name: 'Test your microphone and camera' }).click();
    await expect(record).toBeEnabled();
    if (wasOpen.length > 0) await record.click();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect.poll(tracks).toEqual([...wasOpen, 'audio ended', 'video ended'].toSorted());
  }
});
