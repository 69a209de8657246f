import * as contract from '@chat-app/contract';
import { createHash, randomBytes } from 'node:crypto';
import { connect as connectTcp } from 'node:net';
import sharp from 'sharp';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { asId } from '../../../test/as-id.ts';
import { connect } from '../../../test/device.ts';
import { type Person, people } from '../../../test/people.ts';
import { download } from '../../../test/stored-files.ts';
import { useOwnTestApp } from '../../../test/test-app.ts';
import { filePolicy } from '../../platform/http/security-headers.ts';

const app = useOwnTestApp(() => ({ MAX_UPLOAD_MB: '2' }));
const { aChat, aVerifiedUser, befriend } = people(app);

const megabyte = 1024 * 1024;
const sendFile = (
  person: Person,
  chat: string,
  bytes: Uint8Array | string,
  { name = 'notes.txt', clientId }: { name?: string; clientId?: contract.ClientId } = {},
) =>
  person.upload(contract.sendFile, new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)]), name, {
    chatId: chat,
    ...(clientId !== undefined && { clientId }),
  });
const newest = async (person: Person, chatId: contract.ChatId) =>
  (await person.call(contract.getMessages, { chatId })).body.data[0];

const fileRows = async () => {
  const rows = await app.database.sql<{ fileName: string }[]>`select file_name from uploads where kind = 'file'`;
  return rows.map((row) => row.fileName);
};
/** Expects that every stored upload, as a row or as bytes, belongs to a message. */
async function expectNothingStray() {
  const shown = await app.database.sql<{ uploadFile: string }[]>`
    select upload_file from messages where upload_file is not null`;
  const names = shown.map((row) => row.uploadFile).toSorted();
  expect((await fileRows()).toSorted()).toEqual(names.filter((name) => name.endsWith('.bin')));
  expect((await app.files.names()).filter((name) => name.endsWith('.bin')).toSorted()).toEqual(
    names.filter((name) => name.endsWith('.bin')),
  );
}

let ann: Person;
let bob: Person;
let eve: Person;
let chatId: contract.ChatId;
beforeAll(async () => {
  ann = await aVerifiedUser({ name: 'Ann' });
  bob = await aVerifiedUser({ name: 'Bob' });
  eve = await aVerifiedUser({ name: 'Eve' });
  chatId = await aChat(ann, bob);
});

