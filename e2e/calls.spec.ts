import { addMembers, getMessages, removeMember } from '@chat-app/contract';
import type { Locator, Page } from '@playwright/test';
import { deadlineMs } from './support/deadline.ts';
import { findViolations } from './support/accessibility.ts';
import { connectCall, joinButton, test } from './support/call-fixtures.ts';
import {
  acceptCall,
  callButton,
  callEnded,
  expectSilence,
  expectTone,
  incomingCall,
  startCall,
} from './support/calls.ts';
import { messageList, toast } from './support/chat.ts';
import { expect } from './support/fixtures.ts';
import { desktop, findClippedControls, phone } from './support/layout.ts';

test('[CALL-44] a rejected call ends, and a cancelled call shows as missed @long', async ({ callers }) => {
  const { ann, bob, openChat } = callers;
  const [annsPage, bobsPage] = [await openChat(ann), await openChat(bob)];
  const first = await startCall(annsPage);
  await expect(first.getByText('Waiting for recipient to pick up...')).toBeVisible();
  await expect(incomingCall(bobsPage)).toBeVisible();
  await expect.poll(() => bobsPage.title()).toBe('Ann Lee is calling');
  await bobsPage.mouse.click(5, 5);
  await incomingCall(bobsPage).getByRole('button', { name: 'Reject' }).click();
  await expect(callEnded(first)).toBeVisible();
  await expect(incomingCall(bobsPage)).toBeHidden();
  await expect.poll(() => bobsPage.title()).not.toBe('Ann Lee is calling');
  await first.close();

  const second = await startCall(annsPage);
  await expect(incomingCall(bobsPage)).toBeVisible();
  await second.getByRole('button', { name: 'Hang up' }).click();
  await expect(incomingCall(bobsPage)).toBeHidden();
  await expect(bobsPage.getByText('Missed voice call').first()).toBeVisible();
});

test('[MSG-244] a call is a single entry in the chat with a button to call back @long', async ({ callers }) => {
  const { ann, bob, openChat } = callers;
  const [annsPage, bobsPage] = [await openChat(ann), await openChat(bob)];
  const first = await startCall(annsPage);
  // The dialog of the incoming call covers it.
  await expect(bobsPage.getByText('Ann Lee started a voice call').last()).toBeAttached();
  await first.getByRole('button', { name: 'Hang up' }).click();
  await expect(messageList(bobsPage).getByText('Missed voice call')).toBeVisible();
  await expect(messageList(bobsPage).getByText('Ann Lee started a voice call')).toHaveCount(0);

  const callBack = messageList(bobsPage).getByRole('button', { name: 'Call back' });
  await test.step('[MSG-262] the button is large enough for touch on a phone', async () => {
    const before = bobsPage.viewportSize() ?? desktop;
    await bobsPage.setViewportSize(phone);
    await expect.poll(async () => (await callBack.boundingBox())?.height ?? 0).toBeGreaterThanOrEqual(44);
    await bobsPage.setViewportSize(before);
  });
  const opening = bobsPage.context().waitForEvent('page');
  await callBack.click();
  await (await opening).getByRole('button', { name: 'Hang up' }).waitFor();
  await expect(incomingCall(annsPage)).toBeVisible();
  await expect(messageList(bobsPage).getByRole('button', { name: 'Call back' })).toHaveCount(0);
});

test('[CALL-45] a user who is in another call is busy @long', async ({ callers, users }) => {
  const cem = await users.create('Cem Oz');
  const other = await users.createChat(cem, callers.bob);
  const { bobsCall } = await connectCall(callers);
  const cemsPage = await callers.openChat(cem, { chatId: other });
  const cemsCall = await startCall(cemsPage);
  await expect(toast(cemsPage, 'The other side is in another call')).toBeVisible();
  await expect.poll(() => cemsCall.isClosed()).toBe(true);
  await expect(bobsCall.getByRole('timer')).toBeVisible();
});

test('[CALL-46] all devices ring until one accepts, and another device can take over the call @long', async ({
  callers,
}) => {
  const { ann, bob, openChat } = callers;
  const [annsPage, laptop, mobile] = [await openChat(ann), await openChat(bob), await openChat(bob)];
  await expect(callButton(mobile)).toBeVisible();
  const annsCall = await startCall(annsPage);
  await expect(incomingCall(mobile)).toBeVisible();
  const laptopsCall = await acceptCall(laptop);
  await expect(laptopsCall.getByRole('timer')).toBeVisible();
  await expect(incomingCall(mobile)).toBeHidden();

  const opening = mobile.context().waitForEvent('page');
  await joinButton(mobile).click();
  const mobilesCall = await opening;
  await expect(callEnded(laptopsCall)).toBeVisible();
  await expect(laptopsCall.getByText('You joined the call on another device.')).toBeVisible();
  await expectTone(mobilesCall);
  await expectTone(annsCall);
  for (const call of [mobilesCall, annsCall]) await expect(call.getByText(/^Direct/)).toBeVisible();
});

