import { addMembers, createChat, getMessages, removeMember } from '@chat-app/contract';
import type { Page } from '@playwright/test';
import { violations } from './support/accessibility.ts';
import {
  acceptCall,
  blockSound,
  ended,
  expectSilence,
  expectTone,
  listenIn,
  ringing,
  speakersOf,
  startCall,
  withoutDirectWays,
  withoutEncoder,
} from './support/calls.ts';
import { cutOff } from './support/layout.ts';
import { microphoneOptions } from './support/microphone.ts';
import type { Person } from './support/people.ts';
import { expect, test as base } from './support/world.ts';

base.use({ launchOptions: microphoneOptions });

interface AtOptions {
  isWithoutDirectWays?: boolean;
  chatId?: string;
}

interface Callers {
  ann: Person;
  bob: Person;
  chatId: string;
  /** A group of Ann's with Bob and somebody else. */
  aGroupWith: (person: Person) => Promise<string>;
  /** Somebody at the chat, in a browser whose call windows are listened to. */
  at: (person: Person, options?: AtOptions) => Promise<Page>;
}

const test = base.extend<{ callers: Callers }>({
  callers: async ({ people, openAs }, use) => {
    const [ann, bob] = [await people.aVerifiedUser('Ann Lee'), await people.aVerifiedUser('Bob Ray')];
    const chatId = await people.aChat(ann, bob);
    const at = async (person: Person, options: AtOptions = {}) => {
      const page = await openAs(person, `/chat/${options.chatId ?? chatId}`);
      await listenIn(page.context());
      if (options.isWithoutDirectWays) await withoutDirectWays(page.context());
      return page;
    };
    const aGroupWith = async (person: Person) => {
      await people.befriend(ann, person);
      const [owner, ...others] = await Promise.all([ann, bob, person].map((one) => people.acting(one)));
      if (!owner) throw new Error('nobody');
      return (await owner.call(createChat, { members: others.map(({ id }) => id) })).chatId;
    };
    await use({ ann, bob, chatId, at, aGroupWith });
  },
});

async function talk({ ann, bob, at }: Callers, options?: AtOptions) {
  const [annsPage, bobsPage] = [await at(ann, options), await at(bob, options)];
  const annsCall = await startCall(annsPage);
  const bobsCall = await acceptCall(bobsPage);
  await expect(bobsCall.getByRole('timer')).toBeVisible();
  await expect(annsCall.getByRole('timer')).toBeVisible();
  return { annsPage, bobsPage, annsCall, bobsCall };
}

const joinButton = (page: Page) => page.getByRole('button', { name: 'Join voice call' });
const callButton = (page: Page) => page.getByRole('button', { name: 'Voice call', exact: true });
const microphonePicker = (page: Page) => page.getByRole('combobox', { name: 'Microphone' });
const toast = (page: Page, text: string) => page.getByRole('region', { name: 'Notifications' }).getByText(text);

test('[CALL-40] two people hear each other directly, until one hangs up', async ({ callers }) => {
  const { annsPage, bobsPage, annsCall, bobsCall } = await talk(callers);
  await expect(annsCall.getByText(/^Direct/)).toBeVisible();
  await expect(bobsCall.getByText(/^Direct · (?:<1|\d+) ms/)).toBeVisible();
  await expect(microphonePicker(annsCall)).toHaveText(/Fake/);
  await expectTone(annsCall);
  await expectTone(bobsCall);
  await expect(annsCall.getByText('Bob Ray is speaking')).toBeAttached();
  await expect(joinButton(bobsPage)).toBeVisible();

  const closing = annsCall.waitForEvent('close');
  await annsCall.getByRole('button', { name: 'Hang up' }).click();
  await expect(ended(annsCall)).toBeVisible();
  await expect(ended(bobsCall)).toBeVisible();
  await closing;
  await expect(annsPage.getByText(/^Voice call ended, \d+ s$/).first()).toBeVisible();
  await expect(callButton(bobsPage)).toBeVisible();
});

