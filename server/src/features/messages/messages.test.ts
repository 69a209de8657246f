import * as contract from '@chat-app/contract';
import sharp from 'sharp';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { asId } from '../../../test/as-id.ts';
import { connect } from '../../../test/device.ts';
import type { Person } from '../../../test/people.ts';
import { useTestApp } from '../../../test/test-app.ts';
import { addTo, chatAmong, chats, pageOf, remove, removeFrom, rowOf, say, send } from '../../../test/chats.ts';

const app = useTestApp();
const { aChat, aPair, befriend, users } = chats(app);

const key = (clientId: string) => ({ clientId: asId<contract.ClientId>(clientId) });

let ann: Person, bob: Person, chatId: contract.ChatId;
beforeAll(async () => void ({ ann, bob, chatId } = await aPair()));

describe('[MSG-1] a message', () => {
  test('is acknowledged when stored and sent to every device, with `isMine` only for the author', async () => {
    const [mine, theirs] = [await connect(app, ann), await connect(app, bob)];
    const { status, body } = await send(ann, chatId, '  Hello Bob  ', key('key-1'));
    expect(status).toBe(201);
    const [content, sender] = ['Hello Bob', { _id: ann.user.id, name: 'Ann', avatar: ann.user.avatar }];
    const stored = { chatId, type: 'text', content, clientId: 'key-1', sender: { ...sender, isMine: true } };
    expect(body.message).toMatchObject(stored);
    expect(await mine.waitFor('newMessage')).toEqual([body.message]);
    const received = { ...body.message, sender: { ...sender, isMine: false } };
    expect(await theirs.waitFor('newMessage')).toEqual([received]);
    const inList = { lastMessage: content, isMyMessage: false, read: false };
    expect(await rowOf(bob, chatId)).toMatchObject(inList);
    expect(await rowOf(ann, chatId)).toMatchObject({ ...inList, isMyMessage: true, read: true });
  });

  test('has the type that follows from its content, which is stored verbatim', async () => {
    const links = ['https://example.org/cat.gif', 'see https://example.org/cat.png'];
    const contents = {
      emoji: ['👍', '❤️', '😂'],
      image: ['https://example.org/cat.PNG', 'http://example.org/a/b.jpeg'],
      text: ['42', 'ok', '👍👍', '<script>alert(1)</script>', '\u202eabc', 'é'.repeat(10_000), ...links],
    };
    for (const [type, texts] of Object.entries(contents)) {
      for (const content of texts) expect(await say(ann, chatId, content)).toMatchObject({ type, content });
    }
  });

  test('that is invalid is refused, and nothing is stored', async () => {
    const before = await pageOf(ann, chatId);
    const contents = ['', ' \n\t ', 'x'.repeat(10_001), 'a\0b', 'a\ud83d', ['x']].map((content) => ({ content }));
    const types = ['system', 'file', 'fileTransfer', undefined].map((type) => ({ type }));
    const keys = ['../x', 'x'.repeat(65)].map((clientId) => ({ clientId }));
    const images = ['javascript:alert(1)', '/api/uploads/x.png'].map((content) => ({ type: 'image', content }));
    const post = async (change: object) => {
      const body = { chatId, content: 'x', type: 'text', ...change };
      return (await ann.send('POST', contract.sendMessage.path, { body })).status;
    };
    for (const change of [...contents, ...types, ...keys, ...images]) {
      expect({ change, status: await post(change) }).toEqual({ change, status: 400 });
    }
    expect(await post({ content: 'x'.repeat(1_000_000) })).toBe(413);
    expect((await pageOf(ann, chatId)).data).toEqual(before.data);
  });
});

test('[MSG-2] a retry returns the first message, even with other content and at the same moment', async () => {
  const copies = Array.from({ length: 8 }, (_, index) => send(ann, chatId, `Copy ${index}`, key('key-2')));
  const answers = await Promise.all(copies);
  expect(answers.map((answer) => answer.status).toSorted()).toEqual([...Array(7).fill(200), 201]);
  expect(new Set(answers.map((answer) => answer.body.message._id)).size).toBe(1);
  const later = await send(ann, chatId, 'Something else', key('key-2'));
  expect(later).toMatchObject({ status: 200, body: answers[0]?.body });
  // By somebody else or in another chat it is a separate message.
  const other = await aChat(ann, ...(await users('Cat')));
  expect((await send(bob, chatId, 'b', key('key-2'))).status).toBe(201);
  expect((await send(ann, other, 'c', key('key-2'))).status).toBe(201);
});

