import { testDeadlineMs } from './support/deadline.ts';
import { connectCall, openChats, test } from './support/call-fixtures.ts';
import { acceptCall, expectTone, startCall } from './support/calls.ts';
import { expect } from './support/fixtures.ts';
import { joinAsPreviousRelease, leaveAsPreviousRelease, readUserId } from './support/previous-release-call.ts';
import { expectNoSilence, watchSilence } from './support/silence.ts';
import { cameraButton, cameraOf, expectMoving, screenButton } from './support/video.ts';

test('[CALL-420] [CALL-421] [CALL-429] two users see each other move and hear each other without a gap', async ({
  callers,
}) => {
  const { annsCall, bobsCall } = await connectCall(callers, {
    prepare: ({ bobsPage }) => watchSilence(bobsPage.context()),
  });
  await expect(annsCall.getByText(/^Direct/)).toBeVisible();
  await expectTone(bobsCall);

  await test.step('[CALL-429] both ends of a direct connection show the same four emoji', async () => {
    const badges = [annsCall, bobsCall].map((page) => page.getByRole('button', { name: /^Verification: / }));
    const [anns, bobs] = await Promise.all(badges.map((badge) => badge.getAttribute('aria-label')));
    expect(anns?.split(' ')).toHaveLength(5);
    expect(bobs).toBe(anns);
  });

  await test.step('[CALL-421] turning a camera on and off leaves no gap in the sound', async () => {
    await expectNoSilence(bobsCall, async () => {
      for (let round = 0; round < 3; round += 1) {
        await cameraButton(annsCall, 'Turn camera on').click();
        await expectMoving(cameraOf(bobsCall, 'Ann Lee'));
        await cameraButton(annsCall, 'Turn camera off').click();
        await expect(cameraOf(bobsCall, 'Ann Lee')).toBeHidden();
      }
    });
  });

  await test.step('[CALL-420] both are seen and heard', async () => {
    for (const call of [annsCall, bobsCall]) await cameraButton(call, 'Turn camera on').click();
    await expectMoving(cameraOf(bobsCall, 'Ann Lee'));
    await expectMoving(cameraOf(annsCall, 'Bob Ray'));
    await cameraButton(annsCall, 'Turn camera off').click();
    await expect(cameraOf(bobsCall, 'Ann Lee')).toBeHidden();
    await expectMoving(cameraOf(annsCall, 'Bob Ray'));
    for (const call of [annsCall, bobsCall]) await expectTone(call);
  });
});

test('[CALL-423] [CALL-431] pages of the previous release are heard and hear, and hostile offers leave the call working', async ({
  callers: { ann, bob, openChat },
  users,
}) => {
  const cat = await users.create('Cat Moe');
  const chatId = await users.createChat(ann, bob, cat);
  const pages = await openChats(openChat, [ann, bob, cat], { chatId });
  const ids = new Map(await Promise.all(pages.map(async (page) => [page, await readUserId(page)] as const)));
  // The participant with the smaller id makes the offers.
  const [offering, current, answering] = pages.toSorted((a, b) => ((ids.get(a) ?? '') < (ids.get(b) ?? '') ? -1 : 1));
  if (!offering || !current || !answering) throw new Error('there are three pages');
  const call = await startCall(current);
  const alone = call.getByText('Waiting for other user to join...');

  const peers = [
    ['[CALL-423] the previous release makes the offers', offering, {}],
    ['[CALL-423] the previous release answers', answering, {}],
    [
      '[CALL-431] sections of the wrong kind, and more than we know',
      offering,
      { kinds: ['audio', 'video', 'video', 'audio', 'video'] },
    ],
    [
      '[CALL-431] video in no codec that we know',
      offering,
      { kinds: ['video', 'video', 'audio'], areCodecsUnknown: true },
    ],
  ] as const;
  for (const [title, page, extra] of peers) {
    await test.step(title, async () => {
      await expect(alone).toBeVisible();
      await joinAsPreviousRelease(page, chatId, extra);
      await expect(call.getByText(/^Direct/)).toBeVisible();
      for (const window of [call, page]) await expectTone(window);
      await cameraButton(call, 'Turn camera on').click();
      await screenButton(call, 'Share screen').click();
      await expect(screenButton(call, 'Stop sharing')).toBeVisible();
      for (const window of [call, page]) await expectTone(window);
      await screenButton(call, 'Stop sharing').click();
      await cameraButton(call, 'Turn camera off').click();
      await leaveAsPreviousRelease(page);
    });
  }
});

test('[CALL-431] an offer with nineteen sections leaves the call working @long', async ({ callers }) => {
  const { ann, bob, chatId, openChat } = callers;
  const [annsPage, bobsPage] = await openChats(openChat, [ann, bob]);
  const isAnnFirst = (await readUserId(annsPage)) < (await readUserId(bobsPage));
  const [hostilePage, currentPage] = isAnnFirst ? [annsPage, bobsPage] : [bobsPage, annsPage];
  const call = await startCall(currentPage);
  await joinAsPreviousRelease(hostilePage, chatId, { kinds: Array.from({ length: 18 }, () => 'video') });
  await expect(call.getByText('Via server')).toBeVisible();
  await cameraButton(call, 'Turn camera on').click();
  await expect(cameraButton(call, 'Turn camera off')).toBeVisible();
});

test('[CALL-420] five people see each other move and hear each other @long', async ({ callers, users }) => {
  test.setTimeout(2 * testDeadlineMs);
  const others = await users.createAll('Cat Moe', 'Dan Fox', 'Eve Orr');
  const everybody = [callers.ann, callers.bob, ...others];
  const chatId = await users.createChat(callers.ann, callers.bob, ...others);
  const [annsPage, ...pages] = await openChats(callers.openChat, everybody, { chatId });
  if (!annsPage) throw new Error('there are five pages');
  const calls = [await startCall(annsPage)];
  for (const page of pages) calls.push(await acceptCall(page));
  for (const call of calls) await cameraButton(call, 'Turn camera on').click();
  for (const [at, call] of calls.entries()) {
    for (const { name } of everybody.filter((_, other) => other !== at)) await expectMoving(cameraOf(call, name));
    await expectTone(call);
  }
});
