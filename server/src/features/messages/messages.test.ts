import * as contract from '@chat-app/contract';
import sharp from 'sharp';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { asId } from '../../../test/as-id.ts';
import { connect } from '../../../test/device.ts';
import { type Person, people } from '../../../test/people.ts';
import { useTestApp } from '../../../test/test-app.ts';

const app = useTestApp();
const { aChat, aVerifiedUser, befriend } = people(app);

const say = (person: Person, chatId: contract.ChatId, content: string, clientId?: contract.ClientId) =>
  person.call(contract.sendMessage, { chatId, content, type: 'text', ...(clientId !== undefined && { clientId }) });
const page = async (
  person: Person,
  chatId: contract.ChatId,
  place: { before?: number; after?: number; skip?: number; limit?: number } = {},
) => (await person.call(contract.getMessages, { chatId, ...place })).body;
const remove = (person: Person, messageId: contract.MessageId) => person.call(contract.deleteMessage, { messageId });

let ann: Person;
let bob: Person;
let chatId: contract.ChatId;
beforeAll(async () => {
  ann = await aVerifiedUser({ name: 'Ann' });
  bob = await aVerifiedUser({ name: 'Bob' });
  chatId = await aChat(ann, bob);
});

describe('[MSG-1] a message', () => {
  test('is acknowledged when stored and sent to every device, with `isMine` only for the author', async () => {
    const [mine, theirs] = [await connect(app, ann), await connect(app, bob)];
    const { status, body } = await say(ann, chatId, '  Hello Bob  ', asId('key-1'));
    expect(status).toBe(201);
    expect(body.message).toMatchObject({
      chatId,
      type: 'text',
      content: 'Hello Bob',
      clientId: 'key-1',
      sender: { _id: ann.user.id, name: 'Ann', avatar: ann.user.avatar, isMine: true },
    });
    expect(await mine.waitFor('newMessage')).toEqual([body.message]);
    const [heard] = await theirs.waitFor('newMessage');
    expect(heard).toEqual({
      ...body.message,
      sender: { _id: ann.user.id, name: 'Ann', avatar: ann.user.avatar, isMine: false },
    });
    expect((await bob.call(contract.getChats, {})).body.data[0]).toMatchObject({
      lastMessage: 'Hello Bob',
      isMyMessage: false,
      read: false,
    });
    expect((await ann.call(contract.getChats, {})).body.data[0]).toMatchObject({
      lastMessage: 'Hello Bob',
      isMyMessage: true,
      read: true,
    });
  });

  test.each([
    ['👍', 'emoji'],
    ['❤️', 'emoji'],
    ['😂', 'emoji'],
    ['42', 'text'],
    ['ok', 'text'],
    ['👍👍', 'text'],
    ['https://example.org/cat.PNG', 'image'],
    ['http://example.org/a/b.jpeg', 'image'],
    ['https://example.org/cat.gif', 'text'],
    ['see https://example.org/cat.png', 'text'],
    ['<script>alert(1)</script>', 'text'],
    ['\u202eabc', 'text'],
  ])('%j is stored as %s, verbatim', async (content, type) => {
    const { body } = await ann.call(contract.sendMessage, { chatId, content, type: 'text' });
    expect(body.message).toMatchObject({ type, content });
  });

  test.each<[string, object, number]>([
    ['nothing', { content: '' }, 400],
    ['spaces', { content: ' \n\t ' }, 400],
    ['10,001 characters', { content: 'x'.repeat(10_001) }, 400],
    ['a megabyte', { content: 'x'.repeat(1_000_000) }, 413],
    ['a NUL', { content: 'a\0b' }, 400],
    ['half a surrogate pair', { content: 'a\ud83d' }, 400],
    ['a list', { content: ['x'] }, 400],
    ['a system message', { type: 'system' }, 400],
    ['a file', { type: 'file' }, 400],
    ['a transfer', { type: 'fileTransfer' }, 400],
    ['no type', { type: undefined }, 400],
    ['a strange key', { clientId: '../x' }, 400],
    ['a long key', { clientId: 'x'.repeat(65) }, 400],
    ['an image that is no address', { type: 'image', content: 'javascript:alert(1)' }, 400],
    ['an upload that does not exist', { type: 'image', content: '/api/uploads/x.png' }, 400],
    ['an unknown chat', { chatId: '00000000-0000-7000-8000-000000000000' }, 404],
  ])('%s is refused and nothing is stored', async (_, change, status) => {
    const before = await page(ann, chatId);
    const body = { chatId, content: 'x', type: 'text', ...change };
    expect((await ann.send('POST', contract.sendMessage.path, { body })).status).toBe(status);
    expect((await page(ann, chatId)).data).toEqual(before.data);
  });

  test('can have 10,000 characters', async () => {
    expect((await say(ann, chatId, 'é'.repeat(10_000))).status).toBe(201);
  });
});

