import * as contract from '@chat-app/contract';
import { describe, expect, test, vi } from 'vitest';
import { connect, type Device } from '../../../test/device.ts';
import type { Person } from '../../../test/people.ts';
import { useOwnTestApp } from '../../../test/test-app.ts';
import { addTo, chats, removeFrom, say } from '../../../test/chats.ts';

const app = useOwnTestApp(() => ({ RATE_LIMITS: 'on' }));
const { addMembers, aGroup, anotherDevice, befriend, users } = chats(app);

/** It may be dropped for a device that is just receiving something else. */
async function typeUntil(device: Device, chatId: contract.ChatId, isHeard: () => boolean, isTyping = true) {
  await vi.waitUntil(
    async () => {
      await device.socket.emitWithAck('typing', chatId, isTyping);
      return isHeard();
    },
    { interval: 300 },
  );
}

const hasHeard = (device: Device) => () => device.all('typing').length > 0;

describe('[MSG-470] somebody who is typing', () => {
  test('is shown to the other members who are online, on all their devices', async () => {
    const { ann, bob, cat, chatId } = await aGroup();
    const own = [await connect(app, ann), await connect(app, await anotherDevice(ann))] as const;
    const others = [await connect(app, bob), await connect(app, await anotherDevice(bob)), await connect(app, cat)];
    await typeUntil(own[0], chatId, () => others.every((device) => hasHeard(device)()));
    for (const device of others) expect(device.all('typing')[0]).toEqual([chatId, ann.user.id, true]);
    const hasHeardTheEnd = (device: Device) => device.all('typing').some(([, , isTyping]) => !isTyping);
    await typeUntil(own[0], chatId, () => others.every(hasHeardTheEnd), false);
    expect(own.map((device) => device.all('typing'))).toEqual([[], []]);
  });

  test('is a member: of others nothing is relayed, also not right after leaving', async () => {
    const { ann, bob, cat, chatId } = await aGroup();
    const [bobs, cats] = [await connect(app, bob), await connect(app, cat)];
    await typeUntil(cats, chatId, hasHeard(bobs));
    await removeFrom(chatId, ann, cat);
    await cats.waitFor('outChat');
    const before = bobs.all('typing').length;
    expect(await cats.socket.emitWithAck('typing', chatId, true)).toMatchObject({ ok: false, code: 'not_found' });
    await expectQuiet(bobs, { ann, chatId, before });
  });

  test('is not shown in groups above 100 members', async () => {
    const { ann, bob, chatId } = await aGroup();
    await addMembers(chatId, 97);
    const [anns, bobs] = [await connect(app, ann), await connect(app, bob)];
    await typeUntil(anns, chatId, hasHeard(bobs));
    const before = bobs.all('typing').length;
    const [dan] = await users('Dan');
    await befriend(ann, dan);
    await addTo(chatId, ann, dan);
    await bobs.waitFor('updateChat');
    expect(await anns.socket.emitWithAck('typing', chatId, true)).toEqual({ ok: true });
    await expectQuiet(bobs, { ann, chatId, before });
  });

  test('is not shown where presence is not, in either direction', async () => {
    const { ann, bob, cat, chatId } = await aGroup();
    const [anns, bobs, cats] = [await connect(app, ann), await connect(app, bob), await connect(app, cat)];
    await typeUntil(anns, chatId, hasHeard(bobs));
    await bob.call(contract.updatePrivacy, { sharesPresence: false });
    await bobs.waitFor('privacyUpdated');
    const [bobBefore, catBefore] = [bobs.all('typing').length, cats.all('typing').length];
    await typeUntil(anns, chatId, () => cats.all('typing').length > catBefore);
    await expectQuiet(bobs, { ann, chatId, before: bobBefore });
    await bobs.socket.emitWithAck('typing', chatId, true);
    expect(cats.all('typing').filter(([, userId]) => userId === bob.user.id)).toEqual([]);
  });

  test('too often is limited by itself: other events and members are not disturbed', async () => {
    const { ann, bob, chatId } = await aGroup();
    const [anns, bobs] = [await connect(app, ann), await connect(app, bob)];
    for (let count = 0; count < 500; count += 1) anns.socket.emit('typing', chatId, true);
    await anns.waitFor('errorMessage', (event, _, { code }) => event === 'typing' && code === 'rate_limited');
    expect(await anns.socket.emitWithAck('chatRead', chatId, 1)).toEqual({ ok: true });
    expect(bobs.all('typing').length).toBeLessThan(100);
    expect(anns.socket.connected).toBe(true);
  });
});

/** A message that was sent afterwards has arrived, and no typing before it. */
async function expectQuiet(device: Device, given: { ann: Person; chatId: contract.ChatId; before: number }) {
  await say(given.ann, given.chatId, 'afterwards');
  await device.waitFor('newMessage', ({ content }) => content === 'afterwards');
  expect(device.all('typing')).toHaveLength(given.before);
}
