import { callerHeader } from '@chat-app/contract';
import type { Ack, ChatId, ClientId, Message } from '@chat-app/contract';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { asId } from '../../test/as-id.ts';
import { aMessage, bob, idOf } from '../../test/chats.ts';
import { connect } from '../../test/connect.ts';
import { hold } from '../../test/hold.ts';
import { chatServer } from '../../test/stand-in-chat-server.ts';
import { me, refusal, startStandInServer } from '../../test/stand-in-server.ts';
import type { StandInServer } from '../../test/stand-in-server.ts';
import { setCurrentSocket } from '../api/socket.live.ts';
import { ApiError } from '../lib/api-error.ts';
import { ackTimeoutMs } from '../lib/emit-with-ack.ts';
import type { Connection } from '../lib/socket.ts';
import { deliver } from './delivery.ts';
import type { DeliveryOptions } from './delivery.ts';
import type { OutboxEntry } from './store.ts';

const send = 'POST /api/messages/send';
const overSocket = aMessage(1, 2, { content: 'over the socket' });
const overHttp = aMessage(1, 2, { content: 'over HTTP' });
const clientId = asId<ClientId>('c1');
const input = { chatId: idOf<ChatId>(1), clientId, type: 'text', content: 'hello' } as const;
const entry: OutboxEntry = { ...input, userId: me.id, order: 1, createdAt: '2026-03-01T10:00:00.000Z' };

let connection: Connection;
let server: StandInServer;
const late: Message[] = [];

beforeEach(async () => {
  late.length = 0;
  server = startStandInServer({ [send]: { status: 201, body: { message: overHttp } } });
  vi.useFakeTimers();
  connection = await connect(me.id);
  setCurrentSocket(connection.socket);
  chatServer.answer = () => ({ ok: true, message: overSocket });
});

/** One try to deliver the entry: what was answered, or the error. */
function tryOnce(options: Partial<DeliveryOptions> = {}, fields: Partial<OutboxEntry> = {}): Promise<unknown> {
  const { signal } = new AbortController();
  const callbacks = { onProgress: () => {}, onUploaded: async () => {}, onLate: (one: Message) => late.push(one) };
  const usual = { signal, lastError: null, ...callbacks };
  return deliver({ ...entry, ...fields }, { ...usual, ...options }).catch((error: unknown) => error);
}

/** Lets the test answer later. */
function holdAnswer() {
  const { held, release } = hold<Ack>();
  chatServer.answer = () => held;
  return release;
}

const hasAskedHttp = () => server.asked.includes(send);

describe('[RT-304] a message is sent', () => {
  test('over the socket while it is connected, as is an image whose upload is complete', async () => {
    expect(await tryOnce()).toEqual(overSocket);
    const image = { type: 'image', file: new File(['x'], 'cat.png'), uploadedUrl: '/api/uploads/cat.png' } as const;
    expect(await tryOnce({}, image)).toEqual(overSocket);
    const sentImage = { ...input, type: 'image', content: image.uploadedUrl };
    expect(chatServer.heard).toEqual([input, sentImage].map((sent) => ['sendMessage', sent]));
    expect(hasAskedHttp()).toBe(false);
  });

  test.each([
    ['while the socket is not connected', () => chatServer.cut()],
    ['before there is a socket', async () => setCurrentSocket(null)],
    ['after the device slept through its pings', async () => void vi.setSystemTime(Date.now() + 3e9)],
  ])('over HTTP %s, and not over the next connection', async (_when, interrupt) => {
    await interrupt();
    expect(await tryOnce()).toEqual(overHttp);
    expect(server.bodyOf(send)).toEqual(input);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([connection.socket.connected, chatServer.heard]).toEqual([true, []]);
  });

  test('neither way if it was withdrawn before, and over HTTP if an older node does not know the event', async () => {
    const signal = AbortSignal.abort(new Error('withdrawn'));
    expect(await tryOnce({ signal })).toEqual(new Error('withdrawn'));
    expect([chatServer.heard, hasAskedHttp()]).toEqual([[], false]);
    chatServer.answer = () => ({ ok: false, code: 'invalid_input', message: 'This event is not known' });
    expect(await tryOnce()).toEqual(overHttp);
  });
});

