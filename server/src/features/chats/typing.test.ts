import * as contract from '@chat-app/contract';
import type { Socket } from 'socket.io-client';
import { describe, expect, test, vi } from 'vitest';
import { connect, type Device } from '../../../test/device.ts';
import { type Person, people } from '../../../test/people.ts';
import { useOwnTestApp } from '../../../test/test-app.ts';

const app = useOwnTestApp(() => ({ RATE_LIMITS: 'on' }));
const { aChat, addMembers, anotherDevice, aVerifiedUser } = people(app);

async function aGroup() {
  const [ann, bob, cat] = [await aVerifiedUser(), await aVerifiedUser(), await aVerifiedUser()];
  return { ann, bob, cat, chatId: await aChat(ann, bob, cat) };
}

/** It may be dropped for a device that is just receiving something else. */
async function typeUntil(device: Device, chatId: contract.ChatId, isHeard: () => boolean) {
  await vi.waitUntil(
    async () => {
      await device.socket.emitWithAck('typing', chatId, true);
      return isHeard();
    },
    { interval: 300 },
  );
}

const hasHeard = (device: Device) => () => device.all('typing').length > 0;

describe('[MSG-470] somebody who is typing', () => {
  test('is shown to the other members who are online, on all their devices', async () => {
    const { ann, bob, cat, chatId } = await aGroup();
    const [anns, annsPhone] = [await connect(app, ann), await connect(app, await anotherDevice(ann))];
    const [bobs, bobsPhone, cats] = [
      await connect(app, bob),
      await connect(app, await anotherDevice(bob)),
      await connect(app, cat),
    ];
    const others = [bobs, bobsPhone, cats];
    await typeUntil(anns, chatId, () => others.every((device) => hasHeard(device)()));
    for (const device of others) expect(device.all('typing')[0]).toEqual([chatId, ann.user.id, true]);
    expect([anns.all('typing'), annsPhone.all('typing')]).toEqual([[], []]);

    await vi.waitUntil(
      async () => {
        await anns.socket.emitWithAck('typing', chatId, false);
        return cats.all('typing').some(([, , isTyping]) => !isTyping);
      },
      { interval: 300 },
    );
  });

  test('is a member: of others nothing is relayed, also not right after leaving', async () => {
    const { ann, bob, cat, chatId } = await aGroup();
    const [bobs, cats] = [await connect(app, bob), await connect(app, cat)];
    const strangers = await connect(app, await aVerifiedUser());
    expect(await strangers.socket.emitWithAck('typing', chatId, true)).toMatchObject({ ok: false, code: 'not_found' });
    await typeUntil(cats, chatId, hasHeard(bobs));
    await ann.call(contract.removeMember, { chatId, memberId: cat.user.id });
    await cats.waitFor('outChat');
    const before = bobs.all('typing').length;
    expect(await cats.socket.emitWithAck('typing', chatId, true)).toMatchObject({ ok: false, code: 'not_found' });
    expect(bobs.all('typing')).toHaveLength(before);
  });

  test('is not shown in groups above 100 members', async () => {
    const { ann, bob, chatId } = await aGroup();
    await addMembers(chatId, 97);
    const [anns, bobs] = [await connect(app, ann), await connect(app, bob)];
    await typeUntil(anns, chatId, hasHeard(bobs));
    const before = bobs.all('typing').length;
    const dan = await aVerifiedUser();
    await aChat(ann, dan);
    await ann.call(contract.addMembers, { chatId, members: [dan.user.id] });
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

  test.each([[[]], [['x', true]], [['00000000-0000-7000-8000-000000000000', 'yes']], [[null, null]], [[{}, 1]]])(
    'is not said by %j',
    async (args) => {
      const phone = await connect(app, await aVerifiedUser());
      const answer: unknown = await (phone.socket as unknown as Socket).emitWithAck('typing', ...args);
      expect(answer).toMatchObject({ ok: false, code: 'invalid_input' });
    },
  );
});

/** A message that was sent afterwards has arrived, and no typing before it. */
async function expectQuiet(device: Device, given: { ann: Person; chatId: contract.ChatId; before: number }) {
  await given.ann.call(contract.sendMessage, { chatId: given.chatId, content: 'afterwards', type: 'text' });
  await device.waitFor('newMessage', ({ content }) => content === 'afterwards');
  expect(device.all('typing')).toHaveLength(given.before);
}
