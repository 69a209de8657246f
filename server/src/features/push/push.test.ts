import {
  type ChatId,
  createChat,
  deleteMessage,
  endVoiceCall,
  getMessages,
  getPushKey,
  logout,
  mentionToken,
  muteChat,
  sendMessage,
  startVideoCall,
  startVoiceCall,
  subscribeToPush,
  unsubscribeFromPush,
  updatePrivacy,
} from '@chat-app/contract';
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
  const { status } = await person.call(subscribeToPush, { ...browser.subscription, hasPreview });
  expect(status).toBe(200);
  return browser;
}
const write = async (person: Person, chatId: ChatId, content: string) =>
  (await person.call(sendMessage, { chatId, content, type: 'text' })).body.message;
const bodies = (pushes: readonly object[]) => pushes.map((pushed) => ('body' in pushed ? pushed.body : null));

async function aPair() {
  const [ann, bob] = [await aVerifiedUser({ name: 'Ann' }), await aVerifiedUser({ name: 'Bob' })];
  return { ann, bob, chatId: await aChat(ann, bob) };
}

describe.concurrent('[PSH-2] a message', () => {
  test('is pushed, encrypted and signed, to every device where it is unread, and not to its sender', async () => {
    const { ann, bob, chatId } = await aPair();
    const [annsPhone, bobsPhone] = [await subscribe(ann), await subscribe(bob)];
    const bobsLaptop = await subscribe(await anotherDevice(bob));
    await write(ann, chatId, 'Are you there?');
    const expected = { kind: 'message', chatId, title: 'Ann', body: 'Are you there?', icon: ann.user.avatar };
    expect(await bobsPhone.receives(1)).toEqual([expected]);
    expect(await bobsLaptop.receives(1)).toEqual([expected]);
    expect(annsPhone.pushes()).toEqual([]);

    const headers = bobsPhone.deliveries()[0]?.headers;
    expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400' });
    expect(headers?.['topic']).toMatch(/^[\w-]{32}$/);
    expect(headers?.['topic']).not.toBe(bobsLaptop.deliveries()[0]?.headers['topic']);
    const { publicKey, claims } = readVapid(headers?.authorization);
    expect(publicKey).toBe((await bob.call(getPushKey, {})).body.publicKey);
    expect(claims).toMatchObject({ aud: service.origin, sub: expect.stringMatching(/^mailto:/) });
    expect(claims.exp * 1000).toBeGreaterThan(Date.now());
  });

  test('in a group names author and group; of several, each person gets the newest by others', async () => {
    const [ann, bob, cat] = [
      await aVerifiedUser({ name: 'Ann' }),
      await aVerifiedUser({ name: 'Bob' }),
      await aVerifiedUser({ name: 'Cat' }),
    ];
    const chatId = await aChat(ann, bob, cat);
    const [bobs, cats] = [await subscribe(bob), await subscribe(cat)];
    await write(ann, chatId, 'one');
    await write(ann, chatId, 'two');
    await write(bob, chatId, 'three');
    expect(await cats.receives(1)).toMatchObject([{ title: 'Ann, Bob', body: 'Bob: three' }]);
    expect(await bobs.receives(1)).toMatchObject([{ title: 'Ann, Cat', body: 'Ann: two' }]);
  });

  test('without preview contains nothing of the content', async () => {
    const { ann, bob, chatId } = await aPair();
    const phone = await subscribe(bob, service.aBrowser(), false);
    await write(ann, chatId, 'secret');
    expect(await phone.receives(1)).toMatchObject([{ title: 'Ann', body: 'New message' }]);
  });

  test('of ten thousand characters still fits', async () => {
    const { ann, bob, chatId } = await aPair();
    const phone = await subscribe(bob);
    await write(ann, chatId, '😀'.repeat(5_000));
    const [pushed] = await phone.receives(1);
    expect(pushed).toMatchObject({ body: `${'😀'.repeat(299)}…` });
    expect(phone.deliveries()[0]?.body.length).toBeLessThan(4096);
  });

  test('that was read elsewhere, was deleted or is in a muted chat is not pushed', async () => {
    const { ann, bob, chatId: muted } = await aPair();
    const [cat, dan, eve] = [await aVerifiedUser(), await aVerifiedUser(), await aVerifiedUser({ name: 'Eve' })];
    for (const other of [cat, dan, eve]) await befriend(bob, other);
    const chatWith = async (other: Person) => (await bob.call(createChat, { members: [other.user.id] })).body.chatId;
    const [read, deleted, heard] = [await chatWith(cat), await chatWith(dan), await chatWith(eve)];
    const phone = await subscribe(bob);
    await bob.call(muteChat, { chatId: muted, isMuted: true });
    await write(ann, muted, 'muted');
    await write(cat, read, 'read');
    await bob.call(getMessages, { chatId: read });
    const { _id } = await write(dan, deleted, 'deleted');
    await dan.call(deleteMessage, { messageId: _id });
    await write(eve, heard, 'heard');
    expect(bodies(await phone.receives(1))).toEqual(['heard']);
  });
});

