import * as contract from '@chat-app/contract';
import { describe, expect, test } from 'vitest';
import { asId } from '../../../test/as-id.ts';
import { connect } from '../../../test/device.ts';
import type { Person } from '../../../test/people.ts';
import { useTestApp } from '../../../test/test-app.ts';
import { filePolicy } from '../../platform/http/security-headers.ts';
import { chats, edit, pageOf, remove, rowOf, say } from '../../../test/chats.ts';

const app = useTestApp();
const { aChat, aPair, users } = chats(app);

const waveform = Array.from({ length: 32 }, (_, index) => index).join(',');
const webm = Buffer.concat([Buffer.from('1a45dfa3', 'hex'), Buffer.from('....webm....A_OPUS'), Buffer.alloc(100, 7)]);
const ogg = Buffer.concat([Buffer.from('OggS'), Buffer.alloc(24), Buffer.from('OpusHead'), Buffer.alloc(100)]);
const mp4 = Buffer.concat([Buffer.alloc(4), Buffer.from('ftypM4A ....hdlr....soun'), Buffer.alloc(100)]);

const send = (person: Person, given: Record<string, string>, bytes: Uint8Array = webm) => {
  const fields = { kind: 'voice', durationMs: '4200', waveform, ...given };
  return person.upload(contract.sendFile, new Blob([new Uint8Array(bytes)]), 'voice', fields);
};
const uploadsOf = (person: Person) => app.database.sql`select from uploads where owner_id = ${person.user.id}`;

describe('[MSG-495] a voice message', () => {
  test.each([
    ['audio/webm', webm],
    ['audio/ogg', ogg],
    ['audio/mp4', mp4],
  ])('of %s reaches the others, and is served in parts and as audio', async (type, bytes) => {
    const { ann, bob, chatId } = await aPair();
    const theirs = await connect(app, bob);
    const { status, body } = await send(ann, { chatId }, bytes);
    const { url = '' } = body.message;
    expect(status).toBe(201);
    const values = waveform.split(',').map(Number);
    const fields = { type: 'voice', content: 'Voice message', durationMs: 4200, waveform: values, size: bytes.length };
    expect(body.message).toMatchObject(fields);
    const [heard] = await theirs.waitFor('newMessage');
    expect(heard).toMatchObject({ ...fields, url });
    expect((await pageOf(bob, chatId)).data[0]).toMatchObject(fields);
    expect((await rowOf(bob, chatId))?.lastMessage).toBe('Voice message');

    const answer = await bob.send('GET', url, { headers: { range: 'bytes=2-5' } });
    expect(answer.status).toBe(206);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-range': `bytes 2-5/${bytes.length}`,
      'content-type': type,
      'content-security-policy': filePolicy,
      'x-content-type-options': 'nosniff',
    });
    expect(answer.headers.get('content-disposition')).toBeNull();
  });

  test('is forwarded, replied to, quoted and deleted like any message, and stored once for one client id', async () => {
    const { ann, bob, chatId } = await aPair();
    const [cat] = await users('Cat');
    const other = await aChat(ann, cat);
    const { message } = (await send(ann, { chatId, clientId: 'v1' })).body;
    expect(await send(ann, { chatId, clientId: 'v1' })).toMatchObject({ status: 200, body: { message } });
    expect(await uploadsOf(ann)).toHaveLength(1);
    const { _id: messageId, url = '' } = message;
    const reply = await say(bob, chatId, 'yes', { replyTo: messageId });
    expect(reply.replyTo).toMatchObject({ type: 'voice', content: 'Voice message' });
    const request = { messageIds: [messageId], chatIds: [other], clientId: asId<contract.ClientId>('forward-1') };
    const [copy = message] = (await ann.call(contract.forwardMessages, request)).body.messages;
    expect(copy).toMatchObject({ type: 'voice', durationMs: 4200, url });
    await remove(ann, message);
    expect((await bob.send('GET', url)).status).toBe(404);
    expect((await cat.send('GET', url)).headers.get('content-type')).toBe('audio/webm');
    expect((await edit(ann, copy, 'x')).status).toBe(400);
  });

  test('that is no audio, too large or has wrong fields is refused, and nothing is stored', async () => {
    const { ann, chatId } = await aPair();
    const notAudio = {
      'a text': Buffer.from('hello'),
      'a page': Buffer.from('<!doctype html><script>alert(1)</script>'),
      'a picture': Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
      'a film': Buffer.concat([webm, Buffer.from('V_VP8')]),
      'a film of the MP4 family': Buffer.concat([mp4, Buffer.from('hdlr....vide')]),
      'of the MP4 family, without a description of its tracks': mp4.subarray(0, 12),
      'an image of the MP4 family': Buffer.from('\0\0\0\0ftypavif'),
      nothing: Buffer.alloc(0),
    };
    const wrong: unknown[] = [];
    const expectRefused = async (status: number, what: unknown, ...given: Parameters<typeof send>) => {
      if ((await send(...given)).status !== status) wrong.push(what);
    };
    for (const [what, bytes] of Object.entries(notAudio)) await expectRefused(415, what, ann, { chatId }, bytes);
    const large = Buffer.concat([webm, Buffer.alloc(contract.limits.voiceMaxBytes, 7)]);
    await expectRefused(413, 'too large for ten minutes', ann, { chatId, durationMs: '600000' }, large);
    const durations = ['0', '660000', 'long', ''].map((durationMs) => ({ durationMs }));
    const tooMany = Array(129).fill('1').join(',');
    const waveforms = ['', '1,2,3', tooMany, waveform.replace('31', '32'), waveform.replace('5,', ',')];
    for (const fields of [...durations, ...waveforms.map((values) => ({ waveform: values })), { kind: 'video' }]) {
      await expectRefused(400, fields, ann, { chatId, ...fields });
    }
    expect(wrong).toEqual([]);
    expect(await uploadsOf(ann)).toEqual([]);
    expect((await pageOf(ann, chatId)).data).toEqual([]);

    for (const fields of [
      { durationMs: '600000', waveform: Array(128).fill('31').join(',') },
      { durationMs: '1', waveform: Array(16).fill('0').join(',') },
    ]) {
      expect((await send(ann, { chatId, ...fields })).status).toBe(201);
    }
  });

  test('has a kind: other audio stays a download', async () => {
    const { ann, chatId } = await aPair();
    const blob = new Blob([new Uint8Array(webm)]);
    const { message } = (await ann.upload(contract.sendFile, blob, 'song.webm', { chatId })).body;
    expect(message.type).toBe('file');
    const answer = await ann.send('GET', message.url ?? '');
    expect(answer.headers.get('content-type')).toBe('application/octet-stream');
    expect(answer.headers.get('content-disposition')).toContain('song.webm');
  });
});
