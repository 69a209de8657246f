import { addMembers, getMessages, removeMember } from '@chat-app/contract';
import type { Locator } from '@playwright/test';
import { deadlineMs } from './support/deadline.ts';
import { findViolations } from './support/accessibility.ts';
import { connectCall, joinButton, openChats, test } from './support/call-fixtures.ts';
import {
  acceptCall,
  callButton,
  callEnded,
  expectSilence,
  expectTone,
  incomingCall,
  removeAudioEncoder,
  startCall,
} from './support/calls.ts';
import { messageList, toast } from './support/chat.ts';
import { expect } from './support/fixtures.ts';
import { desktop, findClippedControls } from './support/layout.ts';

test('[CALL-44] [CALL-45] [CALL-205] calls are rejected, missed and called back, meet a user in another call, or take one away @long', async ({
  callers,
  users,
}) => {
  const { ann, bob, openChat } = callers;
  const cem = await users.create('Cem Oz');
  const [directChat, group] = [await users.createChat(cem, bob), await users.createChat(ann, bob, cem)];
  const [annsPage, bobsPage] = await openChats(openChat, [ann, bob]);

  await test.step('[CALL-44] [CALL-205] rejected, after the caller saw how long it rings', async () => {
    const annsCall = await startCall(annsPage);
    await expect(annsCall.getByText('Waiting for recipient to pick up...')).toBeVisible();
    await expect(annsCall.getByText(/^Ringing for \d+:\d\d$/)).toBeVisible();
    await expect(annsCall.getByText('Your microphone', { exact: true })).toBeVisible();
    await expect(incomingCall(bobsPage).getByRole('button', { name: 'Accept' })).toBeFocused();
    await expect(bobsPage).toHaveTitle('Ann Lee is calling');
    await incomingCall(bobsPage).getByRole('button', { name: 'Reject' }).click();
    await expect(callEnded(annsCall)).toBeVisible();
    await expect(incomingCall(bobsPage)).toBeHidden();
    await expect(bobsPage).not.toHaveTitle('Ann Lee is calling');
    await annsCall.close();
  });

  const [annsCall, bobsCall] = await test.step('[CALL-44] [MSG-244] missed, and called back', async () => {
    const missed = await startCall(annsPage);
    await expect(incomingCall(bobsPage)).toBeVisible();
    await missed.getByRole('button', { name: 'Hang up' }).click();
    await expect(incomingCall(bobsPage)).toBeHidden();
    await missed.close();
    const callBack = messageList(bobsPage).locator('p', { hasText: 'Missed voice call' }).last();
    const opening = bobsPage.context().waitForEvent('page');
    await callBack.getByRole('button', { name: 'Call back' }).click();
    const opened = [await acceptCall(annsPage), await opening] as const;
    for (const call of opened) await expect(call.getByRole('timer')).toBeVisible();
    return opened;
  });

  const cemsPage = await openChat(cem, { chatId: directChat });
  await test.step('[CALL-45] a user in another call is busy', async () => {
    const cemsCall = await startCall(cemsPage);
    await expect(toast(cemsPage, 'The other side is in another call')).toBeVisible();
    await expect.poll(() => cemsCall.isClosed()).toBe(true);
    await expect(bobsCall.getByRole('timer')).toBeVisible();
  });

  await test.step('[CALL-200] [CALL-201] accepting a call during another one asks, and switches', async () => {
    await cemsPage.goto(`/chat/${group}`);
    const cemsCall = await startCall(cemsPage);
    const annsNext = await acceptCall(annsPage);
    await expect(annsNext.getByRole('heading', { name: 'You are in a call in Bob Ray' })).toBeVisible();
    expect(await findViolations(annsNext)).toEqual([]);
    await annsNext.getByRole('button', { name: 'Leave and join here' }).click();
    for (const call of [annsCall, bobsCall]) await expect(callEnded(call)).toBeVisible();
    for (const call of [annsNext, cemsCall]) await expect(call.getByRole('timer')).toBeVisible();
  });
});

