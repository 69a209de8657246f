import type { Page } from '@playwright/test';
import { violations } from './support/accessibility.ts';
import { talk, test } from './support/callers.ts';
import { acceptCall, ended, ringing, startCall } from './support/calls.ts';
import { microphoneOptions } from './support/microphone.ts';
import { expect } from './support/world.ts';

test.use({ launchOptions: microphoneOptions });

const switchHere = (page: Page) => page.getByRole('button', { name: 'Leave and join here' });

test('[CALL-200] [CALL-201] who starts a call while in another one is asked, and switches @long', async ({
  callers,
  people,
}) => {
  const cem = await people.aVerifiedUser('Cem Oz');
  const other = await people.aChat(callers.ann, cem);
  const cemsPage = await callers.at(cem, { chatId: other });
  const { annsCall, bobsCall } = await talk(callers);

  // On another device than the one with the call's window.
  const phone = await callers.at(callers.ann, { chatId: other });
  const first = await startCall(phone);
  const question = phone.getByRole('alertdialog', { name: 'You are in a call in Bob Ray' });
  await expect(question).toBeVisible();
  await expect.poll(() => first.isClosed()).toBe(true);
  await phone.emulateMedia({ reducedMotion: 'reduce' });
  expect(await violations(phone)).toEqual([]);
  await expect(ringing(cemsPage)).toBeHidden();
  await expect(annsCall.getByRole('timer')).toBeVisible();

  const opening = phone.context().waitForEvent('page');
  await switchHere(phone).click();
  const annsNext = await opening;
  for (const window of [annsCall, bobsCall]) await expect(ended(window)).toBeVisible();
  const cemsCall = await acceptCall(cemsPage);
  for (const window of [annsNext, cemsCall]) await expect(window.getByRole('timer')).toBeVisible();
});

test('[CALL-200] [CALL-201] who accepts a call while in another one is asked, and switches @long', async ({
  callers,
  people,
}) => {
  const cem = await people.aVerifiedUser('Cem Oz');
  const group = await callers.aGroupWith(cem);
  const cemsPage = await callers.at(cem, { chatId: group });
  const { annsPage, annsCall, bobsCall } = await talk(callers);
  const cemsCall = await startCall(cemsPage);
  const annsNext = await acceptCall(annsPage);
  await expect(annsNext.getByRole('heading', { name: 'You are in a call in Bob Ray' })).toBeVisible({
    timeout: 60_000,
  });
  expect(await violations(annsNext)).toEqual([]);
  await switchHere(annsNext).click();
  for (const window of [annsCall, bobsCall]) await expect(ended(window)).toBeVisible();
  for (const window of [annsNext, cemsCall]) await expect(window.getByRole('timer')).toBeVisible();
});

for (const isWithoutDirectWays of [false, true]) {
  const path = isWithoutDirectWays ? 'by the server' : 'directly';
  test(`[CALL-203] a muted person is marked where the sound goes ${path} @long`, async ({ callers }) => {
    const { annsCall, bobsCall } = await talk(callers, { isWithoutDirectWays });
    await bobsCall.getByRole('button', { name: 'Mute microphone' }).click();
    await expect(annsCall.getByText('Bob Ray is muted')).toBeAttached();
    await expect(bobsCall.getByText('Ann Lee is muted')).not.toBeAttached();
    await bobsCall.getByRole('button', { name: 'Unmute microphone' }).click();
    await expect(annsCall.getByText('Bob Ray is muted')).not.toBeAttached();
  });
}

test('[CALL-202] [CALL-205] who is called has Accept under the keyboard, and who waits sees whom they call @long', async ({
  callers,
}) => {
  const { ann, bob, at } = callers;
  const [annsPage, bobsPage] = [await at(ann), await at(bob)];
  await bobsPage.emulateMedia({ reducedMotion: 'reduce' });
  const annsCall = await startCall(annsPage);
  await expect(annsCall.getByText(/^Ringing for \d+:\d\d$/)).toBeVisible();
  await expect(annsCall.getByText('Your microphone', { exact: true })).toBeVisible();
  await annsCall.emulateMedia({ reducedMotion: 'reduce' });
  expect(await violations(annsCall)).toEqual([]);

  const accept = ringing(bobsPage).getByRole('button', { name: 'Accept' });
  await expect(accept).toBeFocused();
  expect(await violations(bobsPage)).toEqual([]);
  await ringing(bobsPage).getByRole('button', { name: 'Ignore' }).click();
  await expect(ringing(bobsPage)).toBeHidden();
  await expect(annsCall.getByText('Waiting for recipient to pick up...')).toBeVisible();
});
