import type { Locator, Page } from '@playwright/test';
import { findViolations } from './support/accessibility.ts';
import { callButton, type Callers, connectCall, test } from './support/call-fixtures.ts';
import { acceptCall, startCall } from './support/calls.ts';
import { expect } from './support/fixtures.ts';
import { findClippedControls } from './support/layout.ts';
import { cameraButton, cameraOf, expectMoving, screenButton, screenOf } from './support/video.ts';

const ownPicture = (page: Page) => page.getByLabel('Your camera', { exact: true });
const verification = (page: Page) => page.getByRole('button', { name: /^Verification: / });

/** Clicks a button that opens a call window. */
async function openWindow(page: Page, name: string): Promise<Page> {
  const opening = page.context().waitForEvent('page');
  await page.getByRole('button', { name, exact: true }).click();
  return opening;
}

async function openPanel(call: Page, name: 'Statistics' | 'Verification'): Promise<Locator> {
  await call.getByRole('button', { name: 'More' }).click();
  await call.getByRole('menuitem', { name }).click();
  return call.getByRole('region', { name });
}

/** Ann calls with video, and Bob accepts with video. */
async function connectVideo({ ann, bob, openChat }: Callers) {
  const [annsPage, bobsPage] = [await openChat(ann), await openChat(bob)];
  await expect(callButton(bobsPage)).toBeVisible();
  const annsCall = await openWindow(annsPage, 'Video call');
  await expectMoving(ownPicture(annsCall));
  await expect(bobsPage.getByRole('dialog')).toBeHidden();
  await annsCall.getByRole('button', { name: 'Start call' }).click();
  await expect(bobsPage.getByRole('dialog', { name: 'Incoming video call' })).toBeVisible();
  const bobsCall = await openWindow(bobsPage, 'Accept with video');
  await expectMoving(ownPicture(bobsCall));
  return { annsPage, annsCall, bobsCall };
}

test('[CALL-456] [CALL-457] a video call begins with a preview on both sides, and ends with a way to call back', async ({
  callers,
}) => {
  const { annsPage, annsCall, bobsCall } = await connectVideo(callers);
  expect(await findViolations(bobsCall)).toEqual([]);
  await bobsCall.getByRole('button', { name: 'Join' }).click();
  await expectMoving(cameraOf(annsCall, 'Bob Ray'));
  await expectMoving(cameraOf(bobsCall, 'Ann Lee'));
  await annsCall.getByRole('button', { name: 'Hang up' }).click();
  const line = annsPage.getByRole('region', { name: 'Messages' }).locator('p', { hasText: 'Video call ended' });
  await expect(line).toBeVisible();
  await annsCall.close();
  const opening = annsPage.context().waitForEvent('page');
  await line.getByRole('button', { name: 'Call back' }).click();
  await expectMoving(ownPicture(await opening));
});

test('[CALL-454] [CALL-460] [CALL-462] the own picture can be moved, and panels describe the connection', async ({
  callers,
}) => {
  const { annsCall, bobsCall } = await connectVideo(callers);
  await bobsCall.getByRole('button', { name: 'Join' }).click();
  await expectMoving(cameraOf(annsCall, 'Bob Ray'));
  expect(await findViolations(annsCall)).toEqual([]);
  expect(await findClippedControls(annsCall)).toEqual([]);

  expect(await ownPicture(annsCall).evaluate((video) => getComputedStyle(video).scale)).toMatch(/^-1 1/);
  const before = await boxOf(ownPicture(annsCall));
  await annsCall.getByRole('button', { name: /^Your picture/ }).hover();
  await annsCall.mouse.down();
  await annsCall.mouse.move(40, 120, { steps: 3 });
  await annsCall.mouse.up();
  const after = await boxOf(ownPicture(annsCall));
  expect([after.x < before.x - 200, after.y < before.y - 200]).toEqual([true, true]);

  await verification(annsCall).click();
  const panel = annsCall.getByRole('region', { name: 'Verification' });
  await expect(panel.getByText(/nobody sits between you/)).toBeVisible();
  const emoji = (await verification(bobsCall).getAttribute('aria-label'))?.replace('Verification: ', '');
  await expect(panel.getByText((emoji ?? '').replaceAll(' ', ''))).toBeVisible();
  await annsCall.keyboard.press('Escape');
  await expect(panel).toBeHidden();

  const statistics = await openPanel(annsCall, 'Statistics');
  const row = (name: string) => statistics.getByRole('row', { name: new RegExp(`^${name}`) });
  await expect(row('Path')).toContainText('Direct');
  await expect(row('Video')).toContainText(/VP8|VP9|H264|AV1/);
  await expect(row('Picture')).toContainText(/\d+ × \d+, \d+ fps/);
  await expect(row('Received')).toContainText(/\d+ kbit\/s/);
  expect(await findViolations(annsCall)).toEqual([]);
});

