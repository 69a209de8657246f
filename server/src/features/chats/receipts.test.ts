import * as contract from '@chat-app/contract';
import { describe, expect, test } from 'vitest';
import { connect, type Device } from '../../../test/device.ts';
import type { Person } from '../../../test/people.ts';
import { useTestApp } from '../../../test/test-app.ts';
import { chatAmong, chats, pageOf, removeFrom, say } from '../../../test/chats.ts';

const app = useTestApp();
const { addMembers, aGroup, anotherDevice, aPair } = chats(app);

const read = async (device: Device, chatId: contract.ChatId, seq: number) =>
  expect(await device.socket.emitWithAck('chatRead', chatId, seq)).toEqual({ ok: true });
const readsOf = async (person: Person, chatId: contract.ChatId) =>
  (await person.call(contract.getReads, { chatId })).body.data;
const readersOf = async (person: Person, chatId: contract.ChatId) =>
  (await readsOf(person, chatId)).map(({ userId }) => userId);
const receiptsOn = (device: Device) => device.all('chatRead').filter(([, , userId]) => userId !== undefined);
const readersOn = (device: Device) => receiptsOn(device).map(([, , userId]) => userId);

describe('[MSG-473] how far the other members have read', () => {
  test('[CHT-25] is listed with the time of the first reading, without oneself and those who have read nothing or left', async () => {
    const { ann, bob, cat, chatId } = await aGroup();
    const { seq, createdAt } = await say(ann, chatId);
    expect(await readsOf(ann, chatId)).toEqual([]);
    const bobs = await connect(app, bob);
    await read(bobs, chatId, seq);
    await pageOf(cat, chatId);
    const reads = await readsOf(ann, chatId);
    await read(bobs, chatId, seq);
    await pageOf(bob, chatId);
    expect(await readsOf(ann, chatId)).toEqual(reads);
    expect(reads.map(({ userId }) => userId)).toEqual([bob.user.id, cat.user.id].toSorted());
    for (const { at, ...rest } of reads) {
      expect(rest.seq).toBe(seq);
      expect(new Date(at ?? 0).getTime()).toBeGreaterThanOrEqual(new Date(createdAt).getTime());
    }
    expect(await readersOf(bob, chatId)).toEqual([cat.user.id]);
    // As what was read before times were kept.
    await app.database.sql`update chat_members set read_at = null where chat_id = ${chatId}`;
    await removeFrom(chatId, ann, cat);
    expect(await readsOf(ann, chatId)).toEqual([{ userId: bob.user.id, seq, at: null }]);
  });

  test('is an empty list in groups above 100 members', async () => {
    const { ann, bob, chatId } = await aGroup();
    await pageOf(bob, chatId);
    await addMembers(chatId, 97);
    expect(await readersOf(ann, chatId)).toEqual([bob.user.id]);
    await addMembers(chatId, 1);
    expect(await readersOf(ann, chatId)).toEqual([]);
  });
});

describe('[MSG-474] a read position', () => {
  test("is sent to the other members with the reader's id, and to the reader's own devices without it", async () => {
    const { ann, bob, cat, chatId } = await aGroup();
    const { seq } = await say(ann, chatId);
    const [anns, bobs, cats] = [await connect(app, ann), await connect(app, bob), await connect(app, cat)];
    const bobsPhone = await connect(app, await anotherDevice(bob));
    await read(bobs, chatId, seq);
    expect(await anns.waitFor('chatRead')).toEqual([chatId, seq, bob.user.id]);
    expect(await bobsPhone.waitFor('chatRead')).toEqual([chatId, seq]);
    await read(cats, chatId, seq);
    for (const device of [anns, bobs])
      await device.waitFor('chatRead', (_, at, userId) => at === seq && userId === cat.user.id);
    expect(readersOn(bobs)).toEqual([cat.user.id]);

    await removeFrom(chatId, ann, cat);
    await cats.waitFor('outChat');
    const before = receiptsOn(cats);
    await read(bobs, chatId, 1_000_000);
    await anns.waitFor('chatRead', (_, at, userId) => at > seq && userId === bob.user.id);
    await cats.settle();
    expect(receiptsOn(cats)).toEqual(before);
  });

  test('is sent at most once a second for a chat, the newest one', async () => {
    const { ann, bob, chatId } = await aPair();
    for (let count = 0; count < 20; count += 1) await say(ann, chatId, `message ${count}`);
    const [anns, bobs] = [await connect(app, ann), await connect(app, bob)];
    const beganAt = performance.now();
    for (let seq = 1; seq <= 20; seq += 1) await read(bobs, chatId, seq);
    await anns.waitFor('chatRead', (_, seq) => seq === 20);
    const seconds = (performance.now() - beganAt) / 1000;
    const seqs = receiptsOn(anns).map(([, seq]) => seq);
    expect(seqs.length).toBeLessThanOrEqual(Math.ceil(seconds) + 1);
    expect(seqs).toEqual(seqs.toSorted((a, b) => a - b));
  });

  test('is not sent in groups above 100 members', async () => {
    const { ann, bob, chatId } = await aGroup();
    await addMembers(chatId, 98);
    const other = await chatAmong(ann, bob);
    const { seq } = await say(ann, chatId);
    const [anns, bobs] = [await connect(app, ann), await connect(app, bob)];
    await read(bobs, chatId, seq);
    await bobs.waitFor('chatRead', (_, at) => at === seq);
    // Read afterwards, in another chat.
    await read(bobs, other, (await say(ann, other)).seq);
    await anns.waitFor('chatRead', (id) => id === other);
    expect(receiptsOn(anns).map(([id]) => id)).toEqual([other]);
  });
});

test('[MSG-475] a user who sends no receipts neither sends nor sees any, by event or list, until they are on again', async () => {
  const { ann, bob, cat, chatId } = await aGroup();
  const [anns, bobs, cats] = [await connect(app, ann), await connect(app, bob), await connect(app, cat)];
  const first = await say(ann, chatId);
  await bob.call(contract.updatePrivacy, { sendsReceipts: false });
  await bobs.waitFor('privacyUpdated');
  await read(bobs, chatId, first.seq);
  await bobs.waitFor('chatRead', (_, seq) => seq === first.seq);
  await read(cats, chatId, first.seq);
  await anns.waitFor('chatRead', (_, _seq, userId) => userId === cat.user.id);
  await bobs.settle();
  expect([readersOn(anns), readersOn(bobs)]).toEqual([[cat.user.id], []]);
  expect([await readersOf(ann, chatId), await readersOf(bob, chatId)]).toEqual([[cat.user.id], []]);

  await bob.call(contract.updatePrivacy, { sendsReceipts: true });
  await bobs.waitFor('privacyUpdated', ({ sendsReceipts }) => sendsReceipts);
  expect(await readersOf(bob, chatId)).toEqual([cat.user.id]);
  expect(await readersOf(ann, chatId)).toHaveLength(2);
  const second = await say(ann, chatId, 'again');
  await read(bobs, chatId, second.seq);
  await anns.waitFor('chatRead', (_, seq, userId) => seq === second.seq && userId === bob.user.id);
});