test('[RT-306] a message of another user is never sent over the socket of this one', async () => {
  expect(chatServer.claims).toEqual([{ userId: me.id }]);
  server.answer(send, refusal(401, 'unauthenticated', 'Please login to continue'));
  expect(await tryOnce({}, { userId: bob.id })).toMatchObject({ status: 401, code: 'unauthenticated' });
  expect(server.headersOf(send).get(callerHeader)).toBe(bob.id);
  expect(chatServer.heard).toEqual([]);
});

test('[RT-304] a refusal over the socket is the error of the endpoint, and so is a success without a message', async () => {
  const rows = [
    ['not_found', 404, {}, null],
    ['message_deleted', 404, {}, null],
    ['unauthenticated', 401, {}, null],
    ['rate_limited', 429, { retryAfterSeconds: 7 }, 7_000],
    ['unavailable', 503, { retryAfterSeconds: 2 }, 2_000],
    ['internal', 500, {}, null],
  ] as const;
  for (const [code, status, fields, retryAfterMs] of rows) {
    chatServer.answer = () => ({ ok: false, code, message: 'In words', ...fields });
    // oxlint-disable-next-line no-await-in-loop -- the server answers one after the other
    const error = await tryOnce();
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ code, status, retryAfterMs, serverMessage: 'In words' });
  }
  chatServer.answer = () => ({ ok: true });
  expect(await tryOnce()).toMatchObject({ name: 'ApiError', status: 200 });
  expect(hasAskedHttp()).toBe(false);
});

describe('[RT-305] without an acknowledgement', () => {
  const unanswered = { name: 'ApiError', status: 0 };

  test('a message is repeated over HTTP when the connection ends, although it is back', async () => {
    chatServer.answer = () => null;
    const first = tryOnce();
    await chatServer.cut();
    const lastError = (await first) as ApiError;
    expect(lastError).toMatchObject(unanswered);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(connection.socket.connected).toBe(true);
    expect(await tryOnce({ lastError })).toEqual(overHttp);
    expect(server.bodyOf(send)).toEqual(input);
    expect(chatServer.heard).toHaveLength(1);
    // Any other error says nothing against the socket.
    chatServer.answer = () => ({ ok: true, message: overSocket });
    expect(await tryOnce({ lastError: new ApiError({ status: 0 }) })).toEqual(overSocket);
  });

  test('for ten seconds, the connection is not used for messages until it answers, or the next one is there', async () => {
    const give = holdAnswer();
    const first = tryOnce();
    await vi.advanceTimersByTimeAsync(ackTimeoutMs);
    expect(await first).toMatchObject(unanswered);
    expect(await tryOnce({}, { clientId: asId('c2') })).toEqual(overHttp);
    expect([chatServer.heard.length, late]).toEqual([1, []]);

    give({ ok: true, message: overSocket });
    await vi.waitFor(() => expect(late).toEqual([overSocket]));
    expect(await tryOnce({}, { clientId: asId('c3') })).toEqual(overSocket);

    holdAnswer();
    const second = tryOnce({}, { clientId: asId('c4') });
    await vi.advanceTimersByTimeAsync(ackTimeoutMs);
    expect(await second).toMatchObject(unanswered);
    await chatServer.cut();
    await vi.advanceTimersByTimeAsync(60_000);
    chatServer.answer = () => ({ ok: true, message: overSocket });
    expect(await tryOnce({}, { clientId: asId('c5') })).toEqual(overSocket);
  });

  test('a withdrawn message ends at once, and is reported if the server stored it nevertheless', async () => {
    const give = holdAnswer();
    const control = new AbortController();
    const first = tryOnce({ signal: control.signal });
    control.abort(new Error('withdrawn'));
    expect(await first).toEqual(new Error('withdrawn'));
    expect(late).toEqual([]);
    give({ ok: true, message: overSocket });
    await vi.waitFor(() => expect(late).toEqual([overSocket]));
    expect(hasAskedHttp()).toBe(false);
  });
});