describe('[MSG-2] a retry', () => {
  test('returns the first message, even with other content and at the same moment', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => say(ann, chatId, `Copy ${index}`, asId('key-2'))),
    );
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 200, 200, 200, 200, 200, 200, 201]);
    expect(new Set(answers.map((answer) => answer.body.message._id)).size).toBe(1);
    const later = await say(ann, chatId, 'Something else', asId('key-2'));
    expect(later).toMatchObject({ status: 200, body: answers[0]?.body });
  });

  test('by somebody else or in another chat is a separate message', async () => {
    const cat = await aVerifiedUser();
    const other = await aChat(ann, cat);
    const answers = [
      await say(ann, chatId, 'a', asId('key-3')),
      await say(bob, chatId, 'b', asId('key-3')),
      await say(ann, other, 'c', asId('key-3')),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([201, 201, 201]);
  });
});

describe('[MSG-3] sequence numbers in a chat', () => {
  test('have no gaps or duplicates under load, and every device receives them in order', async () => {
    const [eve, fay] = [await aVerifiedUser(), await aVerifiedUser()];
    const rooms = [await aChat(eve, fay), await aChat(eve, await aVerifiedUser(), await aVerifiedUser())];
    const device = await connect(app, eve);
    const sends = Array.from({ length: 300 }, (_, index) =>
      say(eve, rooms[index % 2] ?? asId(''), `Message ${index}`, asId(`crowd-${index}`)),
    );
    const answers = await Promise.all(sends);
    expect(answers.every((answer) => answer.status === 201)).toBe(true);
    await vi.waitUntil(() => device.all('newMessage').length >= 300);

    for (const room of rooms) {
      const rows = await app.database.sql`select seq::int from messages where chat_id = ${room} order by seq`;
      expect(rows.map((row) => row['seq'])).toEqual(Array.from({ length: rows.length }, (_, index) => index + 1));
      const heard = device
        .all('newMessage')
        .flat()
        .filter((message) => message.chatId === room)
        .map((message) => message.seq);
      expect(heard).toEqual(heard.toSorted((a, b) => a - b));
      expect(new Set(heard).size).toBe(150);
    }
  });

  test('are paged without gaps or duplicates, in both directions', async () => {
    const [eve, fay] = [await aVerifiedUser(), await aVerifiedUser()];
    const room = await aChat(eve, fay);
    for (let index = 1; index <= 40; index += 1) await say(eve, room, `Message ${index}`);
    const seqs = (data: contract.Message[]) => data.map((message) => message.seq);
    const newest = await page(fay, room);
    expect(newest.haveMore).toBe(true);
    expect(seqs(newest.data)).toEqual(Array.from({ length: 15 }, (_, index) => 40 - index));
    const older = await page(fay, room, { before: 26, limit: 30 });
    expect(older.haveMore).toBe(false);
    expect(seqs(older.data)).toEqual(Array.from({ length: 25 }, (_, index) => 25 - index));
    const missed = await page(fay, room, { after: 10, limit: 5 });
    expect(missed.haveMore).toBe(true);
    expect(seqs(missed.data)).toEqual([15, 14, 13, 12, 11]);
    expect(seqs((await page(fay, room, { skip: 35 })).data)).toEqual([5, 4, 3, 2, 1]);
    for (const limit of [1, 14, 16, 39, 40, 50]) {
      const all = Array.from({ length: 40 }, (_, index) => 40 - index);
      const forward = await page(fay, room, { after: 0, limit });
      expect([seqs(forward.data), forward.haveMore]).toEqual([all.slice(-limit), limit < 40]);
      const backward = await page(fay, room, { limit });
      expect([seqs(backward.data), backward.haveMore]).toEqual([all.slice(0, limit), limit < 40]);
    }
    expect(await page(fay, room, { before: 1 })).toMatchObject({ data: [], haveMore: false });
    for (const query of ['limit=0', 'limit=51', 'limit=x', 'skip=-1', 'before=x', 'limit=15abc']) {
      expect((await fay.send('GET', `/api/messages/get/${room}?${query}`)).status).toBe(400);
    }
  });
});