const boxOf = async (locator: Locator) => (await locator.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
const widthOf = async (locator: Locator) => (await boxOf(locator)).width;

test('[CALL-452] in a group the pictures are in a grid, or one is large', async ({ callers, users }) => {
  const cat = await users.create('Cat Moe');
  const chatId = await users.createChat(callers.ann, callers.bob, cat);
  const pages = [];
  for (const user of [callers.ann, callers.bob, cat]) pages.push(await callers.openChat(user, { chatId }));
  const [annsPage, bobsPage, catsPage] = pages as [Page, Page, Page];
  // A page that connects after the start of the call would not ring.
  for (const page of pages) await expect(callButton(page)).toBeVisible();
  const annsCall = await startCall(annsPage);
  const [bobsCall, catsCall] = [await acceptCall(bobsPage), await acceptCall(catsPage)];
  for (const call of [bobsCall, catsCall]) await cameraButton(call, 'Turn camera on').click();
  const [bobsCamera, catsCamera] = [cameraOf(annsCall, 'Bob Ray'), cameraOf(annsCall, 'Cat Moe')];
  for (const camera of [bobsCamera, catsCamera]) await expectMoving(camera);
  const isGrid = async () => (await boxOf(bobsCamera)).width === (await boxOf(catsCamera)).width;

  const layout = annsCall.getByRole('group', { name: 'Layout' });
  await expect.poll(isGrid).toBe(true);
  await layout.getByRole('button', { name: 'Speaker' }).click();
  await expect.poll(isGrid).toBe(false);
  await layout.getByRole('button', { name: 'Grid' }).click();
  await expect.poll(isGrid).toBe(true);
  const enlarge = annsCall.getByRole('button', { name: 'Enlarge Cat Moe' });
  await enlarge.click();
  await expect.poll(async () => (await widthOf(catsCamera)) > 2 * (await widthOf(bobsCamera))).toBe(true);
  await enlarge.click();
  await expect.poll(isGrid).toBe(true);
});

test('[CALL-455] [CALL-459] a shared screen is large, and another one is asked about', async ({ callers }) => {
  const { annsCall, bobsCall } = await connectCall(callers);
  await cameraButton(bobsCall, 'Turn camera on').click();
  await screenButton(bobsCall, 'Share screen').click();
  const [screen, camera] = [screenOf(annsCall, 'Bob Ray'), cameraOf(annsCall, 'Bob Ray')];
  for (const video of [screen, camera]) await expectMoving(video);
  await expect(bobsCall.getByText(/^You are sharing your screen/)).toBeVisible();
  await expect(annsCall.getByTitle('Bob Ray is sharing their screen')).toBeVisible();
  expect(await widthOf(screen)).toBeGreaterThan(2 * (await widthOf(camera)));

  await cameraButton(annsCall, 'Turn camera on').click();
  await expect(ownPicture(annsCall)).toBeVisible();
  const [own, shared] = [await boxOf(ownPicture(annsCall)), await boxOf(screen)];
  expect(own.x + own.width / 2).toBeGreaterThan(shared.x + shared.width);
  expect(await findViolations(annsCall)).toEqual([]);

  await screenButton(annsCall, 'Share screen').click();
  const question = annsCall.getByRole('alertdialog', { name: 'Bob Ray is sharing their screen. Share yours instead?' });
  await expect(question).toBeVisible();
  await annsCall.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(screenButton(annsCall, 'Share screen')).toBeVisible();

  await annsCall.getByRole('button', { name: 'Screen in full screen' }).click();
  await expect.poll(() => annsCall.evaluate(() => document.fullscreenElement !== null)).toBe(true);
});

test('[CALL-463] picture-in-picture follows the main picture and closes with the last one', async ({ callers }) => {
  const { annsCall, bobsCall } = await connectCall(callers);
  await cameraButton(bobsCall, 'Turn camera on').click();
  await expectMoving(cameraOf(annsCall, 'Bob Ray'));
  const choose = async (name: string) => {
    await annsCall.getByRole('button', { name: 'More' }).click();
    await annsCall.getByRole('menuitem', { name, exact: true }).click();
  };
  const shownStream = () =>
    annsCall.evaluate(() => {
      const video = document.pictureInPictureElement as HTMLVideoElement | null;
      return (video?.srcObject as MediaStream | undefined)?.id ?? null;
    });
  const streamOf = (video: Locator) =>
    video.evaluate((element: HTMLVideoElement) => (element.srcObject as MediaStream).id);

  await choose('Picture in picture');
  await expect.poll(shownStream).toBe(await streamOf(cameraOf(annsCall, 'Bob Ray')));
  await expectMoving(annsCall.locator('body > video'));
  await screenButton(bobsCall, 'Share screen').click();
  const screen = screenOf(annsCall, 'Bob Ray');
  await expectMoving(screen);
  await expect.poll(shownStream).toBe(await streamOf(screen));
  await expectMoving(annsCall.locator('body > video'));
  await screenButton(bobsCall, 'Stop sharing').click();
  await expect.poll(shownStream).toBe(await streamOf(cameraOf(annsCall, 'Bob Ray')));
  await choose('Leave picture in picture');
  await expect.poll(shownStream).toBeNull();

  await choose('Picture in picture');
  await expect.poll(shownStream).not.toBeNull();
  await cameraButton(bobsCall, 'Turn camera off').click();
  await expect.poll(shownStream).toBeNull();
  await expect(annsCall.locator('body > video')).toHaveCount(0);
});
