import * as contract from '@chat-app/contract';
import { describe, expect, test, vi } from 'vitest';
import { connect, type Device } from '../../../test/device.ts';
import { people } from '../../../test/people.ts';
import { useTestApp } from '../../../test/test-app.ts';

const app = useTestApp();
const { aChat, anotherDevice, aVerifiedUser, befriend } = people(app);

const allOn = { sendsReceipts: true, sharesPresence: true, isFindable: true, mentionsBreakMute: true };

describe('[AUTH-300] privacy settings', () => {
  test('are on at first, and a change keeps what it leaves out, also when nothing in it is valid, or all change at once', async () => {
    const ann = await aVerifiedUser();
    expect(ann.user).toMatchObject(allOn);
    const first = await ann.call(contract.updatePrivacy, { isFindable: false, sendsReceipts: false });
    expect(first).toMatchObject({ status: 200, body: { user: { ...allOn, isFindable: false, sendsReceipts: false } } });
    await ann.call(contract.updatePrivacy, { sendsReceipts: true, mentionsBreakMute: false });
    const expected = { ...ann.user, isFindable: false, mentionsBreakMute: false };
    expect((await ann.call(contract.updatePrivacy, {})).body.user).toEqual(expected);
    for (const wrong of [{ sendsReceipts: 'no' }, { sharesPresence: 0 }, { isFindable: null }, { isFindable: {} }]) {
      const body = { mentionsBreakMute: true, ...wrong };
      expect([wrong, (await ann.send('PUT', contract.updatePrivacy.path, { body })).status]).toEqual([wrong, 400]);
    }
    expect((await ann.call(contract.getSession, {})).body.user).toEqual(expected);
    const changes = [
      { sendsReceipts: false },
      { sharesPresence: false },
      { isFindable: true },
      { mentionsBreakMute: true },
    ];
    await Promise.all(changes.map((change) => ann.call(contract.updatePrivacy, change)));
    expect((await ann.call(contract.getSession, {})).body.user).toMatchObject(Object.assign({}, ...changes));
  });

  test('reach the other devices of the user if they change, and nobody else', async () => {
    const [ann, bob] = [await aVerifiedUser(), await aVerifiedUser()];
    await befriend(ann, bob);
    const phone = await connect(app, await anotherDevice(ann));
    const bobs = await connect(app, bob);
    await ann.call(contract.updatePrivacy, { isFindable: true });
    await ann.call(contract.updatePrivacy, {});
    await ann.call(contract.updatePrivacy, { mentionsBreakMute: false });
    await phone.waitFor('privacyUpdated');
    expect(phone.all('privacyUpdated')).toEqual([[{ ...allOn, mentionsBreakMute: false }]]);
    const seen = (await bob.call(contract.getUser, { id: ann.user.id })).body.user;
    expect(Object.keys(seen).filter((key) => key in allOn)).toEqual([]);
    await bobs.settle();
    expect(bobs.all('privacyUpdated')).toEqual([]);
  });
});

const onlineOn = (device: Device) => device.all('getOnlineUsers').at(-1)?.[0];
const waitForOnline = (device: Device, ids: string[]) =>
  vi.waitFor(() => expect(onlineOn(device)?.toSorted()).toEqual(ids.toSorted()), { interval: 20 });

test('[AUTH-301] a user who shares no presence is offline for everybody at once, also when connecting again, sees nobody, and returns with the setting', async () => {
  const [ann, bob, cat] = [await aVerifiedUser(), await aVerifiedUser(), await aVerifiedUser()];
  const chatId = await aChat(ann, bob, cat);
  const [anns, bobs, cats] = [await connect(app, ann), await connect(app, bob), await connect(app, cat)];
  await waitForOnline(anns, [bob.user.id, cat.user.id]);
  expect((await ann.call(contract.updatePrivacy, { sharesPresence: false })).status).toBe(200);
  await waitForOnline(anns, []);
  await waitForOnline(bobs, [cat.user.id]);
  await waitForOnline(cats, [bob.user.id]);

  await waitForOnline(await connect(app, await anotherDevice(ann)), []);
  await waitForOnline(await connect(app, await anotherDevice(bob)), [cat.user.id]);
  // Reachable all the same: a call is answered or not.
  expect((await bob.call(contract.startVoiceCall, { chatId })).status).toBe(200);
  await anns.waitFor('voiceCallStart');

  await ann.call(contract.updatePrivacy, { sharesPresence: true });
  await waitForOnline(anns, [bob.user.id, cat.user.id]);
  await waitForOnline(bobs, [ann.user.id, cat.user.id]);
});

test('[AUTH-302] a user who is not findable is found by the exact address only', async () => {
  const [ann, bob] = [await aVerifiedUser({ name: 'Quirin Hidden' }), await aVerifiedUser()];
  const byName = async () => (await bob.call(contract.searchForFriends, { search: 'quirin hid' })).body.data;
  const byEmail = async (email: string) => (await bob.call(contract.searchByEmail, { email })).body.data;
  expect((await byName()).map(({ _id }) => _id)).toEqual([ann.user.id]);
  await ann.call(contract.updatePrivacy, { isFindable: false });
  expect(await byName()).toEqual([]);
  expect((await byEmail(ann.email)).map(({ _id }) => _id)).toEqual([ann.user.id]);
  expect(await byEmail(ann.email.replace('person', 'perso'))).toEqual([]);
  await ann.call(contract.updatePrivacy, { isFindable: true });
  expect(await byName()).toHaveLength(1);
});
