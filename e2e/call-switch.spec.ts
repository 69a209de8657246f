import type { Page } from '@playwright/test';
import { deadlineMs } from './support/deadline.ts';
import { findViolations } from './support/accessibility.ts';
import { connectCall, test } from './support/call-fixtures.ts';
import { acceptCall, callEnded, incomingCall, startCall } from './support/calls.ts';
import { expect } from './support/fixtures.ts';

const switchButton = (page: Page) => page.getByRole('button', { name: 'Leave and join here' });

test('[CALL-200] [CALL-201] a user who starts a call during another one is asked and switches @long', async ({
  callers,
  users,
}) => {
  const cem = await users.create('Cem Oz');
  const other = await users.createChat(callers.ann, cem);
  const cemsPage = await callers.openChat(cem, { chatId: other });
  const { annsCall, bobsCall } = await connectCall(callers);

  // On another device than the one with the call window.
  const phone = await callers.openChat(callers.ann, { chatId: other });
  const first = await startCall(phone);
  const confirmation = phone.getByRole('alertdialog', { name: 'You are in a call in Bob Ray' });
  await expect(confirmation).toBeVisible();
  await expect.poll(() => first.isClosed()).toBe(true);
  await phone.emulateMedia({ reducedMotion: 'reduce' });
  expect(await findViolations(phone)).toEqual([]);
  await expect(incomingCall(cemsPage)).toBeHidden();
  await expect(annsCall.getByRole('timer')).toBeVisible();

  const opening = phone.context().waitForEvent('page');
  await switchButton(phone).click();
  const annsNext = await opening;
  for (const window of [annsCall, bobsCall]) await expect(callEnded(window)).toBeVisible();
  const cemsCall = await acceptCall(cemsPage);
  for (const window of [annsNext, cemsCall]) await expect(window.getByRole('timer')).toBeVisible();
});

test('[CALL-200] [CALL-201] a user who accepts a call during another one is asked and switches @long', async ({
  callers,
  users,
}) => {
  const cem = await users.create('Cem Oz');
  const group = await users.createChat(callers.ann, callers.bob, cem);
  const cemsPage = await callers.openChat(cem, { chatId: group });
  const { annsPage, annsCall, bobsCall } = await connectCall(callers);
  const cemsCall = await startCall(cemsPage);
  const annsNext = await acceptCall(annsPage);
  await expect(annsNext.getByRole('heading', { name: 'You are in a call in Bob Ray' })).toBeVisible({
    timeout: 2 * deadlineMs,
  });
  expect(await findViolations(annsNext)).toEqual([]);
  await switchButton(annsNext).click();
  for (const window of [annsCall, bobsCall]) await expect(callEnded(window)).toBeVisible();
  for (const window of [annsNext, cemsCall]) await expect(window.getByRole('timer')).toBeVisible();
});

test('[CALL-202] [CALL-205] the callee’s dialog focuses Accept, and the caller sees how long it has been ringing @long', async ({
  callers,
}) => {
  const { ann, bob, openChat } = callers;
  const [annsPage, bobsPage] = [await openChat(ann), await openChat(bob)];
  await bobsPage.emulateMedia({ reducedMotion: 'reduce' });
  const annsCall = await startCall(annsPage);
  await expect(annsCall.getByText(/^Ringing for \d+:\d\d$/)).toBeVisible();
  await expect(annsCall.getByText('Your microphone', { exact: true })).toBeVisible();
  await annsCall.emulateMedia({ reducedMotion: 'reduce' });
  expect(await findViolations(annsCall)).toEqual([]);

  const accept = incomingCall(bobsPage).getByRole('button', { name: 'Accept' });
  await expect(accept).toBeFocused();
  expect(await findViolations(bobsPage)).toEqual([]);
  await incomingCall(bobsPage).getByRole('button', { name: 'Ignore' }).click();
  await expect(incomingCall(bobsPage)).toBeHidden();
  await expect(annsCall.getByText('Waiting for recipient to pick up...')).toBeVisible();
});
