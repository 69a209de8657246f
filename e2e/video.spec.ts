import { connectCall, test } from './support/call-fixtures.ts';
import { acceptCall, expectTone, startCall } from './support/calls.ts';
import { expect } from './support/fixtures.ts';
import { expectNoSilence, watchSilence } from './support/silence.ts';
import { cameraButton, cameraOf, expectMoving, screenButton, screenOf } from './support/video.ts';

test('[CALL-420] two users see each other move and hear each other', async ({ callers }) => {
  const { annsCall, bobsCall } = await connectCall(callers);
  await cameraButton(annsCall, 'Turn camera on').click();
  await expectMoving(cameraOf(bobsCall, 'Ann Lee'));
  await cameraButton(bobsCall, 'Turn camera on').click();
  await expectMoving(cameraOf(annsCall, 'Bob Ray'));
  await expectTone(annsCall);
  await expectTone(bobsCall);
  await cameraButton(annsCall, 'Turn camera off').click();
  await expect(cameraOf(bobsCall, 'Ann Lee')).toBeHidden();
  await expectMoving(cameraOf(annsCall, 'Bob Ray'));
});

test('[CALL-421] turning a camera on and off leaves no gap in the sound', async ({ callers }) => {
  const { ann, bob, openChat } = callers;
  const [annsPage, bobsPage] = [await openChat(ann), await openChat(bob)];
  await watchSilence(bobsPage.context());
  const annsCall = await startCall(annsPage);
  const bobsCall = await acceptCall(bobsPage);
  await expect(annsCall.getByText(/^Direct/)).toBeVisible();
  await expectTone(bobsCall);
  await expectNoSilence(bobsCall, async () => {
    for (let round = 0; round < 5; round += 1) {
      await cameraButton(annsCall, 'Turn camera on').click();
      await expectMoving(cameraOf(bobsCall, 'Ann Lee'));
      await cameraButton(annsCall, 'Turn camera off').click();
      await expect(cameraOf(bobsCall, 'Ann Lee')).toBeHidden();
    }
  });
});

test('[CALL-422] a shared screen is seen, with the camera beside it, and handed over', async ({ callers }) => {
  const { annsCall, bobsCall } = await connectCall(callers);
  await screenButton(annsCall, 'Share screen').click();
  await expectMoving(screenOf(bobsCall, 'Ann Lee'));
  await cameraButton(annsCall, 'Turn camera on').click();
  await expectMoving(cameraOf(bobsCall, 'Ann Lee'));
  await expectMoving(screenOf(bobsCall, 'Ann Lee'));
});
