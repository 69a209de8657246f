import * as contract from '@chat-app/contract';
import { describe, expect, test, vi } from 'vitest';
import { connect } from '../../../test/device.ts';
import { type Person, people } from '../../../test/people.ts';
import { useOwnTestApp } from '../../../test/test-app.ts';
import { createVapid, newVapidKey } from '../../platform/web-push/vapid.ts';
import { pushRepository } from './push.repository.ts';
import { readVapid, type SubscribedBrowser, usePushService } from './push-service.fixture.ts';

const service = usePushService();
const app = useOwnTestApp(() => ({ PUSH_ALLOW: service.host }));
const { aChat, anotherDevice, aVerifiedUser, befriend } = people(app);

async function subscribe(person: Person, browser = service.aBrowser(), hasPreview = true): Promise<SubscribedBrowser> {
  const { status } = await person.call(contract.subscribeToPush, { ...browser.subscription, hasPreview });
  expect(status).toBe(200);
  return browser;
}
const write = async (person: Person, chatId: contract.ChatId, content: string) =>
  (await person.call(contract.sendMessage, { chatId, content, type: 'text' })).body.message;
const bodies = (pushes: readonly object[]) => pushes.map((pushed) => ('body' in pushed ? pushed.body : null));

async function aPair() {
  const [ann, bob] = [await aVerifiedUser({ name: 'Ann' }), await aVerifiedUser({ name: 'Bob' })];
  return { ann, bob, chatId: await aChat(ann, bob) };
}

async function aTrio() {
  const [ann, bob] = [await aVerifiedUser({ name: 'Ann' }), await aVerifiedUser({ name: 'Bob' })];
  const cat = await aVerifiedUser({ name: 'Cat' });
  return { ann, bob, cat, chatId: await aChat(ann, bob, cat) };
}

/**
 * Messages are pushed every two seconds together with those of the other tests. Once the first has arrived, the following
 * ones have that time.
 */
async function nextBatch(author: Person, chatId: contract.ChatId, ...phones: SubscribedBrowser[]) {
  await write(author, chatId, 'first');
  for (const phone of phones) await phone.receives(1);
}