describe.concurrent('[MSG-454] a mention', () => {
  test('is pushed with names, also in a muted chat and before a later message, to those mentioned only', async () => {
    const [ann, bob, cat] = [
      await aVerifiedUser({ name: 'Ann' }),
      await aVerifiedUser({ name: 'Bob' }),
      await aVerifiedUser({ name: 'Cat' }),
    ];
    const chatId = await aChat(ann, bob, cat);
    const [bobs, cats] = [await subscribe(bob), await subscribe(cat)];
    for (const person of [bob, cat]) await person.call(muteChat, { chatId, isMuted: true });
    await write(ann, chatId, `Well, ${mentionToken(bob.user.id)}?`);
    await write(ann, chatId, 'Anyway');
    expect(bodies(await bobs.receives(1))).toEqual(['Ann: Well, @Bob?']);
    await write(ann, chatId, `${mentionToken('all')}: lunch`);
    expect(bodies(await cats.receives(1))).toEqual(['Ann: @all: lunch']);
    expect(bodies(await bobs.receives(2))).toEqual(['Ann: Well, @Bob?', 'Ann: @all: lunch']);

    await bob.call(updatePrivacy, { mentionsBreakMute: false });
    await write(ann, chatId, `${mentionToken('all')}: dinner`);
    expect(bodies(await cats.receives(2)).slice(1)).toEqual(['Ann: @all: dinner']);
    await bob.call(muteChat, { chatId, isMuted: false });
    await write(ann, chatId, 'Hello');
    expect(bodies(await bobs.receives(3)).slice(2)).toEqual(['Ann: Hello']);
  });
});

describe.concurrent('[PSH-4] a device', () => {
  test('that is gone is removed; one whose push service fails is kept', async () => {
    const { ann, bob, chatId } = await aPair();
    const [gone, failing] = [await subscribe(bob), await subscribe(await anotherDevice(bob))];
    service.answer(gone, 410);
    service.answer(failing, 500);
    await write(ann, chatId, 'one');
    await Promise.all([gone.receives(1), failing.receives(1)]);
    await write(ann, chatId, 'two');
    expect(bodies(await failing.receives(2))).toEqual(['one', 'two']);
    expect(gone.deliveries()).toHaveLength(1);
  });

  test('that signed out, unsubscribed or was taken over by another person receives nothing', async () => {
    const { ann, bob, chatId } = await aPair();
    const [left, off, cat] = [await anotherDevice(bob), await anotherDevice(bob), await aVerifiedUser()];
    const browsers = [await subscribe(left), await subscribe(off), await subscribe(await anotherDevice(bob))];
    await left.call(logout, {});
    await off.call(unsubscribeFromPush, {});
    await subscribe(cat, browsers[2]);
    const phone = await subscribe(bob);
    await write(ann, chatId, 'hello');
    await phone.receives(1);
    expect(browsers.map((browser) => browser.pushes())).toEqual([[], [], []]);
  });
});

