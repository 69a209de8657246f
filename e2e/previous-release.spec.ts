import type { Page } from '@playwright/test';
import { openChats, test } from './support/call-fixtures.ts';
import { expectTone, startCall } from './support/calls.ts';
import { expect } from './support/fixtures.ts';
import { joinAsPreviousRelease, leaveAsPreviousRelease, readUserId } from './support/previous-release-call.ts';
import { cameraButton, screenButton } from './support/video.ts';

/** The pages in the order of their users' ids: the participant with the smaller id makes the offers. */
async function byUserId(pages: Page[]): Promise<Page[]> {
  const withIds = await Promise.all(pages.map(async (page) => ({ page, id: await readUserId(page) })));
  return withIds.toSorted((one, other) => (one.id < other.id ? -1 : 1)).map(({ page }) => page);
}

test('[CALL-423] [CALL-431] pages of the previous release are heard and hear, and a hostile offer leaves the call working', async ({
  callers: { ann, bob, openChat },
  users,
}) => {
  const cat = await users.create('Cat Moe');
  const chatId = await users.createChat(ann, bob, cat);
  const [offering, current, answering] = await byUserId(await openChats(openChat, [ann, bob, cat], { chatId }));
  if (!offering || !current || !answering) throw new Error('there are three pages');
  const call = await startCall(current);
  const hostile = { kinds: ['video', 'video', 'audio'], areCodecsUnknown: true } as const;
  const peers = [
    ['[CALL-423] the previous release makes the offers', offering, {}],
    ['[CALL-423] the previous release answers', answering, {}],
    ['[CALL-431] video in no codec that we know', offering, hostile],
  ] as const;
  for (const [title, page, extra] of peers) {
    await test.step(title, async () => {
      await expect(call.getByText('Waiting for other user to join...')).toBeVisible();
      await joinAsPreviousRelease(page, chatId, extra);
      await expect(call.getByText(/^Direct/)).toBeVisible();
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

for (const [what, path, kinds] of [
  ['sections of the wrong kind', /^Direct/, ['audio', 'video', 'video', 'audio', 'video']],
  ['nineteen sections', 'Via server', Array.from({ length: 18 }, () => 'video' as const)],
] as const) {
  test(`[CALL-431] an offer with ${what} leaves the call working @long`, async ({
    callers: { ann, bob, chatId, openChat },
  }) => {
    const [hostile, current] = await byUserId(await openChats(openChat, [ann, bob]));
    if (!hostile || !current) throw new Error('there are two pages');
    const call = await startCall(current);
    await joinAsPreviousRelease(hostile, chatId, { kinds });
    await expect(call.getByText(path)).toBeVisible();
    await cameraButton(call, 'Turn camera on').click();
    await expect(cameraButton(call, 'Turn camera off')).toBeVisible();
  });
}