describe('[MSG-7] a file', () => {
  test('reaches the others as a message, and downloads byte for byte under its own name', async () => {
    const theirs = await connect(app, bob);
    const bytes = randomBytes(megabyte + 17);
    const { status, body } = await sendFile(ann, chatId, bytes, { name: 'Größe "1" 📎.pdf', clientId: asId('file-1') });
    expect(status).toBe(201);
    expect(body.message).toMatchObject({
      type: 'file',
      content: 'Größe "1" 📎.pdf',
      size: bytes.length,
      clientId: 'file-1',
      sender: { _id: ann.user.id, isMine: true },
    });
    const [heard] = await theirs.waitFor('newMessage', ({ type }) => type === 'file');
    expect(heard).toEqual({ ...body.message, sender: { ...body.message.sender, isMine: false } });
    expect((await bob.call(contract.getChats, {})).body.data[0]).toMatchObject({ lastMessage: 'sent a file' });

    const file = await fetch(app.baseUrl + body.message.url, {
      headers: { cookie: `session=${bob.cookies.get('session')}` },
    });
    const hash = (data: Uint8Array) => createHash('sha256').update(data).digest('hex');
    expect(hash(new Uint8Array(await file.arrayBuffer()))).toBe(hash(bytes));
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="Gr__e _1_ __.pdf"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%221%22%20%F0%9F%93%8E.pdf`,
    });
    const { headers } = await bob.send('GET', body.message.url ?? '');
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-security-policy': filePolicy,
      'x-content-type-options': 'nosniff',
    });
  });

  test('may precede the other form fields', async () => {
    const parts = new FormData();
    parts.set('file', new Blob(['hello']), 'first.txt');
    parts.set('chatId', chatId);
    const { status, body } = await ann.sendForm(contract.sendFile.path, parts);
    expect(status).toBe(201);
    expect(body['message']).toMatchObject({ content: 'first.txt', size: 5 });
  });

  test('may be empty', async () => {
    const { status, body } = await sendFile(ann, chatId, '', { name: 'empty.txt' });
    expect([status, body.message.size]).toEqual([201, 0]);
  });

  test.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\temp\\a.txt', 'a.txt'],
    ['evil\u202egpj.exe', 'evilgpj.exe'],
    ['bell\u0007.txt', 'bell.txt'],
    ['..', 'file'],
    ['page.html', 'page.html'],
    ['CON', 'CON'],
    [`${'x'.repeat(300)}.tar`, `${'x'.repeat(251)}.tar`],
  ])('called %j is called %j', async (given, kept) => {
    const { body } = await ann.sendForm(contract.sendFile.path, form({ chatId }, given));
    expect((body['message'] as unknown as contract.Message).content).toBe(kept);
  });

  test('sent again with its idempotency key exists once, and the second copy is removed', async () => {
    const first = await sendFile(ann, chatId, 'same', { name: 'same.txt', clientId: asId('twice') });
    const second = await sendFile(ann, chatId, 'other', { name: 'other.txt', clientId: asId('twice') });
    expect([first.status, second.status]).toEqual([201, 200]);
    expect(second.body.message).toEqual(first.body.message);
    await expectNothingStray();
  });

  test('sent several times at once with its idempotency key exists once', async () => {
    const copies = await Promise.all(
      Array.from({ length: 5 }, () => sendFile(ann, chatId, 'x', { name: 'x.txt', clientId: asId('five') })),
    );
    expect(new Set(copies.map(({ body }) => body.message._id)).size).toBe(1);
    expect(copies.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 201]);
    await expectNothingStray();
  });
});

function form(fields: Record<string, string>, name: string, part = 'file') {
  const parts = new FormData();
  for (const [key, value] of Object.entries(fields)) parts.set(key, value);
  parts.set(part, new Blob(['x']), name);
  return parts;
}

describe('[MSG-8] a file that is refused leaves nothing behind', () => {
  test('over the limit, by its announced and by its real size', async () => {
    const { status, body } = await sendFile(ann, chatId, new Uint8Array(3 * megabyte));
    expect([status, body.code, body.message]).toEqual([413, 'too_large', 'A file can be at most 2 MB']);
    const liar = await ann.sendForm(contract.sendFile.path, form({ chatId }, 'x'));
    expect(liar.status).toBe(201);
    const over = await sendFile(ann, chatId, new Uint8Array(2 * megabyte + 1));
    expect([over.status, over.body.code]).toEqual([413, 'too_large']);
    await expectNothingStray();
  });

  test('for a chat of others, in any order of the parts', async () => {
    const early = await sendFile(eve, chatId, 'x');
    const late = new FormData();
    late.set('file', new Blob(['x']), 'x.txt');
    late.set('chatId', chatId);
    const second = await eve.sendForm(contract.sendFile.path, late);
    expect([early.status, second.status]).toEqual([404, 404]);
    expect(second.body).toEqual(early.body);
    await expectNothingStray();
  });

  test('without a file, with two, with a wrong field name, without a chat or with an invalid one', async () => {
    const two = form({ chatId }, 'a.txt');
    two.append('file', new Blob(['y']), 'b.txt');
    const noFile = new FormData();
    noFile.set('chatId', chatId);
    const statuses: number[] = [];
    for (const given of [
      noFile,
      two,
      form({ chatId }, 'a.txt', 'image'),
      form({}, 'a.txt'),
      form({ chatId: 'x' }, 'a.txt'),
      form({ chatId, clientId: 'not ok!' }, 'a.txt'),
    ]) {
      statuses.push((await ann.sendForm(contract.sendFile.path, given)).status);
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 400]);
    expect((await ann.send('POST', contract.sendFile.path, { body: { chatId } })).status).toBe(400);
    await expectNothingStray();
  });

  test('and one without a name gets a default name', async () => {
    const body = [
      `--b\r\nContent-Disposition: form-data; name="chatId"\r\n\r\n${chatId}\r\n`,
      '--b\r\nContent-Disposition: form-data; name="file"\r\nContent-Type: application/octet-stream\r\n\r\nx\r\n--b--\r\n',
    ].join('');
    const { status, body: answer } = await ann.send('POST', contract.sendFile.path, {
      body,
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
    });
    expect([status, (answer['message'] as unknown as contract.Message).content]).toEqual([201, 'file']);
  });

  test('that is interrupted', async () => {
    const before = await newest(ann, chatId);
    const socket = connectTcp(Number(new URL(app.baseUrl).port), '127.0.0.1');
    socket.write(
      [
        `POST ${contract.sendFile.path} HTTP/1.1`,
        'Host: 127.0.0.1',
        `Cookie: session=${ann.cookies.get('session')}`,
        'Content-Type: multipart/form-data; boundary=b',
        'Content-Length: 1000000',
        '',
        '--b\r\nContent-Disposition: form-data; name="chatId"\r\n',
        `${chatId}\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="half.txt"\r\n`,
        'x'.repeat(100_000),
      ].join('\r\n'),
    );
    await vi.waitFor(async () => expect((await fileRows()).length).toBeGreaterThan(0));
    const { isFilledAtOnce, unfinished } = app.files;
    await vi.waitFor(async () => expect(await unfinished()).toHaveLength(isFilledAtOnce ? 1 : 0));
    socket.destroy();
    await vi.waitFor(expectNothingStray);
    expect(await unfinished()).toEqual([]);
    expect(await newest(ann, chatId)).toEqual(before);
  });

  test('[MSG-330] whose sender is signed out while it is under way', async () => {
    const cem = await aVerifiedUser();
    const shared = await aChat(ann, cem);
    const parts = new TransformStream<Uint8Array, Uint8Array>();
    const writer = parts.writable.getWriter();
    const write = (text: string) => writer.write(new TextEncoder().encode(text));
    const answer = fetch(app.baseUrl + contract.sendFile.path, {
      method: 'POST',
      headers: {
        cookie: `session=${cem.cookies.get('session')}`,
        'content-type': 'multipart/form-data; boundary=b',
      },
      body: parts.readable,
      duplex: 'half',
    });
    await write(`--b\r\nContent-Disposition: form-data; name="chatId"\r\n\r\n${shared}\r\n`);
    await write('--b\r\nContent-Disposition: form-data; name="file"; filename="late.txt"\r\n\r\nbegun');
    await vi.waitFor(async () => expect((await fileRows()).length).toBeGreaterThan(0));
    await cem.call(contract.logout, {});
    await write(' and finished\r\n--b--\r\n');
    await writer.close();
    expect((await answer).status).toBe(401);
    await vi.waitFor(expectNothingStray);
    expect(await newest(ann, shared)).toBeUndefined();
  });
});

describe('[MSG-9] a file is private to its chat', () => {
  test('and hidden from visitors, strangers and people who joined later', async () => {
    const kim = await aVerifiedUser({ name: 'Kim' });
    const leo = await aVerifiedUser({ name: 'Leo' });
    const group = await aChat(ann, leo, kim);
    const { url } = (await sendFile(leo, group, 'secret')).body.message;
    const late = await aVerifiedUser({ name: 'Late' });
    await befriend(ann, late);
    await ann.call(contract.addMembers, { chatId: group, members: [late.user.id] });
    const statuses = [];
    for (const reader of [app.client(), eve, late, kim, ann, leo]) {
      statuses.push((await download(reader, url ?? '')).status);
    }
    expect(statuses).toEqual([401, 404, 404, 200, 200, 200]);

    await ann.call(contract.removeMember, { chatId: group, memberId: leo.user.id });
    expect((await leo.send('GET', url ?? '')).status).toBe(404);
  });

  test('and deleted with its message for everybody, bytes included', async () => {
    const { message } = (await sendFile(ann, chatId, 'gone soon')).body;
    await ann.call(contract.deleteMessage, { messageId: message._id });
    expect((await bob.send('GET', message.url ?? '')).status).toBe(404);
    expect((await ann.send('GET', message.url ?? '')).status).toBe(404);
    await vi.waitFor(expectNothingStray);
  });

  test('but an image stays until no message and no avatar shows it', async () => {
    const picture = await sharp({ create: { width: 30, height: 10, channels: 3, background: '#30a46c' } })
      .png()
      .toBuffer();
    const show = async (url: string) =>
      (await ann.call(contract.sendMessage, { chatId, content: url, type: 'image' })).body.message;
    const upload = async () => (await ann.upload(contract.uploadImage, new Blob([new Uint8Array(picture)]))).body.url;
    const url = await upload();
    const [first, second] = [await show(url), await show(url)];
    expect(first).toMatchObject({ width: 30, height: 10 });
    await ann.call(contract.deleteMessage, { messageId: first._id });
    expect((await bob.send('GET', url)).status).toBe(200);
    await ann.call(contract.deleteMessage, { messageId: second._id });
    await vi.waitFor(async () => expect(await app.files.names()).not.toContain(url.split('/').at(-1)));
    expect((await ann.send('GET', url)).status).toBe(404);

    const avatar = await upload();
    await ann.call(contract.updateProfile, { name: 'Ann', avatar });
    const shown = await show(avatar);
    await ann.call(contract.deleteMessage, { messageId: shown._id });
    expect((await bob.send('GET', avatar)).status).toBe(200);
  });
});

describe('[MSG-10] a transfer from browser to browser', () => {
  const record = (person: Person, given: object = {}) =>
    person.send('POST', contract.recordTransfer.path, {
      body: {
        chatId,
        senderId: person.user.id,
        fileName: 'film.mkv',
        fileSize: 5_000_000_000,
        status: 'completed',
        ...given,
      },
    });

  test('is recorded by its sender and shown to both', async () => {
    const theirs = await connect(app, bob);
    const { status, body } = await record(ann);
    expect(status).toBe(201);
    expect(body.message).toMatchObject({
      type: 'fileTransfer',
      content: 'film.mkv',
      size: 5_000_000_000,
      status: 'completed',
    });
    const [heard] = await theirs.waitFor('newMessage', ({ type }) => type === 'fileTransfer');
    expect(heard).toMatchObject({ type: 'fileTransfer', status: 'completed', sender: { isMine: false } });
    expect((await record(ann, { status: 'cancelled', clientId: 'one' })).status).toBe(201);
    expect((await record(ann, { status: 'cancelled', clientId: 'one' })).status).toBe(200);
  });

  test.each<[string, object, number]>([
    ['another’s name', { senderId: '0198f1d2-0000-7000-8000-000000000000' }, 403],
    ['a status of one’s own', { status: 'hacked' }, 400],
    ['a negative size', { fileSize: -1 }, 400],
    ['an absurd size', { fileSize: 1e30 }, 400],
    ['a size as text', { fileSize: '12' }, 400],
    ['no name', { fileName: ' ' }, 400],
    ['a long name', { fileName: 'x'.repeat(256) }, 400],
  ])('is refused with %s', async (_, given, status) => {
    expect((await record(ann, given)).status).toBe(status);
  });

  test('is limited to direct chats', async () => {
    const group = await aChat(ann, await aVerifiedUser(), await aVerifiedUser());
    expect((await record(ann, { chatId: group })).status).toBe(400);
  });
});

describe('[MSG-11] a member who was disconnected', () => {
  test('learns which visible messages were deleted meanwhile', async () => {
    const chat = await aChat(await aVerifiedUser(), ann, bob);
    const say = async (content: string) =>
      (await ann.call(contract.sendMessage, { chatId: chat, content, type: 'text' })).body.message;
    const said = [await say('one'), await say('two'), await say('three')];
    const [one, , three] = said;
    if (!one || !three) throw new Error('not said');
    await ann.call(contract.deleteMessage, { messageId: one._id });
    await ann.call(contract.deleteMessage, { messageId: three._id });
    const { data } = (await bob.call(contract.getChanges, { chatId: chat, after: three.rev ?? 0 })).body;
    expect(data).toEqual([one, three].map(({ _id, seq }) => ({ deleted: { _id, seq, rev: expect.any(Number) } })));
  });
});
