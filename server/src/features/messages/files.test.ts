import * as contract from '@chat-app/contract';
import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { beginUpload } from '../../../test/begin-upload.ts';
import { connect } from '../../../test/device.ts';
import type { Person } from '../../../test/people.ts';
import { download } from '../../../test/stored-files.ts';
import { useOwnTestApp } from '../../../test/test-app.ts';
import { filePolicy } from '../../platform/http/security-headers.ts';
import { addTo, chats, pageOf, remove, removeFrom, rowOf } from '../../../test/chats.ts';

const app = useOwnTestApp(() => ({ MAX_UPLOAD_MB: '2' }));
const { aChat, aPair, befriend, users } = chats(app);

const megabyte = 1024 * 1024;
const sendFile = (
  person: Person,
  bytes: string | Uint8Array<ArrayBuffer>,
  { name = 'notes.txt', ...fields }: { name?: string; chatId?: contract.ChatId; clientId?: string } = {},
) => person.upload(contract.sendFile, new Blob([bytes]), name, { chatId, ...fields });
const newestIn = async (id: contract.ChatId) => (await pageOf(ann, id)).data[0];

const fileRows = async () => {
  const rows = await app.database.sql<{ fileName: string }[]>`select file_name from uploads where kind = 'file'`;
  return rows.map((row) => row.fileName).toSorted();
};
/** Expects that every stored file, as a row or as bytes, belongs to a message. */
async function expectNothingStray() {
  const shown = await app.database.sql<{ uploadFile: string }[]>`
    select upload_file from messages where upload_file like '%.bin' order by upload_file`;
  const stored = (await app.files.names()).filter((name) => name.endsWith('.bin')).toSorted();
  const names = shown.map((row) => row.uploadFile).toSorted();
  expect({ rows: await fileRows(), stored }).toEqual({ rows: names, stored: names });
}
/** A form whose parts are in this order. */
function form(...parts: readonly (readonly [name: string, value: string | File])[]) {
  const given = new FormData();
  for (const [name, value] of parts) given.append(name, value);
  return given;
}
const file = new File(['x'], 'x.txt');

let ann: Person, bob: Person, eve: Person, chatId: contract.ChatId;
beforeAll(async () => {
  ({ ann, bob, chatId } = await aPair());
  [eve] = await users('Eve');
});

