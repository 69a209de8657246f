import * as contract from '@chat-app/contract';
import { describe, expect, test } from 'vitest';
import { connect } from '../../../test/device.ts';
import { type Person, people } from '../../../test/people.ts';
import { useTestApp } from '../../../test/test-app.ts';
import { filePolicy } from '../../platform/http/security-headers.ts';

const app = useTestApp();
const { aChat, aVerifiedUser } = people(app);

const waveform = Array.from({ length: 32 }, (_, index) => index).join(',');
const webm = Buffer.concat([Buffer.from('1a45dfa3', 'hex'), Buffer.from('....webm....A_OPUS'), Buffer.alloc(100, 7)]);
const ogg = Buffer.concat([Buffer.from('OggS'), Buffer.alloc(24), Buffer.from('OpusHead'), Buffer.alloc(100)]);
const mp4 = Buffer.concat([Buffer.alloc(4), Buffer.from('ftypM4A ....hdlr....soun'), Buffer.alloc(100)]);

const send = (person: Person, fields: Record<string, string>, bytes: Uint8Array = webm) =>
  person.upload(contract.sendFile, new Blob([new Uint8Array(bytes)]), 'voice', {
    kind: 'voice',
    durationMs: '4200',
    waveform,
    ...fields,
  });
const uploadCount = async () => (await app.database.sql`select from uploads`).length;

async function aPair() {
  const [ann, bob] = [await aVerifiedUser({ name: 'Ann' }), await aVerifiedUser({ name: 'Bob' })];
  return { ann, bob, chatId: await aChat(ann, bob) };
}