test('[CALL-47] closing the call window leaves the call @long', async ({ callers }) => {
  const { annsPage, annsCall, bobsCall } = await connectCall(callers);
  await bobsCall.close();
  await expect(callEnded(annsCall)).toBeVisible();
  await expect(callButton(annsPage)).toBeVisible();
});

test('[CALL-48] three users talk over direct and relayed connections until the last one leaves @long', async ({
  callers,
  users,
}) => {
  const { ann, bob, openChat } = callers;
  const cid = await users.create('Cid Fox');
  const chatId = await users.createChat(ann, bob, cid);
  const pages = [
    await openChat(ann, { chatId }),
    await openChat(bob, { chatId }),
    await openChat(cid, { chatId, arePeerConnectionsBlocked: true }),
  ];
  const [annsPage, bobsPage, cidsPage] = pages as [Page, Page, Page];
  // A page that connects after the start of the call would not ring.
  for (const page of pages) await expect(callButton(page)).toBeVisible();
  const annsCall = await startCall(annsPage);
  await expect(annsCall.getByText('Waiting for other user to join...')).toBeVisible();
  const bobsCall = await acceptCall(bobsPage);
  const cidsCall = await acceptCall(cidsPage);
  const tiles = annsCall.getByRole('list', { name: 'In the call' });
  await expect(tiles).toHaveAttribute('data-grid', '2x1');
  await expect(
    tiles
      .getByRole('listitem')
      .filter({ hasText: 'Bob Ray' })
      .getByText(/^Direct/),
  ).toBeVisible();
  await expect(tiles.getByRole('listitem').filter({ hasText: 'Cid Fox' }).getByText('Via server')).toBeVisible();
  for (const call of [annsCall, bobsCall, cidsCall]) await expectTone(call);

  await test.step('[CALL-207] on a phone everything fits its tile, and the device pickers share one row', async () => {
    const before = annsCall.viewportSize() ?? desktop;
    for (const width of [390, 320]) {
      await annsCall.setViewportSize({ width, height: 844 });
      await expect.poll(() => findTileOverflow(tiles)).toEqual([]);
      const [microphone, speaker] = [
        annsCall.getByRole('combobox', { name: 'Microphone' }),
        annsCall.getByRole('combobox', { name: 'Speaker' }),
      ];
      expect((await microphone.boundingBox())?.y).toBe((await speaker.boundingBox())?.y);
    }
    await annsCall.setViewportSize(before);
  });

  // Each participant is audible alone: mute one after the other.
  await annsCall.getByLabel('Volume of Bob Ray').fill('0');
  await expectTone(annsCall);
  await annsCall.getByLabel('Volume of Cid Fox').fill('0');
  await expectSilence(annsCall);
  await annsCall.getByLabel('Volume of Bob Ray').fill('100');
  await expectTone(annsCall);

  await bobsCall.getByRole('button', { name: 'Hang up' }).click();
  await expect(tiles).toHaveAttribute('data-grid', '1x1');
  await cidsCall.close();
  await expect(annsCall.getByText('Waiting for other user to join...')).toBeVisible();
  await expect(joinButton(bobsPage)).toBeVisible();
  await annsCall.getByRole('button', { name: 'Hang up' }).click();
  await expect(callButton(bobsPage)).toBeVisible();
});

test('[CALL-48] a direct call whose chat becomes a group shows all participants in the same window @long', async ({
  callers,
  users,
}) => {
  const { ann, chatId, openChat } = callers;
  const cid = await users.create('Cid Fox');
  await users.befriend(ann, cid);
  const { annsCall, bobsCall } = await connectCall(callers);
  await annsCall.getByLabel('Volume of Bob Ray').fill('0');
  await expectSilence(annsCall);
  const [owner, third] = [await users.apiClient(ann), await users.apiClient(cid)];
  await owner.call(addMembers, { chatId, members: [third.id] });
  const cidsPage = await openChat(cid);
  const opening = cidsPage.context().waitForEvent('page');
  await joinButton(cidsPage).click();
  const cidsCall = await opening;

  const tiles = annsCall.getByRole('list', { name: 'In the call' });
  await expect(tiles.getByRole('listitem')).toHaveCount(2);
  await expect(annsCall.getByLabel('Volume of Bob Ray')).toHaveValue('0');
  await expectTone(annsCall);
  await annsCall.getByLabel('Volume of Cid Fox').fill('0');
  await expectSilence(annsCall);
  await expectTone(bobsCall);
  await expectTone(cidsCall);
});

test('[CALL-49] a member who is removed from the group leaves the call @long', async ({ callers, users }) => {
  const { ann, bob, openChat } = callers;
  // With three others it stays a group when one of them is removed.
  const [cid, dan] = [await users.create('Cid Fox'), await users.create('Dan Poe')];
  const chatId = await users.createChat(ann, bob, cid, dan);
  const [annsPage, bobsPage] = [await openChat(ann, { chatId }), await openChat(bob, { chatId })];
  const annsCall = await startCall(annsPage);
  const bobsCall = await acceptCall(bobsPage);
  await expectTone(annsCall);
  const annsApi = await users.apiClient(ann);
  await annsApi.call(removeMember, { chatId, memberId: (await users.apiClient(bob)).id });
  await expect(callEnded(bobsCall)).toBeVisible();
  await expect(bobsCall.getByText('You are no longer in this chat.')).toBeVisible();
  await expect(annsCall.getByText('Waiting for other user to join...')).toBeVisible();
  await expectSilence(annsCall);
});

