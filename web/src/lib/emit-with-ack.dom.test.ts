import type { Ack, ChatId, UserId } from '@chat-app/contract';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { asId } from '../../test/as-id.ts';
import { chatServer, resetChatServer } from '../../test/stand-in-chat-server.ts';
import { emitIfConnected, emitWithAck } from './emit-with-ack.ts';
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

  test('as unanswered ten seconds after a late connect', async () => {
    await chatServer.cut();
    chatServer.answer = () => null;
    const answer = emitWithAck(connection.socket, 'fileTransferCancel', id);
    while (chatServer.heard.length === 0) await vi.advanceTimersByTimeAsync(100);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await answer).toEqual(unanswered);
  });
});

describe('[RT-304] an event for the current connection only', () => {
  const isSent = () => chatServer.heard.length > 0;

  test('resolves with the answer, however late', async () => {
    let giveAnswer: (answer: Ack) => void = () => {};
    const given = new Promise<Ack>((resolve) => {
      giveAnswer = resolve;
    });
    chatServer.answer = () => given;
    const answer = emitIfConnected(connection.socket, 'online', id);
    await vi.advanceTimersByTimeAsync(60_000);
    giveAnswer({ ok: true });
    expect(await answer).toEqual({ ok: true });
  });

  test('resolves with null when the connection ends first', async () => {
    chatServer.answer = () => null;
    const answer = emitIfConnected(connection.socket, 'online', id);
    await chatServer.cut();
    expect(await answer).toBe(null);
  });

  test.each([
    ['without a connection', () => chatServer.cut()],
    ['after the device slept through its pings', async () => void vi.setSystemTime(Date.now() + 3e9)],
  ])('%s is sent neither now nor later', async (_when, interrupt) => {
    await interrupt();
    expect(emitIfConnected(connection.socket, 'online', id)).toBe(null);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([connection.socket.connected, isSent()]).toEqual([true, false]);
    // Other events still wait for the connection.
    await chatServer.cut();
    const waiting = emitWithAck(connection.socket, 'fileTransferCancel', id);
    expect(emitIfConnected(connection.socket, 'online', id)).toBe(null);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await waiting).toEqual({ ok: true });
    expect(chatServer.heard).toEqual([['fileTransferCancel', id]]);
  });

  test('is sent while another packet is being written', async () => {
    void emitWithAck(connection.socket, 'fileTransferCancel', id);
    expect(await emitIfConnected(connection.socket, 'online', id)).toEqual({ ok: true });
  });
});