describe('[MSG-3] sequence numbers in a chat', () => {
  test('have no gaps or duplicates under load, and every device receives them in order', async () => {
    const [eve, fay, gus, hal] = await users('Eve', 'Fay', 'Gus', 'Hal');
    const rooms = [await aChat(eve, fay), await aChat(eve, gus, hal)];
    const device = await connect(app, eve);
    const sends = Array.from({ length: 200 }, (_, index) => send(eve, rooms[index % 2] ?? chatId, `Message ${index}`));
    expect(new Set((await Promise.all(sends)).map(({ status }) => status))).toEqual(new Set([201]));
    await vi.waitUntil(() => device.all('newMessage').length >= 200);

    for (const room of rooms) {
      const rows = await app.database.sql<{ seq: number }[]>`
        select seq::int from messages where chat_id = ${room} order by seq`;
      const seqs = rows.map(({ seq }) => seq);
      expect(seqs).toEqual(Array.from({ length: rows.length }, (_, index) => index + 1));
      const heard = device.all('newMessage').filter(([message]) => message.chatId === room);
      expect(heard.map(([{ seq }]) => seq)).toEqual(seqs.slice(-100));
    }
  });

  test('are paged without gaps or duplicates, in both directions', async () => {
    const room = await aChat(ann, ...(await users('Cat')));
    for (let index = 1; index <= 40; index += 1) await say(ann, room, `Message ${index}`);
    const all = Array.from({ length: 40 }, (_, index) => 40 - index);
    const seqsOf = async (place: Parameters<typeof pageOf>[2]) => {
      const { data, haveMore } = await pageOf(ann, room, place);
      return [data.map(({ seq }) => seq), haveMore];
    };
    expect(await seqsOf({})).toEqual([all.slice(0, 15), true]);
    expect(await seqsOf({ before: 26, limit: 30 })).toEqual([all.slice(15), false]);
    expect(await seqsOf({ before: 1 })).toEqual([[], false]);
    expect(await seqsOf({ after: 10, limit: 5 })).toEqual([[15, 14, 13, 12, 11], true]);
    expect(await seqsOf({ skip: 35 })).toEqual([[5, 4, 3, 2, 1], false]);
    for (const limit of [1, 14, 16, 39, 40, 50]) {
      expect(await seqsOf({ after: 0, limit })).toEqual([all.slice(-limit), limit < 40]);
      expect(await seqsOf({ limit })).toEqual([all.slice(0, limit), limit < 40]);
    }
    for (const query of ['limit=0', 'limit=51', 'limit=x', 'skip=-1', 'before=x', 'limit=15abc']) {
      expect((await ann.send('GET', `/api/messages/get/${room}?${query}`)).status).toBe(400);
    }
  });
});

test('[MSG-4] a message is deleted by its sender for everybody, a second time is no error, and a retry restores nothing', async () => {
  const theirs = await connect(app, bob);
  const message = await say(ann, chatId, 'A secret', key('key-4'));
  const { _id: messageId } = message;
  const refusal = { status: 403, body: { message: 'Only the sender can delete a message' } };
  expect(await remove(bob, message)).toMatchObject(refusal);
  expect((await remove(ann, message)).status).toBe(200);
  expect(await theirs.waitFor('deleteMessage')).toEqual([messageId, chatId, expect.any(Number)]);
  expect((await remove(ann, message)).status).toBe(200);
  expect((await pageOf(bob, chatId)).data.map(({ _id }) => _id)).not.toContain(messageId);
  expect(await app.database.sql`select content from messages where id = ${messageId}`).toEqual([{ content: '' }]);
  const retry = await send(ann, chatId, 'A secret', key('key-4'));
  expect([retry.status, retry.body.code]).toEqual([404, 'message_deleted']);

  // Of two that are deleted at the same moment, neither stays in the list.
  const said = [];
  for (const text of ['stays', 'one', 'two']) said.push(await say(ann, chatId, text));
  await Promise.all(said.slice(1).map((each) => remove(ann, each)));
  expect((await rowOf(ann, chatId))?.lastMessage).toBe('stays');
});

test('[MSG-5] an image in a message must be the sender’s, and is visible to members since they joined', async () => {
  const [bea, cem, dan] = await users('Bea', 'Cem', 'Dan');
  const room = await aChat(ann, bea, cem);
  const png = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  const { url } = (await ann.upload(contract.uploadImage, new Blob([new Uint8Array(png)]))).body;
  const show = (person: Person) => person.call(contract.sendMessage, { chatId: room, content: url, type: 'image' });
  const canSee = async (...persons: Person[]) =>
    Promise.all(persons.map(async (person) => (await person.send('GET', url)).status === 200));
  expect((await show(bea)).status).toBe(400);
  const { message } = (await show(ann)).body;
  expect(message).toMatchObject({ type: 'image', content: url });
  await befriend(ann, dan);
  await addTo(room, ann, dan);
  expect(await canSee(bea, cem, dan)).toEqual([true, true, false]);
  await removeFrom(room, ann, bea);
  expect(await canSee(bea, cem)).toEqual([false, true]);
  await remove(ann, message);
  expect(await canSee(cem)).toEqual([false]);
});