test('[CALL-41] where there is no direct way the server carries the sound, both ways', async ({ callers }) => {
  const { annsCall, bobsCall } = await talk(callers, { isWithoutDirectWays: true });
  await expect(annsCall.getByText('Via server')).toBeVisible();
  await expect(bobsCall.getByText('Via server')).toBeVisible();
  await expectTone(annsCall);
  await expectTone(bobsCall);
});

test('[CALL-41] a browser without an encoder records instead @long', async ({ callers }) => {
  const { ann, bob, at } = callers;
  const [annsPage, bobsPage] = [await at(ann, { isWithoutDirectWays: true }), await at(bob)];
  for (const page of [annsPage, bobsPage]) await withoutEncoder(page.context());
  const annsCall = await startCall(annsPage);
  const bobsCall = await acceptCall(bobsPage);
  await expectTone(annsCall);
  await expectTone(bobsCall);
});

test('[CALL-41] one who can and one who cannot hear each other all the same @long', async ({ callers }) => {
  const { ann, bob, at } = callers;
  const [annsPage, bobsPage] = [await at(ann, { isWithoutDirectWays: true }), await at(bob)];
  const annsCall = await startCall(annsPage);
  const bobsCall = await acceptCall(bobsPage);
  await expectTone(annsCall);
  await expectTone(bobsCall);
  await expect(bobsCall.getByText('Via server')).toBeVisible();
});

for (const isWithoutDirectWays of [false, true]) {
  const way = isWithoutDirectWays ? 'by the server' : 'directly';
  test(`[CALL-42] what is muted is not sent ${way}; Space lets one be heard while it is held${isWithoutDirectWays ? ' @long' : ''}`, async ({
    callers,
  }) => {
    const { annsCall, bobsCall } = await talk(callers, { isWithoutDirectWays });
    await expectTone(bobsCall);
    await annsCall.getByRole('button', { name: 'Mute microphone' }).click();
    await expect(annsCall.getByRole('button', { name: 'Unmute microphone' })).toHaveAttribute('aria-pressed', 'true');
    await expectSilence(bobsCall);
    await expect(bobsCall.getByText('Ann Lee is speaking')).toBeHidden();
    await expectTone(annsCall);

    // What was used last keeps the focus, and Space is for talking all the same.
    for (const used of [annsCall.getByLabel('Volume of Bob Ray'), microphonePicker(annsCall)]) {
      await used.focus();
      await annsCall.keyboard.down('Space');
      await expectTone(bobsCall);
      await annsCall.keyboard.up('Space');
      await expectSilence(bobsCall);
    }
    await annsCall.getByRole('button', { name: 'Unmute microphone' }).click();
    await expectTone(bobsCall);
  });
}

test('[CALL-43] the speaker can be muted and each person made softer, for oneself alone @long', async ({ callers }) => {
  const { annsCall, bobsCall } = await talk(callers);
  await expectTone(bobsCall);
  await bobsCall.getByRole('button', { name: 'Mute speaker' }).press('Enter');
  await expectSilence(bobsCall);
  await bobsCall.getByRole('button', { name: 'Unmute speaker' }).press(' ');
  await expectTone(bobsCall);
  await bobsCall.getByLabel('Volume of Ann Lee').fill('0');
  await expectSilence(bobsCall);
  await expectTone(annsCall);
});

test('[CALL-44] a call that is turned down is over, and one that is taken back was missed', async ({ callers }) => {
  const { ann, bob, at } = callers;
  const [annsPage, bobsPage] = [await at(ann), await at(bob)];
  const first = await startCall(annsPage);
  await expect(first.getByText('Waiting for recipient to pick up...')).toBeVisible();
  await expect(ringing(bobsPage)).toBeVisible();
  await expect.poll(() => bobsPage.title()).toBe('Ann Lee is calling');
  await bobsPage.mouse.click(5, 5);
  await ringing(bobsPage).getByRole('button', { name: 'Reject' }).click();
  await expect(ended(first)).toBeVisible();
  await expect(ringing(bobsPage)).toBeHidden();
  await expect.poll(() => bobsPage.title()).not.toBe('Ann Lee is calling');
  await first.close();

  const second = await startCall(annsPage);
  await expect(ringing(bobsPage)).toBeVisible();
  await second.getByRole('button', { name: 'Hang up' }).click();
  await expect(ringing(bobsPage)).toBeHidden();
  await expect(bobsPage.getByText('Missed voice call').first()).toBeVisible();
});

