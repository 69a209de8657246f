import type { Locator, Page } from '@playwright/test';
import { findViolations } from './support/accessibility.ts';
import { connectCall, openChats, test } from './support/call-fixtures.ts';
import { acceptCall, expectTone, startCall } from './support/calls.ts';
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

async function chooseFromMore(call: Page, name: string): Promise<void> {
  await call.getByRole('button', { name: 'More' }).click();
  await call.getByRole('menuitem', { name, exact: true }).click();
}

const boxOf = async (locator: Locator) => (await locator.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
const widthOf = async (locator: Locator) => (await boxOf(locator)).width;

test('[CALL-454] [CALL-456] [CALL-457] [CALL-460] [CALL-462] a video call begins with previews, and ends with a way to call back @long', async ({
  callers: { ann, bob, openChat },
}) => {
  const [annsPage, bobsPage] = await openChats(openChat, [ann, bob]);
  const annsCall = await openWindow(annsPage, 'Video call');
  await expectMoving(ownPicture(annsCall));
  await expect(bobsPage.getByRole('dialog')).toBeHidden();
  await annsCall.getByRole('button', { name: 'Start call' }).click();
  await expect(bobsPage.getByRole('dialog', { name: 'Incoming video call' })).toBeVisible();
  const bobsCall = await openWindow(bobsPage, 'Accept with video');
  await expectMoving(ownPicture(bobsCall));
  expect(await findViolations(bobsCall)).toEqual([]);
  await bobsCall.getByRole('button', { name: 'Join' }).click();
  await expectMoving(cameraOf(annsCall, 'Bob Ray'));
  await expectMoving(cameraOf(bobsCall, 'Ann Lee'));
  expect(await findViolations(annsCall)).toEqual([]);
  expect(await findClippedControls(annsCall)).toEqual([]);

  await test.step('[CALL-454] the own picture is mirrored, and goes to another corner', async () => {
    expect(await ownPicture(annsCall).evaluate((video) => getComputedStyle(video).scale)).toMatch(/^-1 1/);
    const before = await boxOf(ownPicture(annsCall));
    await annsCall.getByRole('button', { name: /^Your picture/ }).hover();
    await annsCall.mouse.down();
    await annsCall.mouse.move(40, 120, { steps: 3 });
    await annsCall.mouse.up();
    const after = await boxOf(ownPicture(annsCall));
    expect([after.x < before.x - 200, after.y < before.y - 200], 'further left and up').toEqual([true, true]);
  });

  await test.step('[CALL-460] the emoji of both, and what they prove', async () => {
    await verification(annsCall).click();
    const panel = annsCall.getByRole('region', { name: 'Verification' });
    await expect(panel.getByText(/nobody sits between you/)).toBeVisible();
    const emoji = (await verification(bobsCall).getAttribute('aria-label'))?.replace('Verification: ', '');
    await expect(panel.getByText((emoji ?? '').replaceAll(' ', ''))).toBeVisible();
    await annsCall.keyboard.press('Escape');
    await expect(panel).toBeHidden();
  });

  await test.step('[CALL-462] what the browser measures', async () => {
    await chooseFromMore(annsCall, 'Statistics');
    const statistics = annsCall.getByRole('region', { name: 'Statistics' });
    const row = (name: string) => statistics.getByRole('row', { name: new RegExp(`^${name}`) });
    await expect(row('Path')).toContainText('Direct');
    await expect(row('Video')).toContainText(/VP8|VP9|H264|AV1/);
    await expect(row('Picture')).toContainText(/\d+ × \d+, \d+ fps/);
    await expect(row('Received')).toContainText(/\d+ kbit\/s/);
    expect(await findViolations(annsCall)).toEqual([]);
  });

  await test.step('[CALL-457] calling back begins with a preview', async () => {
    await annsCall.getByRole('button', { name: 'Hang up' }).click();
    const line = annsPage.getByRole('region', { name: 'Messages' }).locator('p', { hasText: 'Video call ended' });
    await expect(line).toBeVisible();
    await annsCall.close();
    const opening = annsPage.context().waitForEvent('page');
    await line.getByRole('button', { name: 'Call back' }).click();
    await expectMoving(ownPicture(await opening));
  });
});

test('[CALL-425] [CALL-452] in a group the pictures are in a grid, or one is large; after a reload they are back @long', async ({
  callers: { ann, bob, openChat },
  users,
}) => {
  const cat = await users.create('Cat Moe');
  const chatId = await users.createChat(ann, bob, cat);
  const [annsPage, bobsPage, catsPage] = await openChats(openChat, [ann, bob, cat], { chatId });
  const annsCall = await startCall(annsPage);
  const [bobsCall, catsCall] = [await acceptCall(bobsPage), await acceptCall(catsPage)];
  for (const call of [bobsCall, catsCall]) await cameraButton(call, 'Turn camera on').click();
  const [bobsCamera, catsCamera] = [cameraOf(annsCall, 'Bob Ray'), cameraOf(annsCall, 'Cat Moe')];
  for (const camera of [bobsCamera, catsCamera]) await expectMoving(camera);

  await test.step('[CALL-452] the layout is chosen', async () => {
    const expectGrid = (isGrid: boolean) =>
      expect
        .poll(async () => (await widthOf(bobsCamera)) === (await widthOf(catsCamera)), 'both pictures are as wide')
        .toBe(isGrid);
    const layout = annsCall.getByRole('group', { name: 'Layout' });
    await expectGrid(true);
    await layout.getByRole('button', { name: 'Speaker' }).click();
    await expectGrid(false);
    await layout.getByRole('button', { name: 'Grid' }).click();
    await expectGrid(true);
    const enlarge = annsCall.getByRole('button', { name: 'Enlarge Cat Moe' });
    await enlarge.click();
    await expect
      .poll(async () => (await widthOf(catsCamera)) / (await widthOf(bobsCamera)), 'Cat is large')
      .toBeGreaterThan(2);
    await enlarge.click();
    await expectGrid(true);
  });

  await test.step('[CALL-425] after a reload, one sees and hears the others again, and can be seen', async () => {
    await bobsCall.reload();
    await expectMoving(cameraOf(bobsCall, 'Cat Moe'));
    await expectTone(bobsCall);
    await expect(bobsCamera).toBeHidden();
    await cameraButton(bobsCall, 'Turn camera on').click();
    await expectMoving(bobsCamera);
    await expectTone(annsCall);
  });
});

test('[CALL-422] [CALL-455] [CALL-459] [CALL-463] a shared screen is large beside the camera, until another one takes its place', async ({
  callers,
}) => {
  const { annsCall, bobsCall } = await connectCall(callers);
  const [screen, camera] = [screenOf(annsCall, 'Bob Ray'), cameraOf(annsCall, 'Bob Ray')];
  const shownStream = () =>
    annsCall.evaluate(() => {
      const video = document.pictureInPictureElement as HTMLVideoElement | null;
      return (video?.srcObject as MediaStream | undefined)?.id ?? null;
    });
  const expectInPicture = async (video: Locator) => {
    const id = await video.evaluate((element: HTMLVideoElement) => (element.srcObject as MediaStream).id);
    await expect.poll(shownStream, `picture-in-picture shows ${String(video)}`).toBe(id);
  };
  await cameraButton(bobsCall, 'Turn camera on').click();
  await expectMoving(camera);

  await test.step('[CALL-463] picture-in-picture shows the camera, then the screen', async () => {
    await chooseFromMore(annsCall, 'Picture in picture');
    await expectInPicture(camera);
    await expectMoving(annsCall.locator('body > video'));
    await screenButton(bobsCall, 'Share screen').click();
    for (const video of [screen, camera]) await expectMoving(video);
    await expectInPicture(screen);
    await expectMoving(annsCall.locator('body > video'));
    await chooseFromMore(annsCall, 'Leave picture in picture');
    await expect.poll(shownStream, 'nothing is in picture-in-picture').toBeNull();
  });

  await test.step('[CALL-455] the screen is large, and who shares it is marked', async () => {
    await expect(bobsCall.getByText(/^You are sharing your screen/)).toBeVisible();
    await expect(annsCall.getByTitle('Bob Ray is sharing their screen')).toBeVisible();
    expect(await widthOf(screen)).toBeGreaterThan(2 * (await widthOf(camera)));
    await cameraButton(annsCall, 'Turn camera on').click();
    await expect(ownPicture(annsCall)).toBeVisible();
    const [own, shared] = [await boxOf(ownPicture(annsCall)), await boxOf(screen)];
    expect(own.x + own.width / 2).toBeGreaterThan(shared.x + shared.width);
    expect(await findViolations(annsCall)).toEqual([]);
    await annsCall.getByRole('button', { name: 'Screen in full screen' }).click();
    const isFull = () => annsCall.evaluate(() => document.fullscreenElement !== null);
    await expect.poll(isFull, 'the screen fills the display').toBe(true);
    await annsCall.evaluate(() => document.exitFullscreen());
    await expect.poll(isFull, 'the screen fills the display').toBe(false);
  });

  await test.step('[CALL-422] [CALL-459] another screen takes its place, after a question', async () => {
    await screenButton(annsCall, 'Share screen').click();
    const name = 'Bob Ray is sharing their screen. Share yours instead?';
    const question = annsCall.getByRole('alertdialog', { name });
    await expect(question).toBeVisible();
    await annsCall.keyboard.press('Escape');
    await expect(question).toBeHidden();
    await screenButton(annsCall, 'Share screen').click();
    await question.getByRole('button', { name: 'Share mine' }).click();
    await expectMoving(screenOf(bobsCall, 'Ann Lee'));
    await expect(screen).toBeHidden();
    await expect(screenButton(bobsCall, 'Share screen')).toBeVisible();
    await expectMoving(camera);
    await expectTone(bobsCall);
    await screenButton(annsCall, 'Stop sharing').click();
    await expect(screenOf(bobsCall, 'Ann Lee')).toBeHidden();
  });

  await test.step('[CALL-463] picture-in-picture closes with the last picture', async () => {
    await cameraButton(annsCall, 'Turn camera off').click();
    await chooseFromMore(annsCall, 'Picture in picture');
    await expectInPicture(camera);
    await cameraButton(bobsCall, 'Turn camera off').click();
    await expect.poll(shownStream, 'nothing is in picture-in-picture').toBeNull();
    await expect(annsCall.locator('body > video')).toHaveCount(0);
  });
});