describe('[MSG-495] a voice message', () => {
  test.each([
    ['audio/webm', webm],
    ['audio/ogg', ogg],
    ['audio/mp4', mp4],
  ])('of %s reaches the others, and is served in parts and as audio', async (type, bytes) => {
    const { ann, bob, chatId } = await aPair();
    const theirs = await connect(app, bob);
    const { status, body } = await send(ann, { chatId }, bytes);
    expect(status).toBe(201);
    const fields = {
      type: 'voice',
      content: 'Voice message',
      durationMs: 4200,
      waveform: waveform.split(',').map(Number),
      size: bytes.length,
    };
    expect(body.message).toMatchObject(fields);
    const [heard] = await theirs.waitFor('newMessage');
    expect(heard).toMatchObject({ ...fields, url: body.message.url });
    const page = (await bob.call(contract.getMessages, { chatId })).body;
    expect(page.data[0]).toMatchObject(fields);
    expect((await bob.call(contract.getChats, {})).body.data[0]?.lastMessage).toBe('Voice message');

    const answer = await bob.send('GET', body.message.url ?? '', { headers: { range: 'bytes=2-5' } });
    expect(answer.status).toBe(206);
    expect(answer.headers.get('content-range')).toBe(`bytes 2-5/${bytes.length}`);
    expect(answer.headers.get('content-type')).toBe(type);
    expect(answer.headers.get('content-disposition')).toBeNull();
    expect(answer.headers.get('content-security-policy')).toBe(filePolicy);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect((await (await aVerifiedUser()).send('GET', body.message.url ?? '')).status).toBe(404);
  });

  test('is forwarded, replied to, quoted and deleted like any message', async () => {
    const { ann, bob, chatId } = await aPair();
    const cat = await aVerifiedUser();
    const other = await aChat(ann, cat);
    const { message } = (await send(ann, { chatId })).body;
    const reply = await bob.call(contract.sendMessage, { chatId, content: 'yes', type: 'text', replyTo: message._id });
    expect(reply.body.message.replyTo).toMatchObject({ type: 'voice', content: 'Voice message' });
    const clientId = 'forward-1' as contract.ClientId;
    const forwarded = await ann.call(contract.forwardMessages, {
      messageIds: [message._id],
      chatIds: [other],
      clientId,
    });
    expect(forwarded.body.messages[0]).toMatchObject({ type: 'voice', durationMs: 4200, url: message.url });
    await ann.call(contract.deleteMessage, { messageId: message._id });
    expect((await bob.send('GET', message.url ?? '')).status).toBe(404);
    expect((await cat.send('GET', message.url ?? '')).headers.get('content-type')).toBe('audio/webm');
    const edit = await ann.call(contract.editMessage, {
      messageId: forwarded.body.messages[0]?._id ?? message._id,
      content: 'x',
    });
    expect(edit.status).toBe(400);
  });

  test('with the same client id is one message', async () => {
    const { ann, chatId } = await aPair();
    const before = await uploadCount();
    const [first, second] = [await send(ann, { chatId, clientId: 'v1' }), await send(ann, { chatId, clientId: 'v1' })];
    expect([first.status, second.status]).toEqual([201, 200]);
    expect(second.body.message).toEqual(first.body.message);
    expect(await uploadCount()).toBe(before + 1);
  });

  test.each([
    ['a text', Buffer.from('hello'), 415],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>'), 415],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 415],
    ['a film', Buffer.concat([webm, Buffer.from('V_VP8')]), 415],
    ['a film of the MP4 family', Buffer.concat([mp4, Buffer.from('hdlr....vide')]), 415],
    ['of the MP4 family, without a description of its tracks', mp4.subarray(0, 12), 415],
    ['an image of the MP4 family', Buffer.from('\0\0\0\0ftypavif'), 415],
    ['nothing', Buffer.alloc(0), 415],
  ])('that is %s is refused, and nothing is stored', async (_, bytes, status) => {
    const { ann, chatId } = await aPair();
    const before = await uploadCount();
    expect((await send(ann, { chatId }, bytes)).status).toBe(status);
    expect(await uploadCount()).toBe(before);
    expect((await ann.call(contract.getMessages, { chatId })).body.data).toEqual([]);
  });

  test.each([
    ['no duration', { durationMs: '0' }],
    ['eleven minutes', { durationMs: '660000' }],
    ['a duration that is no number', { durationMs: 'long' }],
    ['too short a waveform', { waveform: '1,2,3' }],
    ['too long a waveform', { waveform: Array.from({ length: 129 }, () => 1).join(',') }],
    ['too loud a waveform', { waveform: waveform.replace('31', '32') }],
    ['a waveform with a gap', { waveform: waveform.replace('5,', ',') }],
    ['another kind', { kind: 'video' }],
  ])('with %s is refused, and nothing is stored', async (_, fields) => {
    const { ann, chatId } = await aPair();
    const before = await uploadCount();
    expect((await send(ann, { chatId, ...fields })).status).toBe(400);
    expect(await uploadCount()).toBe(before);
  });

  test.each([
    ['as long and with as many values as allowed', { durationMs: '600000', waveform: Array(128).fill('31').join(',') }],
    ['as short and with as few values as allowed', { durationMs: '1', waveform: Array(16).fill('0').join(',') }],
  ])('%s is accepted', async (_, fields) => {
    const { ann, chatId } = await aPair();
    expect((await send(ann, { chatId, ...fields })).status).toBe(201);
  });

  test('that claims ten minutes but is larger than they can be is refused, and nothing is stored', async () => {
    const { ann, chatId } = await aPair();
    const before = await uploadCount();
    const large = Buffer.concat([webm, Buffer.alloc(contract.limits.voiceMaxBytes, 7)]);
    expect((await send(ann, { chatId, durationMs: '600000' }, large)).status).toBe(413);
    expect(await uploadCount()).toBe(before);
    expect((await ann.call(contract.getMessages, { chatId })).body.data).toEqual([]);
  });

  test('needs a duration and a waveform, and audio without a kind stays a download', async () => {
    const { ann, chatId } = await aPair();
    const blob = new Blob([new Uint8Array(webm)]);
    expect((await ann.upload(contract.sendFile, blob, 'v', { chatId, kind: 'voice' })).status).toBe(400);
    const { message } = (await ann.upload(contract.sendFile, blob, 'song.webm', { chatId })).body;
    expect(message.type).toBe('file');
    const answer = await ann.send('GET', message.url ?? '');
    expect(answer.headers.get('content-type')).toBe('application/octet-stream');
    expect(answer.headers.get('content-disposition')).toContain('song.webm');
  });
});