describe('[MSG-4] a message is deleted', () => {
  test('by its sender for everybody, and a second time is no error', async () => {
    const theirs = await connect(app, bob);
    const { body } = await say(ann, chatId, 'A secret', asId('key-4'));
    const messageId = body.message._id;
    expect(await remove(bob, messageId)).toMatchObject({
      status: 403,
      body: { message: 'Only the sender can delete a message' },
    });
    expect((await remove(ann, messageId)).status).toBe(200);
    expect(await theirs.waitFor('deleteMessage')).toEqual([messageId, chatId, expect.any(Number)]);
    expect((await remove(ann, messageId)).status).toBe(200);
    expect((await page(bob, chatId)).data.map((message) => message._id)).not.toContain(messageId);
    expect(await app.database.sql`select content from messages where id = ${messageId}`).toEqual([{ content: '' }]);
    expect((await say(ann, chatId, 'A secret', asId('key-4'))).status).toBe(404);
  });
});

describe('[MSG-5] an image in a message', () => {
  test('must be the sender’s, and is visible to members since they joined', async () => {
    const [eve, fay, gus, hal] = [
      await aVerifiedUser(),
      await aVerifiedUser(),
      await aVerifiedUser(),
      await aVerifiedUser(),
    ];
    const room = await aChat(eve, fay, gus);
    const png = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    const { url } = (await eve.upload(contract.uploadImage, new Blob([new Uint8Array(png)]))).body;
    expect((await fay.call(contract.sendMessage, { chatId: room, content: url, type: 'image' })).status).toBe(400);
    const { body } = await eve.call(contract.sendMessage, { chatId: room, content: url, type: 'image' });
    expect(body.message).toMatchObject({ type: 'image', content: url });
    expect((await fay.send('GET', url)).status).toBe(200);
    expect((await hal.send('GET', url)).status).toBe(404);
    await befriend(eve, hal);
    await eve.call(contract.addMembers, { chatId: room, members: [hal.user.id] });
    expect((await hal.send('GET', url)).status).toBe(404);
    await eve.call(contract.removeMember, { chatId: room, memberId: fay.user.id });
    expect((await fay.send('GET', url)).status).toBe(404);
    await remove(eve, body.message._id);
    expect((await gus.send('GET', url)).status).toBe(404);
  });
});

const races = process.env['TESTS'] === 'all' ? 1000 : 5;

test(
  '[MSG-6] a member removed at the same moment is either refused or in time, and receives nothing afterwards',
  {
    timeout: 900_000,
  },
  async () => {
    const [eve, fay, gus] = [await aVerifiedUser(), await aVerifiedUser(), await aVerifiedUser()];
    await befriend(eve, fay);
    await befriend(eve, gus);
    const direct = (await eve.call(contract.createChat, { members: [gus.user.id] })).body.chatId;
    for (let round = 0; round < races; round += 1) {
      const members = [fay.user.id, gus.user.id];
      const room = (await eve.call(contract.createChat, { members })).body.chatId;
      const device = await connect(app, gus);
      const [removal, ...sends] = await Promise.all([
        eve.call(contract.removeMember, { chatId: room, memberId: gus.user.id }),
        ...Array.from({ length: 6 }, (_, index) => say(gus, room, `Last words ${index}`)),
        ...Array.from({ length: 6 }, (_, index) => say(eve, room, `After ${index}`)),
      ]);
      expect(removal.status).toBe(200);
      expect(sends.every((answer) => answer.status === 201 || answer.status === 404)).toBe(true);
      await device.waitFor('outChat');
      // Everything that was on its way to Gus has arrived when this does.
      await say(eve, direct, `Elsewhere ${round}`);
      await device.waitFor('newMessage', ({ content }) => content === `Elsewhere ${round}`);
      const rows = await app.database
        .sql`select id, seq::int, content, author_id from messages where chat_id = ${room} order by seq`;
      const removedAt = rows.find((row) => String(row['content']).includes('removed'))?.['seq'] as number;
      expect(removedAt).toBeTypeOf('number');
      expect(rows.filter((row) => row['authorId'] === gus.user.id && (row['seq'] as number) > removedAt)).toEqual([]);
      expect(
        device
          .all('newMessage')
          .flat()
          .filter((message) => message.chatId === room && message.seq > removedAt),
      ).toEqual([]);
      device.socket.disconnect();
    }
  },
);