describe.concurrent('[PSH-2] a message', () => {
  test('in a group names author and group; of several, each person gets the newest by others', async () => {
    const { ann, bob, cat, chatId } = await aTrio();
    const [bobs, cats] = [await subscribe(bob), await subscribe(cat)];
    await nextBatch(ann, chatId, bobs, cats);
    await write(ann, chatId, 'one');
    await write(ann, chatId, 'two');
    await write(bob, chatId, 'three');
    expect(await cats.receives(2)).toMatchObject([{}, { title: 'Ann, Bob', body: 'Bob: three' }]);
    expect(await bobs.receives(2)).toMatchObject([{}, { title: 'Ann, Cat', body: 'Ann: two' }]);
  });

  test('that was read elsewhere, was deleted or is in a muted chat is not pushed', async () => {
    const { ann, bob, chatId: muted } = await aPair();
    const [cat, dan, eve] = [await aVerifiedUser(), await aVerifiedUser(), await aVerifiedUser({ name: 'Eve' })];
    for (const other of [cat, dan, eve]) await befriend(bob, other);
    const chatWith = async (other: Person) =>
      (await bob.call(contract.createChat, { members: [other.user.id] })).body.chatId;
    const [read, deleted, heard] = [await chatWith(cat), await chatWith(dan), await chatWith(eve)];
    const phone = await subscribe(bob);
    await bob.call(contract.muteChat, { chatId: muted, isMuted: true });
    await nextBatch(eve, heard, phone);
    await write(ann, muted, 'muted');
    await write(cat, read, 'read');
    await bob.call(contract.getMessages, { chatId: read });
    const { _id } = await write(dan, deleted, 'deleted');
    await dan.call(contract.deleteMessage, { messageId: _id });
    await write(eve, heard, 'heard');
    expect(bodies(await phone.receives(2))).toEqual(['first', 'heard']);
  });

  test('[MSG-454] with a mention is pushed to those mentioned only, also if muted and before a later message', async () => {
    const { ann, bob, cat, chatId } = await aTrio();
    const other = (await ann.call(contract.createChat, { members: [bob.user.id, cat.user.id] })).body.chatId;
    const [bobs, cats] = [await subscribe(bob), await subscribe(cat)];
    const mute = (person: Person, chat: contract.ChatId, isMuted: boolean) =>
      person.call(contract.muteChat, { chatId: chat, isMuted });
    for (const person of [bob, cat]) for (const chat of [chatId, other]) await mute(person, chat, true);
    await write(ann, chatId, `Well, ${contract.mentionToken(bob.user.id)}?`);
    await write(ann, chatId, 'Anyway');
    await write(ann, other, `${contract.mentionToken('all')}: lunch`);
    expect(bodies(await bobs.receives(2)).toSorted()).toEqual(['Ann: @all: lunch', 'Ann: Well, @Bob?']);
    expect(bodies(await cats.receives(1))).toEqual(['Ann: @all: lunch']);

    await bob.call(contract.updatePrivacy, { mentionsBreakMute: false });
    await write(ann, other, `${contract.mentionToken('all')}: dinner`);
    await mute(bob, chatId, false);
    await write(ann, chatId, 'Hello');
    expect(bodies(await cats.receives(2)).slice(1)).toEqual(['Ann: @all: dinner']);
    expect(bodies(await bobs.receives(3)).slice(2)).toEqual(['Ann: Hello']);
  });

  test('[PSH-4] reaches a device whose push service fails, and no longer one that is gone, signed out or unsubscribed', async () => {
    const { ann, bob, chatId } = await aPair();
    const [cat, left, off] = [await aVerifiedUser(), await anotherDevice(bob), await anotherDevice(bob)];
    const silent = [await subscribe(left), await subscribe(off), await subscribe(await anotherDevice(bob))];
    await left.call(contract.logout, {});
    await off.call(contract.unsubscribeFromPush, {});
    // Another person takes this one over.
    await subscribe(cat, silent[2]);
    const [gone, failing] = [await subscribe(bob), await subscribe(await anotherDevice(bob))];
    service.answer(gone, 410);
    service.answer(failing, 500);
    await write(ann, chatId, 'one');
    await Promise.all([gone.receives(1), failing.receives(1)]);
    await write(ann, chatId, 'two');
    expect(bodies(await failing.receives(2))).toEqual(['one', 'two']);
    expect(gone.deliveries()).toHaveLength(1);
    expect(silent.map((browser) => browser.pushes())).toEqual([[], [], []]);
  });

  test('is pushed, encrypted and signed, to every device where it is unread, and not to its sender; the longest fits', async () => {
    const { ann, bob, chatId } = await aPair();
    const [annsPhone, phone] = [await subscribe(ann), await subscribe(bob)];
    const withoutPreview = await subscribe(await anotherDevice(bob), service.aBrowser(), false);
    await write(ann, chatId, 'Are you there?');
    const expected = { kind: 'message', chatId, title: 'Ann', body: 'Are you there?', icon: ann.user.avatar };
    expect(await phone.receives(1)).toEqual([expected]);
    expect(await withoutPreview.receives(1)).toEqual([{ ...expected, body: 'New message' }]);
    expect(annsPhone.pushes()).toEqual([]);

    const headers = phone.deliveries()[0]?.headers;
    expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400' });
    expect(headers?.['topic']).toMatch(/^[\w-]{32}$/);
    expect(headers?.['topic']).not.toBe(withoutPreview.deliveries()[0]?.headers['topic']);
    const { publicKey, claims } = readVapid(headers?.authorization);
    expect(publicKey).toBe((await bob.call(contract.getPushKey, {})).body.publicKey);
    expect(claims).toMatchObject({ aud: service.origin, sub: expect.stringMatching(/^mailto:/) });
    expect(claims.exp * 1000).toBeGreaterThan(Date.now());

    await write(ann, chatId, '😀'.repeat(5_000));
    expect(await phone.receives(2)).toMatchObject([expected, { title: 'Ann', body: `${'😀'.repeat(299)}…` }]);
    expect(phone.deliveries()[1]?.body.length).toBeLessThan(4096);
  });
});