test('[CALL-46] [CALL-47] all devices ring, another one can take over the call, and closing its window leaves @long', async ({
  callers: { ann, bob, openChat },
}) => {
  const [annsPage, laptop, mobile] = await openChats(openChat, [ann, bob, bob]);
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
  for (const call of [mobilesCall, annsCall]) {
    await expectTone(call);
    await expect(call.getByText(/^Direct/)).toBeVisible();
  }
  await mobilesCall.close();
  await expect(callEnded(annsCall)).toBeVisible();
  await expect(callButton(annsPage)).toBeVisible();
});

test('[CALL-41] [CALL-48] [CALL-49] [CALL-207] a direct call becomes one of a group, over direct and relayed connections @long', async ({
  callers,
  users,
}) => {
  const { ann, chatId, openChat } = callers;
  // With three others it stays a group when one of them is removed.
  const [cid, dan] = await users.createAll('Cid Fox', 'Dan Poe');
  await users.befriend(ann, cid, dan);
  const [annsApi, cidsApi, dansApi] = [
    await users.apiClient(ann),
    await users.apiClient(cid),
    await users.apiClient(dan),
  ];
  const { bobsPage, annsCall, bobsCall } = await connectCall(callers);
  const tiles = annsCall.getByRole('list', { name: 'In the call' });
  const tileOf = (name: string) => tiles.getByRole('listitem').filter({ hasText: name });
  const volumeOf = (name: string) => annsCall.getByLabel(`Volume of ${name}`);
  await volumeOf('Bob Ray').fill('0');
  await expectSilence(annsCall);

  const cidsCall = await test.step('[CALL-48] the third one joins in the same window', async () => {
    await annsApi.call(addMembers, { chatId, members: [cidsApi.id, dansApi.id] });
    const cidsPage = await openChat(cid, { arePeerConnectionsBlocked: true });
    await removeAudioEncoder(cidsPage.context());
    const opening = cidsPage.context().waitForEvent('page');
    await joinButton(cidsPage).click();
    await expect(tiles).toHaveAttribute('data-grid', '2x1');
    await expect(volumeOf('Bob Ray')).toHaveValue('0');
    return opening;
  });

  await test.step('[CALL-41] [CALL-48] each one is heard alone: directly, or by the server as recordings', async () => {
    await expect(tileOf('Cid Fox').getByText('Via server')).toBeVisible();
    await expectTone(annsCall);
    await volumeOf('Cid Fox').fill('0');
    await expectSilence(annsCall);
    await volumeOf('Bob Ray').fill('100');
    await expect(tileOf('Bob Ray').getByText(/^Direct/)).toBeVisible();
    for (const call of [annsCall, bobsCall, cidsCall]) await expectTone(call);
  });

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
    expect(await findViolations(annsCall)).toEqual([]);
    await annsCall.setViewportSize(before);
  });

  await test.step('[CALL-49] a member who is removed from the group leaves the call', async () => {
    await volumeOf('Bob Ray').fill('0');
    await volumeOf('Cid Fox').fill('100');
    await expectTone(annsCall);
    await annsApi.call(removeMember, { chatId, memberId: cidsApi.id });
    await expect(callEnded(cidsCall)).toBeVisible();
    await expect(cidsCall.getByText('You are no longer in this chat.')).toBeVisible();
    await expect(tiles).toHaveAttribute('data-grid', '1x1');
    await expectSilence(annsCall);
  });

  await test.step('[CALL-48] the call ends when the last one leaves', async () => {
    await bobsCall.getByRole('button', { name: 'Hang up' }).click();
    await expect(annsCall.getByText('Waiting for other user to join...')).toBeVisible();
    await expect(joinButton(bobsPage)).toBeVisible();
    await annsCall.getByRole('button', { name: 'Hang up' }).click();
    await expect(callButton(bobsPage)).toBeVisible();
  });
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
  callers: { ann, bob, openChat },
}) => {
  const [annsPage, bobsPage] = await openChats(openChat, [ann, bob]);
  const annsCall = await startCall(annsPage);
  await expect(annsCall.getByText(/^Waiting for/)).toBeVisible();
  expect(await findViolations(annsCall)).toEqual([]);
  await expect(incomingCall(bobsPage)).toBeVisible();
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
