import type { Locator, Page } from '@playwright/test';
import { findViolations } from './support/accessibility.ts';
import { connectCall, openChats, test } from './support/call-fixtures.ts';
import { acceptCall, expectTone, startCall } from './support/calls.ts';
import { expect } from './support/fixtures.ts';
import { expectNoSilence } from './support/silence.ts';
import { cameraButton, cameraOf, expectMoving, screenButton, screenOf } from './support/video.ts';

const ownPicture = (page: Page) => page.getByLabel('Your camera', { exact: true });

async function chooseFromMore(call: Page, name: string): Promise<void> {
  await call.getByRole('button', { name: 'More' }).click();
  await call.getByRole('menuitem', { name, exact: true }).click();
}

const boxOf = async (locator: Locator) => (await locator.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
const widthOf = async (locator: Locator) => (await boxOf(locator)).width;

test('[CALL-420] [CALL-421] [CALL-422] [CALL-429] [CALL-455] [CALL-459] [CALL-463] two users see each other and a shared screen move, and hear each other without a gap', async ({
  callers,
}) => {
  const { annsCall, bobsCall } = await connectCall(callers);
  const [screen, camera] = [screenOf(annsCall, 'Bob Ray'), cameraOf(annsCall, 'Bob Ray')];
  await expect(annsCall.getByText(/^Direct/)).toBeVisible();
  await expectTone(annsCall);

  await test.step('[CALL-429] both ends of a direct connection show the same four emoji', async () => {
    const badges = [annsCall, bobsCall].map((page) => page.getByRole('button', { name: /^Verification: / }));
    const [anns, bobs] = await Promise.all(badges.map((badge) => badge.getAttribute('aria-label')));
    expect(anns?.split(' ')).toHaveLength(5);
    expect(bobs).toBe(anns);
  });

  await test.step('[CALL-421] turning a camera on and off leaves no gap in the sound', () =>
    expectNoSilence(annsCall, async () => {
      await cameraButton(bobsCall, 'Turn camera on').click();
      await expectMoving(camera);
      await cameraButton(bobsCall, 'Turn camera off').click();
      await expect(camera).toBeHidden();
      await cameraButton(bobsCall, 'Turn camera on').click();
      await expectMoving(camera);
    }));

  const shownStream = () =>
    annsCall.evaluate(() => {
      const video = document.pictureInPictureElement as HTMLVideoElement | null;
      return (video?.srcObject as MediaStream | undefined)?.id ?? null;
    });
  const expectInPicture = async (video: Locator) => {
    const id = await video.evaluate((element: HTMLVideoElement) => (element.srcObject as MediaStream).id);
    await expect.poll(shownStream, `picture-in-picture shows ${String(video)}`).toBe(id);
  };
  await test.step('[CALL-463] picture-in-picture is left, and shows the camera, then the screen', async () => {
    for (const item of ['Picture in picture', 'Leave picture in picture', 'Picture in picture']) {
      await chooseFromMore(annsCall, item);
      if (item.startsWith('Leave')) await expect.poll(shownStream, 'nothing is in picture-in-picture').toBeNull();
      else await expectInPicture(camera);
    }
    await screenButton(bobsCall, 'Share screen').click();
    for (const video of [screen, camera]) await expectMoving(video);
    await expectInPicture(screen);
    await expectMoving(annsCall.locator('body > video'));
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
  });

  await test.step('[CALL-422] [CALL-459] another screen takes its place, after a question', async () => {
    await screenButton(annsCall, 'Share screen').click();
    await annsCall
      .getByRole('alertdialog', { name: 'Bob Ray is sharing their screen. Share yours instead?' })
      .getByRole('button', { name: 'Share mine' })
      .click();
    await expectMoving(screenOf(bobsCall, 'Ann Lee'));
    await expect(screen).toBeHidden();
    await expect(screenButton(bobsCall, 'Share screen')).toBeVisible();
    await screenButton(annsCall, 'Stop sharing').click();
    await expect(screenOf(bobsCall, 'Ann Lee')).toBeHidden();
  });

  await test.step('[CALL-420] both are seen and heard', async () => {
    await expectMoving(cameraOf(bobsCall, 'Ann Lee'));
    await expectMoving(camera);
    for (const call of [annsCall, bobsCall]) await expectTone(call);
  });

  await test.step('[CALL-463] picture-in-picture closes with the last picture', async () => {
    await cameraButton(annsCall, 'Turn camera off').click();
    await expectInPicture(camera);
    await cameraButton(bobsCall, 'Turn camera off').click();
    await expect.poll(shownStream, 'nothing is in picture-in-picture').toBeNull();
    await expect(annsCall.locator('body > video')).toHaveCount(0);
  });
});

test('[CALL-420] [CALL-425] [CALL-452] in a group the pictures are in a grid, or one is large; after a reload they are back @long', async ({
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
  for (const camera of [bobsCamera, catsCamera, cameraOf(catsCall, 'Bob Ray')]) await expectMoving(camera);

  await test.step('[CALL-452] the layout is chosen', async () => {
    const expectGrid = (isGrid: boolean) =>
      expect
        .poll(async () => (await widthOf(bobsCamera)) === (await widthOf(catsCamera)), 'both pictures are as wide')
        .toBe(isGrid);
    const layout = annsCall.getByRole('group', { name: 'Layout' });
    await expectGrid(true);
    await layout.getByRole('button', { name: 'Speaker' }).click();
    await expectGrid(false);
    await annsCall.getByRole('button', { name: 'Enlarge Cat Moe' }).click();
    await expect
      .poll(async () => (await widthOf(catsCamera)) / (await widthOf(bobsCamera)), 'Cat is large')
      .toBeGreaterThan(2);
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
