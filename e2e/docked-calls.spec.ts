import type { Page } from '@playwright/test';
import { findViolations } from './support/accessibility.ts';
import { type Callers, joinButton, openChats, test } from './support/call-fixtures.ts';
import { callButton, callEnded, expectSilence, expectTone, incomingCall, startCall } from './support/calls.ts';
import { chatList, messageField, toast } from './support/chat.ts';
import { expect } from './support/fixtures.ts';
import { desktop, findClippedControls, phone } from './support/layout.ts';
import { expectNoSilence } from './support/silence.ts';
import { cameraButton, cameraOf, expectMoving } from './support/video.ts';

const panel = (page: Page) => page.getByRole('region', { name: /^Call: / });
const strip = (page: Page) => page.getByRole('region', { name: 'Your call' });
const hangUp = (where: ReturnType<typeof panel>) => where.getByRole('button', { name: 'Hang up' });

/** The choice of this browser that calls open in its page. */
async function dockCalls(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.setItem('chat-app.calls-in-page', 'on'));
  await page.reload();
}

/** Ann's calls are in her page. Bob has windows, and calls her. */
async function connectDocked({ ann, bob, openChat, ...chat }: Callers, chatId = chat.chatId) {
  const [annsPage, bobsPage] = await openChats(openChat, [ann, bob], { chatId });
  await dockCalls(annsPage);
  await expect(callButton(annsPage)).toBeVisible();
  const bobsCall = await startCall(bobsPage);
  await acceptDocked(annsPage);
  await expect(bobsCall.getByRole('timer')).toBeVisible();
  return { annsPage, bobsPage, bobsCall };
}

/** Moves the docked call to a window of its own. */
async function openInWindow(page: Page): Promise<Page> {
  const opening = page.context().waitForEvent('page');
  await panel(page).getByRole('button', { name: 'Open in a window' }).click();
  const call = await opening;
  await expect(panel(page)).toBeHidden();
  await expect(toast(page, 'The call is over')).toBeHidden();
  return call;
}

async function acceptDocked(page: Page): Promise<void> {
  await incomingCall(page).getByRole('button', { name: 'Accept' }).click();
  await expect(panel(page).getByRole('timer')).toBeVisible();
}