const races = process.env['TESTS'] === 'all' ? 1000 : 5;

const raceTitle = 'a member removed at the same moment is refused or in time, and receives nothing afterwards';
test(`[MSG-6] ${raceTitle}`, { timeout: 900_000 }, async () => {
  const [eve, fay, gus] = await users('Eve', 'Fay', 'Gus');
  await befriend(eve, fay);
  const direct = await aChat(eve, gus);
  const device = await connect(app, gus);
  for (let round = 0; round < races; round += 1) {
    const room = await chatAmong(eve, fay, gus);
    await device.waitFor('joinChat', (id) => id === room);
    const [removal, ...sends] = await Promise.all([
      removeFrom(room, eve, gus),
      ...Array.from({ length: 6 }, (_, index) => send(gus, room, `Last words ${index}`)),
      ...Array.from({ length: 6 }, (_, index) => send(eve, room, `After ${index}`)),
    ]);
    expect(removal.status).toBe(200);
    expect(sends.filter(({ status }) => status !== 201 && status !== 404)).toEqual([]);
    await device.waitFor('outChat', (id) => id === room);
    // Everything that was on its way to Gus has arrived when this does.
    await say(eve, direct, `Elsewhere ${round}`);
    await device.waitFor('newMessage', ({ content }) => content === `Elsewhere ${round}`);
    const rows = await app.database.sql<{ seq: number; content: string; authorId: contract.UserId }[]>`
      select seq::int, content, author_id from messages where chat_id = ${room} order by seq`;
    const removedAt = rows.find(({ content }) => content.includes('removed'))?.seq ?? -1;
    expect(removedAt).toBeGreaterThan(0);
    expect(rows.filter(({ authorId, seq }) => authorId === gus.user.id && seq > removedAt)).toEqual([]);
    const heard = device.all('newMessage').flat();
    expect(heard.filter((message) => message.chatId === room && message.seq > removedAt)).toEqual([]);
  }
});

describe('[MSG-13] a locked chat', () => {
  async function queued(): Promise<number> {
    const metrics = await (await fetch(`${app.baseUrl}/metrics`)).text();
    return Number(/^chat_app_queue_depth\{queue="send"\} (\d+)$/m.exec(metrics)?.[1]);
  }

  test('delays no other chat, and its messages are written in order once it is free', async () => {
    const [cem] = await users('Cem');
    const other = await aChat(cem, ann);
    const sending: Promise<{ status: number }>[] = [];
    await app.database.transaction(async (tx) => {
      await tx`select from chats where id = ${chatId} for update`;
      for (const text of ['first', 'second', 'third']) {
        sending.push(send(ann, chatId, text));
        await vi.waitUntil(async () => (await queued()) >= sending.length, { interval: 5 });
      }
      expect((await send(cem, other, 'not held up')).status).toBe(201);
    });
    expect((await Promise.all(sending)).map(({ status }) => status)).toEqual([201, 201, 201]);
    const { data } = await pageOf(ann, chatId, { limit: 3 });
    expect(data.map(({ content }) => content)).toEqual(['third', 'second', 'first']);
  });

  test('that stays locked too long refuses its messages, and does not write them later', async () => {
    const said = (await pageOf(ann, chatId, { limit: 1 })).data[0]?.content;
    await app.database.transaction(async (tx) => {
      await tx`select from chats where id = ${chatId} for update`;
      expect((await send(ann, chatId, 'too late')).status).toBe(503);
    });
    // What comes next is written after whatever was still under way.
    await say(ann, chatId, 'in time');
    expect((await pageOf(ann, chatId, { limit: 2 })).data.map(({ content }) => content)).toEqual(['in time', said]);
  });
});

test('[AUTH-51] a call in the name of somebody else is refused', async () => {
  const body = { chatId, content: 'as Ann', type: 'text' };
  const sendAs = ({ user }: Person) =>
    bob.send('POST', contract.sendMessage.path, { body, headers: { 'x-caller': user.id } });
  expect(await sendAs(ann)).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
  expect((await sendAs(bob)).status).toBe(201);
});