test('[CALL-45] somebody who talks elsewhere is busy @long', async ({ callers, people }) => {
  const cem = await people.aVerifiedUser('Cem Oz');
  const other = await people.aChat(cem, callers.bob);
  const { bobsCall } = await talk(callers);
  const cemsPage = await callers.at(cem, { chatId: other });
  const cemsCall = await startCall(cemsPage);
  await expect(toast(cemsPage, 'The other side is in another call')).toBeVisible();
  await expect.poll(() => cemsCall.isClosed()).toBe(true);
  await expect(bobsCall.getByRole('timer')).toBeVisible();
});

test('[CALL-46] all devices ring, the one that answers stops the others, and a later one takes the call over @long', async ({
  callers,
}) => {
  const { ann, bob, at } = callers;
  const [annsPage, laptop, phone] = [await at(ann), await at(bob), await at(bob)];
  await expect(callButton(phone)).toBeVisible();
  const annsCall = await startCall(annsPage);
  await expect(ringing(phone)).toBeVisible();
  const laptopsCall = await acceptCall(laptop);
  await expect(laptopsCall.getByRole('timer')).toBeVisible();
  await expect(ringing(phone)).toBeHidden();

  const opening = phone.context().waitForEvent('page');
  await joinButton(phone).click();
  const phonesCall = await opening;
  await expect(ended(laptopsCall)).toBeVisible();
  await expect(laptopsCall.getByText('You joined the call on another device.')).toBeVisible();
  await expectTone(phonesCall);
  await expectTone(annsCall);
  for (const call of [phonesCall, annsCall]) await expect(call.getByText(/^Direct/)).toBeVisible();
});

test('[CALL-47] closing the window leaves the call', async ({ callers }) => {
  const { annsPage, annsCall, bobsCall } = await talk(callers);
  await bobsCall.close();
  await expect(ended(annsCall)).toBeVisible();
  await expect(callButton(annsPage)).toBeVisible();
});