test('[CALL-203] [CALL-456] [CALL-480] [CALL-481] [CALL-482] [CALL-483] [CALL-485] [CALL-487] a call in the page is heard while the user moves around, is moved itself, and ends with its reason', async ({
  callers,
  users,
}) => {
  await users.createChat(callers.ann, await users.create('Cat Moe'));
  const { annsPage, bobsPage, bobsCall } = await connectDocked(callers);
  expect(annsPage.context().pages()).toHaveLength(1);
  for (const page of [annsPage, bobsCall]) await expectTone(page);
  expect(await findViolations(annsPage)).toEqual([]);

  await test.step('[CALL-481] it is heard without a gap in another chat and a dialog', () =>
    expectNoSilence(annsPage, async () => {
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
    }));

  await test.step('[CALL-482] the sidebar shows and mutes it', async () => {
    await expect(strip(annsPage).getByRole('timer')).toBeVisible();
    await strip(annsPage).getByRole('button', { name: 'Mute microphone' }).click();
    await expect(bobsCall.getByText('Ann Lee is muted')).toBeAttached();
    await expectSilence(bobsCall);
    await strip(annsPage).getByRole('button', { name: 'Unmute microphone' }).click();
    await expectTone(bobsCall);
  });

  await test.step('[CALL-487] the panel moves between corners, by arrow keys and mouse', async () => {
    const leftOf = async () => (await panel(annsPage).boundingBox())?.x ?? 0;
    const topOf = async () => (await panel(annsPage).boundingBox())?.y ?? 0;
    const handle = panel(annsPage).getByRole('button', { name: 'Move the call with the arrow keys' });
    const [left, top] = [await leftOf(), await topOf()];
    await handle.press('ArrowLeft');
    await expect.poll(leftOf, 'the left edge').toBeLessThan(left);
    const box = await handle.boundingBox();
    await handle.hover();
    await annsPage.mouse.down();
    await annsPage.mouse.move((box?.x ?? 0) + 40, 850);
    await annsPage.mouse.up();
    await expect.poll(topOf, 'the upper edge').toBeGreaterThan(top);
  });

  await test.step('[CALL-487] it becomes large, and small with Escape and Back', async () => {
    const enlarge = panel(annsPage).getByRole('button', { name: 'Make the call large' });
    await enlarge.click();
    await expect(panel(annsPage).getByText(/^Direct/)).toBeVisible();
    expect(await findViolations(annsPage)).toEqual([]);
    await expect(panel(annsPage)).toBeFocused();
    await expect(annsPage.locator('main > [inert]')).toBeAttached();
    const speaker = panel(annsPage).getByRole('combobox', { name: 'Speaker' });
    await speaker.selectOption({ index: 1 });
    await expect
      .poll(() => speaker.evaluate((select: HTMLSelectElement) => select.selectedIndex), 'the chosen speaker')
      .toBe(1);
    const chosen = await speaker.inputValue();
    await annsPage.keyboard.press('Escape');
    await enlarge.click();
    await expect(speaker).toHaveValue(chosen);
    await annsPage.goBack();
    await expect(enlarge).toBeVisible();
    await expect(annsPage.locator('main > [inert]')).not.toBeAttached();
  });

  await test.step('[CALL-487] it fits a phone', async () => {
    await annsPage.setViewportSize(phone);
    for (const size of ['large', 'small']) {
      await panel(annsPage)
        .getByRole('button', { name: `Make the call ${size}` })
        .click();
      await expect.poll(() => findClippedControls(annsPage), `clipped controls when ${size}`).toEqual([]);
    }
    await annsPage.setViewportSize(desktop);
  });

  await test.step('[CALL-203] [CALL-485] a window shows who is muted, and the call goes on there', async () => {
    await bobsCall.getByRole('button', { name: 'Mute microphone' }).click();
    await expect(annsPage.getByText('Bob Ray is muted')).toBeAttached();
    const annsCall = await openInWindow(annsPage);
    await expect(annsCall.getByText('Bob Ray is muted')).toBeAttached();
    await annsCall.close();
    await expect(callEnded(bobsCall)).toBeVisible();
    await bobsCall.close();
  });

  await test.step('[CALL-482] [CALL-483] hanging up in the sidebar removes the panel', async () => {
    const nextCall = await startCall(bobsPage);
    await acceptDocked(annsPage);
    await hangUp(strip(annsPage)).click();
    await expect(callEnded(nextCall)).toBeVisible();
    for (const part of [panel(annsPage), strip(annsPage)]) await expect(part).toBeHidden();
    await nextCall.close();
  });

  await test.step('[CALL-483] the end by the other side is announced', async () => {
    const lastCall = await startCall(bobsPage);
    await acceptDocked(annsPage);
    await lastCall.getByRole('button', { name: 'Hang up' }).click();
    await expect(toast(annsPage, 'The call is over')).toBeVisible();
    await expect(panel(annsPage)).toBeHidden();
  });

  await test.step('[CALL-456] a preview in a low page keeps the camera button, and cannot move to a window', async () => {
    await annsPage.setViewportSize({ width: 844, height: 390 });
    await annsPage.getByRole('button', { name: 'Video call', exact: true }).click();
    const cameraOff = cameraButton(panel(annsPage), 'Turn camera off');
    await expect(cameraOff).toBeVisible();
    await expect.poll(() => findClippedControls(annsPage), 'clipped controls').toEqual([]);
    await expect(panel(annsPage).getByRole('button', { name: 'Open in a window' })).toBeHidden();
    await annsPage.keyboard.press('Escape');
    await cameraOff.click();
    await expect(cameraButton(panel(annsPage), 'Turn camera on')).toBeVisible();
    await panel(annsPage).getByRole('button', { name: 'Cancel' }).click();
    await expect(panel(annsPage)).toBeHidden();
  });
});