test('[PSH-5] a call is pushed while it rings and replaced by a missed call, but not in a muted chat', async () => {
  const { ann, bob, chatId } = await aPair();
  const eve = await aVerifiedUser({ name: 'Eve' });
  const heard = await aChat(eve, bob);
  const phone = await subscribe(bob);
  await connect(app, bob);
  // Another node may learn a moment later that Bob is online.
  await vi.waitFor(async () => expect((await ann.call(startVoiceCall, { chatId })).status).toBeLessThan(300));
  expect(await phone.receives(1)).toEqual([
    { kind: 'call', chatId, title: 'Ann', body: 'is calling you', icon: ann.user.avatar },
  ]);
  expect(phone.deliveries()[0]?.headers).toMatchObject({ ttl: '45', urgency: 'high' });
  await ann.call(endVoiceCall, { chatId });
  expect((await phone.receives(2))[1]).toEqual({ kind: 'callOver', chatId, title: 'Ann', isMissed: true });

  await bob.call(muteChat, { chatId, isMuted: true });
  await ann.call(startVoiceCall, { chatId });
  await ann.call(endVoiceCall, { chatId });
  await write(eve, heard, 'heard');
  expect(bodies(await phone.receives(3)).slice(2)).toEqual(['heard']);
});

test('[CALL-410] a video call is pushed as such, with its caller in a group, and is missed as such', async () => {
  const { ann, bob, chatId } = await aPair();
  const group = await aChat(await aVerifiedUser({ name: 'Eve' }), ann, bob);
  const phone = await subscribe(bob);
  await connect(app, bob);
  await vi.waitFor(async () => expect((await ann.call(startVideoCall, { chatId })).status).toBe(200));
  expect((await phone.receives(1))[0]).toMatchObject({ kind: 'call', title: 'Ann', body: 'Incoming video call' });
  await ann.call(endVoiceCall, { chatId });
  const over = { kind: 'callOver', isMissed: true, callKind: 'video' };
  expect((await phone.receives(2))[1]).toMatchObject({ ...over, chatId });
  await ann.call(startVideoCall, { chatId: group });
  expect((await phone.receives(3))[2]).toMatchObject({ kind: 'call', body: 'Incoming video call from Ann' });
  await ann.call(endVoiceCall, { chatId: group });
  expect((await phone.receives(4))[3]).toMatchObject({ ...over, chatId: group });
});

describe('[PSH-1] a push endpoint', () => {
  test.each([
    'https://127.0.0.1/push',
    'https://[::1]/push',
    'https://10.0.0.1/push',
    'https://169.254.169.254/latest/meta-data',
    'https://localhost/push',
    'https://push.internal/push',
    'http://push.example.org/push',
    'https://push.example.org:8443/push',
    'https://user@push.example.org/push',
    'ftp://push.example.org/push',
    'javascript:alert(1)',
    'push',
    '',
  ])('is not %s', async (endpoint) => {
    const ann = await person();
    const { keys } = service.aBrowser().subscription;
    expect(await ann.call(subscribeToPush, { endpoint, keys, hasPreview: true })).toMatchObject({
      status: 400,
      body: { message: 'Notifications cannot be sent to this browser' },
    });
  });

  test('must have keys that can be used for encryption', async () => {
    const ann = await person();
    const { endpoint, keys } = service.aBrowser().subscription;
    const bad = { ...keys, p256dh: `B${'A'.repeat(86)}` };
    expect((await ann.call(subscribeToPush, { endpoint, keys: bad, hasPreview: true })).status).toBe(400);
  });

  let known: Promise<Person> | null = null;
  const person = () => (known ??= aVerifiedUser());
});

test('[PSH-6] the key is created once, and every node uses the first one', async () => {
  const kept = await pushRepository.ensureVapidKey(app.database.sql, newVapidKey());
  expect(await pushRepository.ensureVapidKey(app.database.sql, newVapidKey())).toBe(kept);
  const { publicKey } = createVapid({ privateKey: kept, subject: 'mailto:x@example.org' });
  expect((await (await aVerifiedUser()).call(getPushKey, {})).body.publicKey).toBe(publicKey);
});