describe('[MSG-13] a locked chat', () => {
  async function queued(): Promise<number> {
    const metrics = await (await fetch(`${app.baseUrl}/metrics`)).text();
    return Number(/^chat_app_queue_depth\{queue="send"\} (\d+)$/m.exec(metrics)?.[1]);
  }

  test('delays no other chat, and its messages are written in order once it is free', async () => {
    const cem = await aVerifiedUser({ name: 'Cem' });
    const other = await aChat(cem, ann);
    const sending: Promise<{ status: number }>[] = [];
    await app.database.transaction(async (tx) => {
      await tx`select from chats where id = ${chatId} for update`;
      for (const text of ['first', 'second', 'third']) {
        sending.push(say(ann, chatId, text));
        await vi.waitUntil(async () => (await queued()) >= sending.length, { interval: 5 });
      }
      expect((await say(cem, other, 'not held up')).status).toBe(201);
    });
    expect((await Promise.all(sending)).map(({ status }) => status)).toEqual([201, 201, 201]);
    const { data } = await page(ann, chatId, { limit: 3 });
    expect(data.map(({ content }) => content)).toEqual(['third', 'second', 'first']);
  });

  test('that stays locked too long refuses its messages, and does not write them later', async () => {
    const said = (await page(ann, chatId, { limit: 1 })).data[0]?.content;
    await app.database.transaction(async (tx) => {
      await tx`select from chats where id = ${chatId} for update`;
      expect((await say(ann, chatId, 'too late')).status).toBe(503);
    });
    // What comes next is written after whatever was still under way.
    await say(ann, chatId, 'in time');
    expect((await page(ann, chatId, { limit: 2 })).data.map(({ content }) => content)).toEqual(['in time', said]);
  });
});

test('[MSG-4] of two messages deleted at the same moment neither stays in the list', async () => {
  const dan = await aVerifiedUser({ name: 'Dan' });
  const chat = await aChat(dan, await aVerifiedUser());
  const said = [];
  for (const text of ['stays', 'secret one', 'secret two']) said.push((await say(dan, chat, text)).body.message._id);
  await Promise.all(said.slice(1).map((id) => remove(dan, id)));
  expect((await dan.call(contract.getChats, {})).body.data[0]?.lastMessage).toBe('stays');
});

test('[MSG-2] a retry of a message deleted meanwhile is refused and restores nothing', async () => {
  const { body } = await say(ann, chatId, 'gone soon', asId('gone-key'));
  await remove(ann, body.message._id);
  const retry = await say(ann, chatId, 'gone soon', asId('gone-key'));
  expect([retry.status, retry.body.code]).toEqual([404, 'message_deleted']);
});

test('[AUTH-51] a call in the name of somebody else is refused', async () => {
  const body = { chatId, content: 'as Ann', type: 'text' };
  const asBob = await bob.send('POST', contract.sendMessage.path, { body, headers: { 'x-caller': ann.user.id } });
  expect([asBob.status, asBob.body.code]).toEqual([401, 'unauthenticated']);
  const asSelf = await bob.send('POST', contract.sendMessage.path, { body, headers: { 'x-caller': bob.user.id } });
  expect(asSelf.status).toBe(201);
});
