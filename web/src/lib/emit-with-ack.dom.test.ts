import type { Ack, ChatId, UserId } from '@chat-app/contract';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { asId } from '../../test/as-id.ts';
import { chatServer, resetChatServer } from '../../test/stand-in-chat-server.ts';
import { emitWithAck } from './emit-with-ack.ts';
import { openConnection } from './socket.ts';
import type { Connection } from './socket.ts';

const id = asId<UserId>('01890a5d-ac96-774b-bcce-000000000001');
const chatId = asId<ChatId>(id);
const unanswered = { ok: false, code: 'unanswered', message: expect.any(String) };
let connection: Connection;

beforeEach(async () => {
  resetChatServer();
  // Must run before connecting, because the library keeps references to the timers.
  vi.useFakeTimers();
  connection = openConnection({
    url: null,
    userId: id,
    onConnect: () => {},
    onAway: () => {},
    onUnauthorized: () => {},
  });
  connection.connect();
  await vi.waitUntil(() => connection.socket.connected);
});
afterEach(() => {
  vi.useRealTimers();
  connection.close();
});

describe('[RT-201] an event is acknowledged', () => {
  test('by the server, each with its own answer in any order', async () => {
    const refusal: Ack = { ok: false, code: 'not_found', message: 'There is no such transfer' };
    let answerLate: (answer: Ack) => void = () => {};
    const late = new Promise<Ack>((resolve) => {
      answerLate = resolve;
    });
    chatServer.answer = ([, , seq]) => (seq === 1 ? late : refusal);
    const first = emitWithAck(connection.socket, 'chatRead', chatId, 1);
    const second = emitWithAck(connection.socket, 'chatRead', chatId, 2);
    expect(await second).toEqual(refusal);
    answerLate({ ok: true });
    expect(await first).toEqual({ ok: true });
  });

  test('as unanswered after ten seconds without an answer', async () => {
    chatServer.answer = () => null;
    const answer = emitWithAck(connection.socket, 'online', id);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await answer).toEqual(unanswered);
  });

  test('as unanswered if the connection ends first or does not exist', async () => {
    chatServer.answer = () => null;
    const answer = emitWithAck(connection.socket, 'online', id);
    await chatServer.cut();
    expect(await answer).toEqual(unanswered);
    expect(await emitWithAck(null, 'online', id)).toEqual(unanswered);
  });

  test('after the next connect, no matter how long it takes', async () => {
    await chatServer.cut();
    chatServer.isUp = false;
    const answer = emitWithAck(connection.socket, 'fileTransferCancel', id);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(chatServer.heard).toEqual([]);
    chatServer.isUp = true;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await answer).toEqual({ ok: true });
    expect(chatServer.heard).toEqual([['fileTransferCancel', id]]);
  });

  test('after the next connect if the device slept through its pings', async () => {
    // From then on the library buffers events, although `connected` stays true until the next microtask.
    vi.setSystemTime(Date.now() + 3e9);
    chatServer.isUp = false;
    expect(connection.socket.connected).toBe(true);
    const answer = emitWithAck(connection.socket, 'fileTransferCancel', id);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([connection.socket.connected, chatServer.heard]).toEqual([false, []]);
    chatServer.isUp = true;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(chatServer.heard).toEqual([['fileTransferCancel', id]]);
    expect(await answer).toEqual({ ok: true });
  });
});
