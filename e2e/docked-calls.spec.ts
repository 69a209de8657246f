import type { Page } from '@playwright/test';
import { findViolations } from './support/accessibility.ts';
import { callButton, type Callers, joinButton, test } from './support/call-fixtures.ts';
import { acceptCall, callEnded, expectSilence, expectTone, incomingCall, startCall } from './support/calls.ts';
import { chatList, toast } from './support/chat.ts';
import { expect } from './support/fixtures.ts';
import { findClippedControls, phone } from './support/layout.ts';
import { expectNoSilence, watchSilence } from './support/silence.ts';

const panel = (page: Page) => page.getByRole('region', { name: /^Call: / });
const strip = (page: Page) => page.getByRole('region', { name: 'Your call' });
const hangUp = (where: ReturnType<typeof panel>) => where.getByRole('button', { name: 'Hang up' });

/** The choice of this browser that calls open in its page. */
async function dockCalls(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.setItem('chat-app.calls-in-page', 'on'));
  await page.reload();
}

/** Ann's calls are in her page. Bob has windows, and calls her. */
async function connectDocked({ ann, bob, openChat }: Callers) {
  const [annsPage, bobsPage] = [await openChat(ann), await openChat(bob)];
  await watchSilence(annsPage.context());
  await dockCalls(annsPage);
  await expect(callButton(annsPage)).toBeVisible();
  const bobsCall = await startCall(bobsPage);
  await incomingCall(annsPage).getByRole('button', { name: 'Accept' }).click();
  await expect(panel(annsPage).getByRole('timer')).toBeVisible();
  await expect(bobsCall.getByRole('timer')).toBeVisible();
  return { annsPage, bobsPage, bobsCall };
}

test('[CALL-480] [CALL-481] a call in the page is heard without a gap while the user moves around in it', async ({
  callers,
  users,
}) => {
  const cat = await users.create('Cat Moe');
  await users.createChat(callers.ann, cat);
  const { annsPage, bobsCall } = await connectDocked(callers);
  expect(annsPage.context().pages()).toHaveLength(1);
  await expectTone(annsPage);
  await expectTone(bobsCall);
  expect(await findViolations(annsPage)).toEqual([]);

  await expectNoSilence(annsPage, async () => {
    await chatList(annsPage)
      .getByRole('link', { name: /Cat Moe/ })
      .click();
    await expect(annsPage.getByRole('heading', { name: 'Cat Moe' })).toBeVisible();
    await expect(panel(annsPage)).toBeVisible();
    await annsPage.keyboard.press('Control+K');
    await expect(annsPage.getByRole('dialog')).toBeVisible();
    await annsPage.keyboard.press('Escape');
    await strip(annsPage)
      .getByRole('button', { name: /Open the chat of the call|Bob Ray/ })
      .click();
    await expect(annsPage.getByRole('heading', { name: 'Bob Ray' }).first()).toBeVisible();
  });
  await expectTone(bobsCall);
});