test('[CALL-50] direct audio continues while the server is down, and the participants rejoin afterwards @long', async ({
  callers,
  backend,
}) => {
  const { annsPage, annsCall, bobsCall } = await connectCall(callers);
  await expect(annsCall.getByText(/^Direct/)).toBeVisible();
  await backend.server.kill();
  for (const call of [annsCall, bobsCall]) await expect(call.getByText('Reconnecting...')).toBeVisible();
  await expectTone(annsCall);
  await expectTone(bobsCall);
  await backend.server.restart();
  for (const call of [annsCall, bobsCall])
    await expect(call.getByRole('timer')).toBeVisible({ timeout: 2 * deadlineMs });
  for (const call of [annsCall, bobsCall]) await expect(call.getByText(/^Direct/)).toBeVisible();
  await expectTone(annsCall);
  await bobsCall.getByRole('button', { name: 'Hang up' }).click();
  await expect(callEnded(annsCall)).toBeVisible();
  // The main page reconnects later than the call window. Do not wait for it.
  await annsPage.reload();
  await expect(callButton(annsPage)).toBeVisible();
});

test('[CALL-50] relayed audio resumes when the server is back @long', async ({ callers, backend }) => {
  const { annsCall, bobsCall } = await connectCall(callers, { arePeerConnectionsBlocked: true });
  await expectTone(bobsCall);
  await backend.server.kill();
  await expect(bobsCall.getByText('Reconnecting...')).toBeVisible();
  await expectSilence(bobsCall);
  await backend.server.restart();
  await expect(annsCall.getByRole('timer')).toBeVisible({ timeout: 2 * deadlineMs });
  await expect(bobsCall.getByRole('timer')).toBeVisible({ timeout: 2 * deadlineMs });
  await expectTone(bobsCall);
  await expectTone(annsCall);
});

test('[CALL-54] a call window without a call shows the end screen @long', async ({ callers, users }) => {
  const { ann, chatId, openChat } = callers;
  const page = await openChat(ann);
  const call = await page.context().newPage();
  await call.goto(`/voice-call/${chatId}`);
  await expect(callEnded(call)).toBeVisible();
  await expect(call.getByText('There is no such call')).toBeVisible();
  await call.goto('/voice-call/nonsense');
  await expect(callEnded(call)).toBeVisible();
  const { data } = await (await users.apiClient(ann)).call(getMessages, { chatId });
  expect(data).toEqual([]);
});

test('[UI-10] [UI-54] [UI-56] the call screens have no accessibility violations and fit a phone and 200 % zoom @long', async ({
  callers,
  users,
}) => {
  const { ann, bob, openChat } = callers;
  const cid = await users.create('Cid Fox');
  const groupId = await users.createChat(ann, bob, cid);
  for (const chatId of [callers.chatId, groupId]) {
    const [annsPage, bobsPage] = [await openChat(ann, { chatId }), await openChat(bob, { chatId })];
    await expect(callButton(bobsPage)).toBeVisible();
    const annsCall = await startCall(annsPage);
    await expect(annsCall.getByText(/^Waiting for/)).toBeVisible();
    expect(await findViolations(annsCall)).toEqual([]);
    await expect(incomingCall(bobsPage)).toBeVisible();
    // The dialog is animated while it rings.
    await bobsPage.emulateMedia({ reducedMotion: 'reduce' });
    expect(await findViolations(bobsPage)).toEqual([]);
    const bobsCall = await acceptCall(bobsPage);
    await expect(bobsCall.getByText(/^Direct ·/)).toBeVisible();
    expect(await findViolations(bobsCall)).toEqual([]);
    // Screen readers announce the connection.
    await expect(bobsCall.getByRole('status').filter({ hasText: 'Connected' })).toBeAttached();
    for (const size of [
      { width: 640, height: 450 },
      { width: 320, height: 640 },
    ]) {
      await bobsCall.setViewportSize(size);
      await expect.poll(() => findClippedControls(bobsCall)).toEqual([]);
    }
    await bobsCall.getByRole('button', { name: 'Hang up' }).press('Enter');
    await expect(callEnded(bobsCall)).toBeFocused();
    expect(await findViolations(bobsCall)).toEqual([]);
    await annsPage.context().close();
    await bobsPage.context().close();
  }
});

/** Finds the elements that overflow their tile. */
function findTileOverflow(tiles: Locator): Promise<string[]> {
  return tiles.getByRole('listitem').evaluateAll((items) =>
    items.flatMap((item) => {
      const { left, right } = item.getBoundingClientRect();
      const isBeyond = (element: Element) => {
        const box = element.getBoundingClientRect();
        return box.left < left || box.right > right;
      };
      return [...item.querySelectorAll('*')].filter(isBeyond).map((element) => element.outerHTML.slice(0, 120));
    }),
  );
}