test('[CALL-484] [CALL-485] [CALL-488] a docked call is typed beside, rejoined after a reload, and goes on in a window @long', async ({
  callers,
  users,
}) => {
  const chatId = await users.createChat(callers.ann, callers.bob, await users.create('Cat Moe'));
  const { annsPage, bobsCall } = await connectDocked(callers, chatId);
  const muted = bobsCall.getByText('Ann Lee is muted');
  const questions: string[] = [];
  annsPage.on('dialog', (dialog) => {
    questions.push(dialog.type());
    void dialog.accept();
  });

  await test.step('[CALL-488] Space talks only where it is not typed', async () => {
    await strip(annsPage).getByRole('button', { name: 'Mute microphone' }).click();
    await expect(muted).toBeAttached();
    await messageField(annsPage).click();
    await annsPage.keyboard.type('a b');
    await expect(messageField(annsPage)).toHaveValue('a b');
    await expect(muted).toBeAttached();
    await messageField(annsPage).blur();
    await annsPage.keyboard.down('Space');
    await expect(muted).not.toBeAttached();
    await annsPage.keyboard.up('Space');
    await expect(muted).toBeAttached();
  });

  await test.step('[CALL-484] a reload is asked about, and can rejoin', async () => {
    await annsPage.reload();
    expect(questions).toEqual(['beforeunload']);
    await expect(bobsCall.getByText('Waiting for other user to join...')).toBeVisible();
    await expect(panel(annsPage)).toBeHidden();
    await joinButton(annsPage).click();
    await expect(panel(annsPage).getByRole('timer')).toBeVisible();
    for (const page of [annsPage, bobsCall]) await expectTone(page);
  });

  await test.step('[CALL-485] the window takes over the camera and the muted microphone', async () => {
    await cameraButton(panel(annsPage), 'Turn camera on').click();
    await expectMoving(cameraOf(bobsCall, 'Ann Lee'));
    await panel(annsPage).getByRole('button', { name: 'Mute microphone' }).click();
    await expect(muted).toBeAttached();
    const annsCall = await openInWindow(annsPage);
    await expect(annsCall.getByRole('timer')).toBeVisible();
    await expectTone(annsCall);
    await expectMoving(cameraOf(bobsCall, 'Ann Lee'));
    await expect(muted).toBeAttached();
    await expectSilence(bobsCall);
    await annsCall.getByRole('button', { name: 'Unmute microphone' }).click();
    await expectTone(bobsCall);
    await annsPage.reload();
    expect(questions).toEqual(['beforeunload']);
  });
});

test('[CALL-486] an incoming call during a docked one asks before leaving it @long', async ({ callers, users }) => {
  const cat = await users.create('Cat Moe');
  const group = await users.createChat(callers.ann, callers.bob, cat);
  const catsPage = await callers.openChat(cat, { chatId: group });
  const { annsPage, bobsCall } = await connectDocked(callers);
  await startCall(catsPage);
  await incomingCall(annsPage).getByRole('button', { name: 'Accept' }).click();
  const question = annsPage.getByRole('alertdialog', { name: 'You are in a call in Bob Ray' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(bobsCall.getByRole('timer')).toBeVisible();
  await expect(panel(annsPage)).toHaveAccessibleName('Call: Bob Ray');

  await chatList(annsPage)
    .getByRole('link', { name: /Cat Moe/ })
    .first()
    .click();
  await joinButton(annsPage).click();
  await question.getByRole('button', { name: 'Leave and join here' }).click();
  await expect(callEnded(bobsCall)).toBeVisible();
  await expect(panel(annsPage)).not.toHaveAccessibleName('Call: Bob Ray');
  await expect(panel(annsPage).getByRole('timer')).toBeVisible();
});