test('[PSH-5] a call is pushed while it rings and replaced by a missed call, but not in a muted chat', async () => {
  const { ann, bob, chatId } = await aPair();
  const eve = await aVerifiedUser({ name: 'Eve' });
  const heard = await aChat(eve, bob);
  const phone = await subscribe(bob);
  await connect(app, bob);
  // Another node may learn a moment later that Bob is online.
  await vi.waitFor(async () => expect((await ann.call(contract.startVoiceCall, { chatId })).status).toBeLessThan(300));
  expect(await phone.receives(1)).toEqual([
    { kind: 'call', chatId, title: 'Ann', body: 'is calling you', icon: ann.user.avatar },
  ]);
  expect(phone.deliveries()[0]?.headers).toMatchObject({ ttl: '45', urgency: 'high' });
  await ann.call(contract.endVoiceCall, { chatId });
  expect((await phone.receives(2))[1]).toEqual({ kind: 'callOver', chatId, title: 'Ann', isMissed: true });

  await bob.call(contract.muteChat, { chatId, isMuted: true });
  await ann.call(contract.startVoiceCall, { chatId });
  await ann.call(contract.endVoiceCall, { chatId });
  await eve.call(contract.startVoiceCall, { chatId: heard });
  expect((await phone.receives(3)).slice(2)).toMatchObject([{ kind: 'call', title: 'Eve' }]);
  await eve.call(contract.endVoiceCall, { chatId: heard });
});

test('[CALL-410] a video call is pushed as such, with its caller in a group, and is missed as such', async () => {
  const { ann, bob, chatId } = await aPair();
  const group = await aChat(await aVerifiedUser({ name: 'Eve' }), ann, bob);
  const phone = await subscribe(bob);
  await connect(app, bob);
  await vi.waitFor(async () => expect((await ann.call(contract.startVideoCall, { chatId })).status).toBe(200));
  expect((await phone.receives(1))[0]).toMatchObject({ kind: 'call', title: 'Ann', body: 'Incoming video call' });
  await ann.call(contract.endVoiceCall, { chatId });
  const over = { kind: 'callOver', isMissed: true, callKind: 'video' };
  expect((await phone.receives(2))[1]).toMatchObject({ ...over, chatId });
  await ann.call(contract.startVideoCall, { chatId: group });
  expect((await phone.receives(3))[2]).toMatchObject({ kind: 'call', body: 'Incoming video call from Ann' });
  await ann.call(contract.endVoiceCall, { chatId: group });
  expect((await phone.receives(4))[3]).toMatchObject({ ...over, chatId: group });
});

test('[PSH-1] a push endpoint is public, and has keys that can be used for encryption', async () => {
  const ann = await aVerifiedUser();
  const { endpoint: ours, keys } = service.aBrowser().subscription;
  const forbidden = `https://127.0.0.1/push https://[::1]/push https://10.0.0.1/push https://169.254.169.254/latest/meta-data
    https://localhost/push https://push.internal/push http://push.example.org/push https://push.example.org:8443/push
    https://user@push.example.org/push ftp://push.example.org/push javascript:alert(1) push`;
  const wrong: string[] = [];
  for (const endpoint of [...forbidden.split(/\s+/), '']) {
    const { status, body } = await ann.call(contract.subscribeToPush, { endpoint, keys, hasPreview: true });
    if (status !== 400 || body.message !== contract.inputTexts.pushInvalid) wrong.push(endpoint);
  }
  expect(wrong).toEqual([]);
  const bad = { ...keys, p256dh: `B${'A'.repeat(86)}` };
  expect((await ann.call(contract.subscribeToPush, { endpoint: ours, keys: bad, hasPreview: true })).status).toBe(400);
});

test('[PSH-6] the key is created once, and every node uses the first one', async () => {
  const kept = await pushRepository.ensureVapidKey(app.database.sql, newVapidKey());
  expect(await pushRepository.ensureVapidKey(app.database.sql, newVapidKey())).toBe(kept);
  const { publicKey } = createVapid({ privateKey: kept, subject: 'mailto:x@example.org' });
  expect((await (await aVerifiedUser()).call(contract.getPushKey, {})).body.publicKey).toBe(publicKey);
});
