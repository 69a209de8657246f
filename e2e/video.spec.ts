import { connectCall, test } from './support/call-fixtures.ts';
import { acceptCall, expectTone, startCall } from './support/calls.ts';
import { expect } from './support/fixtures.ts';
import { joinAsPreviousRelease, readUserId } from './support/previous-release-call.ts';
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

test('[CALL-434] a camera is seen where the first answer arrived twice', async ({ callers }) => {
  const { ann, bob, openChat } = callers;
  const [annsPage, bobsPage] = [await openChat(ann), await openChat(bob)];
  let answers = 0;
  await bobsPage.context().routeWebSocket(/\/socket\.io\//, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((packet) => {
      server.send(packet);
      if (!String(packet).includes('"type":"answer"')) return;
      answers += 1;
      // While the next offer waits for its own answer.
      if (answers === 1) setTimeout(() => server.send(packet), 50);
    });
  });
  const annsCall = await startCall(annsPage);
  const bobsCall = await acceptCall(bobsPage);
  await expect(annsCall.getByText(/^Direct/)).toBeVisible();
  await cameraButton(annsCall, 'Turn camera on').click();
  await expectMoving(cameraOf(bobsCall, 'Ann Lee'));
  expect(answers).toBeGreaterThan(1);
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

test('[CALL-422] a shared screen is seen beside the camera, and another one takes its place', async ({ callers }) => {
  const { annsCall, bobsCall } = await connectCall(callers);
  await screenButton(annsCall, 'Share screen').click();
  await expectMoving(screenOf(bobsCall, 'Ann Lee'));
  await cameraButton(annsCall, 'Turn camera on').click();
  await expectMoving(cameraOf(bobsCall, 'Ann Lee'));
  await expectMoving(screenOf(bobsCall, 'Ann Lee'));

  await screenButton(bobsCall, 'Share screen').click();
  await bobsCall.getByRole('button', { name: 'Share mine' }).click();
  await expectMoving(screenOf(annsCall, 'Bob Ray'));
  await expect(screenOf(bobsCall, 'Ann Lee')).toBeHidden();
  await expect(screenButton(annsCall, 'Share screen')).toBeVisible();
  await expectMoving(cameraOf(bobsCall, 'Ann Lee'));
  await expectTone(bobsCall);
  await screenButton(bobsCall, 'Stop sharing').click();
  await expect(screenOf(annsCall, 'Bob Ray')).toBeHidden();
});

test('[CALL-429] both ends of a direct connection show the same four emoji', async ({ callers }) => {
  const { annsCall, bobsCall } = await connectCall(callers);
  const badges = [annsCall, bobsCall].map((page) => page.getByRole('button', { name: /^Verification: / }));
  const [anns, bobs] = await Promise.all(badges.map((badge) => badge.getAttribute('aria-label')));
  expect(anns?.split(' ')).toHaveLength(5);
  expect(bobs).toBe(anns);
});

for (const role of ['makes the offers', 'answers'] as const) {
  test(`[CALL-423] a page of the previous release that ${role} is heard and hears`, async ({ callers }) => {
    const { ann, bob, chatId, openChat } = callers;
    const [annsPage, bobsPage] = [await openChat(ann), await openChat(bob)];
    // The participant with the smaller id makes the offers.
    const isAnnFirst = (await readUserId(annsPage)) < (await readUserId(bobsPage));
    const isAnnPrevious = isAnnFirst === (role === 'makes the offers');
    const [previousPage, currentPage] = isAnnPrevious ? [annsPage, bobsPage] : [bobsPage, annsPage];
    const call = await startCall(currentPage);
    await joinAsPreviousRelease(previousPage, chatId);
    await expect(call.getByText(/^Direct/)).toBeVisible();
    await expectTone(call);
    await expectTone(previousPage);
    await cameraButton(call, 'Turn camera on').click();
    await expect(cameraButton(call, 'Turn camera off')).toBeVisible();
    await screenButton(call, 'Share screen').click();
    await expect(screenButton(call, 'Stop sharing')).toBeVisible();
    await expectTone(call);
    await expectTone(previousPage);
  });
}

const hostileOffers = [
  ['sections of the wrong kind, and more than we know', { kinds: ['audio', 'video', 'video', 'audio', 'video'] }],
  ['video in no codec that we know', { kinds: ['video', 'video', 'audio'], areCodecsUnknown: true }],
  ['nineteen sections @long', { kinds: Array.from({ length: 18 }, () => 'video' as const) }],
] as const;

for (const [what, { kinds, ...more }] of hostileOffers) {
  test(`[CALL-431] an offer with ${what} leaves the call working`, async ({ callers }) => {
    const { ann, bob, chatId, openChat } = callers;
    const [annsPage, bobsPage] = [await openChat(ann), await openChat(bob)];
    const isAnnFirst = (await readUserId(annsPage)) < (await readUserId(bobsPage));
    const [hostilePage, currentPage] = isAnnFirst ? [annsPage, bobsPage] : [bobsPage, annsPage];
    const call = await startCall(currentPage);
    await joinAsPreviousRelease(hostilePage, chatId, { kinds: [...kinds], ...more });
    if (kinds.length < 16) {
      await expect(call.getByText(/^Direct/)).toBeVisible();
      await expectTone(call);
      await expectTone(hostilePage);
    } else await expect(call.getByText('Via server')).toBeVisible();
    await cameraButton(call, 'Turn camera on').click();
    await expect(cameraButton(call, 'Turn camera off')).toBeVisible();
  });
}
