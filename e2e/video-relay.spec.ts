import { mergeTests } from '@playwright/test';
import { test as callTest } from './support/call-fixtures.ts';
import { acceptCall, expectTone, startCall } from './support/calls.ts';
import { expect } from './support/fixtures.ts';
import { test as relayTest, useRelayOnly } from './support/relay.ts';
import { cameraButton, cameraOf, expectMoving } from './support/video.ts';

const test = mergeTests(callTest, relayTest);

test('[CALL-432] [CALL-462] camera and voice go through a TURN relay, which the statistics name @long', async ({
  callers,
}) => {
  const { ann, bob, openChat } = callers;
  const [annsPage, bobsPage] = [await openChat(ann), await openChat(bob)];
  for (const page of [annsPage, bobsPage]) await page.context().addInitScript(useRelayOnly);
  const annsCall = await startCall(annsPage);
  const bobsCall = await acceptCall(bobsPage);
  await expect(annsCall.getByText(/^Direct/)).toBeVisible();
  await cameraButton(annsCall, 'Turn camera on').click();
  await expectMoving(cameraOf(bobsCall, 'Ann Lee'));
  await expectTone(bobsCall);
  await annsCall.getByRole('button', { name: 'More' }).click();
  await annsCall.getByRole('menuitem', { name: /tatistics/ }).click();
  const row = (name: RegExp) => annsCall.getByRole('region', { name: 'Statistics' }).getByRole('row', { name });
  await expect(row(/^Path/)).toContainText('TURN');
  await expect(row(/^Video/)).toContainText(/VP8|VP9|H264|AV1/);
});