test('[CALL-48] three talk, each by the way there is; the call goes on until the last one leaves', async ({
  callers,
  people,
}) => {
  const { ann, bob, at } = callers;
  const cid = await people.aVerifiedUser('Cid Fox');
  const chatId = await callers.aGroupWith(cid);
  const pages = [
    await at(ann, { chatId }),
    await at(bob, { chatId }),
    await at(cid, { chatId, isWithoutDirectWays: true }),
  ];
  const [annsPage, bobsPage, cidsPage] = pages as [Page, Page, Page];
  // Whoever comes later finds the button, but is not rung.
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

  // Both others are heard on their own: each alone carries the tone when the other one is turned off.
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

test('[CALL-48] a call of two whose chat becomes a group shows everybody, in the same window @long', async ({
  callers,
  people,
}) => {
  const { ann, chatId, at } = callers;
  const cid = await people.aVerifiedUser('Cid Fox');
  await people.befriend(ann, cid);
  const { annsCall, bobsCall } = await talk(callers);
  await annsCall.getByLabel('Volume of Bob Ray').fill('0');
  await expectSilence(annsCall);
  const [owner, third] = [await people.acting(ann), await people.acting(cid)];
  await owner.call(addMembers, { chatId, members: [third.id] });
  const cidsPage = await at(cid);
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

test('[CALL-49] who is removed from the group loses the call @long', async ({ callers, people }) => {
  const { ann, bob, at } = callers;
  const cid = await people.aVerifiedUser('Cid Fox');
  const chatId = await callers.aGroupWith(cid);
  const [annsPage, bobsPage] = [await at(ann, { chatId }), await at(bob, { chatId })];
  const annsCall = await startCall(annsPage);
  const bobsCall = await acceptCall(bobsPage);
  await expectTone(annsCall);
  const acting = await people.acting(ann);
  await acting.call(removeMember, { chatId, memberId: (await people.acting(bob)).id });
  await expect(ended(bobsCall)).toBeVisible();
  await expect(bobsCall.getByText('You are no longer in this chat.')).toBeVisible();
  await expect(annsCall.getByText('Waiting for other user to join...')).toBeVisible();
  await expectSilence(annsCall);
});

test('[CALL-50] a call outlives the server: direct sound goes on, and afterwards everybody sits as before @long', async ({
  callers,
  world,
}) => {
  const { annsPage, annsCall, bobsCall } = await talk(callers);
  await expect(annsCall.getByText(/^Direct/)).toBeVisible();
  await world.server.kill();
  for (const call of [annsCall, bobsCall]) await expect(call.getByText('Reconnecting...')).toBeVisible();
  await expectTone(annsCall);
  await expectTone(bobsCall);
  await world.server.startAgain();
  for (const call of [annsCall, bobsCall]) await expect(call.getByRole('timer')).toBeVisible({ timeout: 40_000 });
  for (const call of [annsCall, bobsCall]) await expect(call.getByText(/^Direct/)).toBeVisible();
  await expectTone(annsCall);
  await bobsCall.getByRole('button', { name: 'Hang up' }).click();
  await expect(ended(annsCall)).toBeVisible();
  // The page outside the call is in no such hurry to come back by itself.
  await annsPage.reload();
  await expect(callButton(annsPage)).toBeVisible();
});

test('[CALL-50] sound that the server carries comes back with it @long', async ({ callers, world }) => {
  const { annsCall, bobsCall } = await talk(callers, { isWithoutDirectWays: true });
  await expectTone(bobsCall);
  await world.server.kill();
  await expect(bobsCall.getByText('Reconnecting...')).toBeVisible();
  await expectSilence(bobsCall);
  await world.server.startAgain();
  await expect(annsCall.getByRole('timer')).toBeVisible({ timeout: 40_000 });
  await expect(bobsCall.getByRole('timer')).toBeVisible({ timeout: 40_000 });
  await expectTone(bobsCall);
  await expectTone(annsCall);
});

test('[CALL-51] without a microphone one can listen, and try again @long', async ({ callers }) => {
  const { ann, bob, at } = callers;
  const [annsPage, bobsPage] = [await at(ann), await at(bob)];
  await bobsPage.context().addInitScript(() => {
    const devices = navigator.mediaDevices;
    const open = devices.getUserMedia.bind(devices);
    Object.assign(window, { fault: 'NotAllowedError' });
    devices.getUserMedia = async (wish) => {
      const { fault } = window as unknown as { fault: string | null };
      if (fault !== null) throw new DOMException('', fault);
      const stream = await open(wish);
      Object.assign(window, { microphone: stream.getAudioTracks()[0] });
      return stream;
    };
  });
  const annsCall = await startCall(annsPage);
  const bobsCall = await acceptCall(bobsPage);
  await expect(toast(bobsCall, 'Failed to connect audio')).toBeVisible();
  await expect(bobsCall.getByText(/^Your microphone is blocked/)).toBeVisible();
  await expectTone(bobsCall);
  await expectSilence(annsCall);

  await bobsCall.evaluate(() => Object.assign(window, { fault: null }));
  await bobsCall.getByRole('button', { name: 'Try again' }).click();
  await expectTone(annsCall);

  // Pulled out, and no other one there.
  await bobsCall.evaluate(() => {
    const { microphone } = window as unknown as { microphone: MediaStreamTrack };
    Object.assign(window, { fault: 'NotFoundError' });
    microphone.stop();
    microphone.dispatchEvent(new Event('ended'));
  });
  await expect(bobsCall.getByText(/^Your microphone was disconnected/)).toBeVisible();
  await expectSilence(annsCall);
  await expectTone(bobsCall);
});

test('[CALL-52] another microphone and another speaker can be chosen while one talks @long', async ({ callers }) => {
  const { annsCall, bobsCall } = await talk(callers);
  const speakerPicker = annsCall.getByRole('combobox', { name: 'Speaker' });
  for (const picker of [microphonePicker(annsCall), speakerPicker]) {
    const chosen = picker.locator('option:checked');
    const before = await chosen.innerText();
    const other = (await picker.locator('option').allInnerTexts()).find((name) => name !== before) ?? '';
    expect(other).not.toBe('');
    await picker.selectOption({ label: other });
    await expect(chosen).toHaveText(other);
    await expectTone(bobsCall);
  }
  // Not only the list says so.
  const speakerId = await speakerPicker.inputValue();
  await expect.poll(() => speakersOf(annsCall)).toContain(speakerId);
  await expectTone(annsCall);
});

test('[CALL-53] a browser that blocks sound is said to, and a click lets it be heard @long', async ({ callers }) => {
  const { ann, bob, at } = callers;
  const [annsPage, bobsPage] = [await at(ann), await at(bob)];
  await blockSound(bobsPage.context());
  await startCall(annsPage);
  const bobsCall = await acceptCall(bobsPage);
  await expect(bobsCall.getByText('Unable to play audio. Please check your browser settings.')).toBeVisible();
  await bobsCall.getByRole('button', { name: 'Enable sound' }).click();
  await expectTone(bobsCall);
  await expect(bobsCall.getByText('Unable to play audio. Please check your browser settings.')).toBeHidden();
});

test('[CALL-54] a window for a call that is none says that it is over @long', async ({ callers, people }) => {
  const { ann, chatId, at } = callers;
  const page = await at(ann);
  const call = await page.context().newPage();
  await call.goto(`/voice-call/${chatId}`);
  await expect(ended(call)).toBeVisible();
  await expect(call.getByText('There is no such call')).toBeVisible();
  await call.goto('/voice-call/nonsense');
  await expect(ended(call)).toBeVisible();
  const { data } = await (await people.acting(ann)).call(getMessages, { chatId });
  expect(data).toEqual([]);
});

test('[UI-10] [UI-54] [UI-56] no screen of a call has an accessibility fault, and each fits a phone and 200 %', async ({
  callers,
  people,
}) => {
  const { ann, bob, at } = callers;
  const cid = await people.aVerifiedUser('Cid Fox');
  const groupId = await callers.aGroupWith(cid);
  for (const chatId of [callers.chatId, groupId]) {
    const [annsPage, bobsPage] = [await at(ann, { chatId }), await at(bob, { chatId })];
    await expect(callButton(bobsPage)).toBeVisible();
    const annsCall = await startCall(annsPage);
    await expect(annsCall.getByText(/^Waiting for/)).toBeVisible();
    expect(await violations(annsCall)).toEqual([]);
    await expect(ringing(bobsPage)).toBeVisible();
    // What rings moves all the time.
    await bobsPage.emulateMedia({ reducedMotion: 'reduce' });
    expect(await violations(bobsPage)).toEqual([]);
    const bobsCall = await acceptCall(bobsPage);
    await expect(bobsCall.getByText(/^Direct ·/)).toBeVisible();
    expect(await violations(bobsCall)).toEqual([]);
    // Whoever sees no clock hears that it runs.
    await expect(bobsCall.getByRole('status').filter({ hasText: 'Connected' })).toBeAttached();
    for (const size of [
      { width: 640, height: 450 },
      { width: 320, height: 640 },
    ]) {
      await bobsCall.setViewportSize(size);
      await expect.poll(() => cutOff(bobsCall)).toEqual([]);
    }
    await bobsCall.getByRole('button', { name: 'Hang up' }).press('Enter');
    await expect(ended(bobsCall)).toBeFocused();
    expect(await violations(bobsCall)).toEqual([]);
    await annsPage.context().close();
    await bobsPage.context().close();
  }
});