describe('[MSG-7] a file', () => {
  test('reaches the others as a message, and downloads byte for byte under its own name', async () => {
    const theirs = await connect(app, bob);
    const bytes = new Uint8Array(randomBytes(megabyte + 17));
    const [name, clientId] = ['Größe "1" 📎.pdf', 'file-1'];
    const { status, body } = await sendFile(ann, bytes, { name, clientId });
    expect(status).toBe(201);
    const sender = { _id: ann.user.id, isMine: true };
    expect(body.message).toMatchObject({ type: 'file', content: name, size: bytes.length, clientId, sender });
    const [heard] = await theirs.waitFor('newMessage', ({ type }) => type === 'file');
    expect(heard).toEqual({ ...body.message, sender: { ...body.message.sender, isMine: false } });
    expect(await rowOf(bob, chatId)).toMatchObject({ lastMessage: 'sent a file' });

    const headers = { cookie: `session=${bob.cookies.get('session')}` };
    const downloaded = await fetch(app.baseUrl + body.message.url, { headers });
    expect(Buffer.compare(Buffer.from(await downloaded.arrayBuffer()), bytes)).toBe(0);
    const encoded = 'Gr%C3%B6%C3%9Fe%20%221%22%20%F0%9F%93%8E.pdf';
    expect(Object.fromEntries(downloaded.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="Gr__e _1_ __.pdf"; filename*=UTF-8''${encoded}`,
    });
    const answer = await bob.send('GET', body.message.url ?? '');
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-security-policy': filePolicy,
      'x-content-type-options': 'nosniff',
    });
  });

  test('may precede the other form fields, may be empty, and has a sanitised name, or a default one', async () => {
    const first = await ann.sendForm(contract.sendFile.path, form(['file', file], ['chatId', chatId]));
    expect(first).toMatchObject({ status: 201, body: { message: { content: 'x.txt', size: 1 } } });
    expect(await sendFile(ann, '')).toMatchObject({ status: 201, body: { message: { size: 0 } } });

    const names: Record<string, string> = {
      '../../etc/passwd': 'passwd',
      'C:\\temp\\a.txt': 'a.txt',
      'evil\u202egpj.exe': 'evilgpj.exe',
      'bell\u0007.txt': 'bell.txt',
      '..': 'file',
      'page.html': 'page.html',
      CON: 'CON',
      [`${'x'.repeat(300)}.tar`]: `${'x'.repeat(251)}.tar`,
    };
    const kept: Record<string, string> = {};
    for (const name of Object.keys(names)) kept[name] = (await sendFile(ann, 'x', { name })).body.message.content;
    expect(kept).toEqual(names);

    const body = [
      `--b\r\nContent-Disposition: form-data; name="chatId"\r\n\r\n${chatId}\r\n`,
      '--b\r\nContent-Disposition: form-data; name="file"\r\nContent-Type: application/octet-stream\r\n\r\nx\r\n--b--\r\n',
    ].join('');
    const headers = { 'content-type': 'multipart/form-data; boundary=b' };
    const unnamed = await ann.send('POST', contract.sendFile.path, { body, headers });
    expect(unnamed).toMatchObject({ status: 201, body: { message: { content: 'file' } } });
  });

  test('sent again with its idempotency key exists once, also at the same moment', async () => {
    const first = await sendFile(ann, 'same', { name: 'same.txt', clientId: 'twice' });
    const second = await sendFile(ann, 'other', { name: 'other.txt', clientId: 'twice' });
    expect([first.status, second.status]).toEqual([201, 200]);
    expect(second.body.message).toEqual(first.body.message);
    const copies = await Promise.all(Array.from({ length: 5 }, () => sendFile(ann, 'x', { clientId: 'five' })));
    expect(new Set(copies.map(({ body }) => body.message._id)).size).toBe(1);
    expect(copies.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 201]);
    await vi.waitFor(expectNothingStray);
  });
});

describe('[MSG-8] a file that is refused leaves nothing behind', () => {
  test('over the limit, by its announced and by its real size', async () => {
    for (const bytes of [3 * megabyte, 2 * megabyte + 1]) {
      const refusal = { status: 413, body: { code: 'too_large', message: 'A file can be at most 2 MB' } };
      expect(await sendFile(ann, new Uint8Array(bytes))).toMatchObject(refusal);
    }
    await vi.waitFor(expectNothingStray);
  });

  test('for a chat of others, in any order of the parts, or with wrong parts', async () => {
    const early = await sendFile(eve, 'x');
    const late = await eve.sendForm(contract.sendFile.path, form(['file', file], ['chatId', chatId]));
    expect([early.status, late.status]).toEqual([404, 404]);
    expect(late.body).toEqual(early.body);
    const wrong = {
      'no file': form(['chatId', chatId]),
      'two files': form(['chatId', chatId], ['file', file], ['file', file]),
      'another field': form(['chatId', chatId], ['image', file]),
      'no chat': form(['file', file]),
      'no id of a chat': form(['chatId', 'x'], ['file', file]),
      'an invalid key': form(['chatId', chatId], ['clientId', 'not ok!'], ['file', file]),
    };
    for (const [what, given] of Object.entries(wrong)) {
      const { status } = await ann.sendForm(contract.sendFile.path, given);
      expect({ what, status }).toEqual({ what, status: 400 });
    }
    expect((await ann.send('POST', contract.sendFile.path, { body: { chatId } })).status).toBe(400);
    await vi.waitFor(expectNothingStray);
  });

  test('that is interrupted', async () => {
    const before = await newestIn(chatId);
    const { length: count } = await fileRows();
    const upload = beginUpload(ann, contract.sendFile.path, { fields: { chatId }, beginning: 'x'.repeat(100_000) });
    await vi.waitFor(async () => expect(await fileRows()).toHaveLength(count + 1));
    const { isFilledAtOnce, unfinished } = app.files;
    await vi.waitFor(async () => expect(await unfinished()).toHaveLength(isFilledAtOnce ? 1 : 0));
    upload.abort();
    await vi.waitFor(expectNothingStray);
    expect(await unfinished()).toEqual([]);
    expect(await newestIn(chatId)).toEqual(before);
  });

  test('[MSG-330] whose sender is signed out while it is under way', async () => {
    const [cem] = await users('Cem');
    const shared = await aChat(ann, cem);
    const { length: count } = await fileRows();
    const upload = beginUpload(cem, contract.sendFile.path, { fields: { chatId: shared }, beginning: 'begun' });
    await vi.waitFor(async () => expect(await fileRows()).toHaveLength(count + 1));
    await cem.call(contract.logout, {});
    upload.finish();
    expect(await upload.status).toBe(401);
    await vi.waitFor(expectNothingStray);
    expect(await newestIn(shared)).toBeUndefined();
  });
});

describe('[MSG-9] a file is private to its chat', () => {
  test('hidden from visitors, strangers and people who joined later, and deleted with its message for everybody', async () => {
    const [kim, leo, late] = await users('Kim', 'Leo', 'Late');
    const group = await aChat(ann, leo, kim);
    const { message } = (await sendFile(leo, 'secret', { chatId: group })).body;
    const { url = '' } = message;
    await befriend(ann, late);
    await addTo(group, ann, late);
    const statuses = [];
    for (const reader of [app.client(), eve, late, kim, ann, leo]) statuses.push((await download(reader, url)).status);
    expect(statuses).toEqual([401, 404, 404, 200, 200, 200]);

    await removeFrom(group, ann, kim);
    expect((await kim.send('GET', url)).status).toBe(404);
    await remove(leo, message);
    for (const reader of [ann, leo]) expect((await reader.send('GET', url)).status).toBe(404);
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
    await remove(ann, first);
    expect((await bob.send('GET', url)).status).toBe(200);
    await remove(ann, second);
    await vi.waitFor(async () => expect(await app.files.names()).not.toContain(url.split('/').at(-1)));
    expect((await ann.send('GET', url)).status).toBe(404);

    const avatar = await upload();
    await ann.call(contract.updateProfile, { name: 'Ann', avatar });
    await remove(ann, await show(avatar));
    expect((await bob.send('GET', avatar)).status).toBe(200);
  });
});

test('[MSG-10] a transfer from browser to browser is recorded by its sender, once, and shown to both', async () => {
  const film = { type: 'fileTransfer', content: 'film.mkv', size: 5_000_000_000, status: 'completed' };
  const record = (given: object = {}) => {
    const { content: fileName, size: fileSize, status } = film;
    const body = { chatId, senderId: ann.user.id, fileName, fileSize, status, ...given };
    return ann.send('POST', contract.recordTransfer.path, { body });
  };
  const theirs = await connect(app, bob);
  expect(await record()).toMatchObject({ status: 201, body: { message: film } });
  const [heard] = await theirs.waitFor('newMessage', ({ type }) => type === 'fileTransfer');
  expect(heard).toMatchObject({ ...film, sender: { isMine: false } });
  const cancelled = { status: 'cancelled', clientId: 'one' };
  expect([(await record(cancelled)).status, (await record(cancelled)).status]).toEqual([201, 200]);

  expect((await record({ senderId: bob.user.id })).status).toBe(403);
  const group = await aChat(ann, ...(await users('Cem', 'Dan')));
  const sizes = [-1, 1e30, '12'].map((fileSize) => ({ fileSize }));
  const names = [' ', 'x'.repeat(256)].map((fileName) => ({ fileName }));
  for (const wrong of [{ chatId: group }, { status: 'hacked' }, ...sizes, ...names]) {
    expect({ wrong, status: (await record(wrong)).status }).toEqual({ wrong, status: 400 });
  }
});
