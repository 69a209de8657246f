import type { Ack, ChatId } from '@chat-app/contract';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { asId } from '../../test/as-id.ts';
import { connect } from '../../test/connect.ts';
import { chatServer } from '../../test/stand-in-chat-server.ts';
import { me } from '../../test/stand-in-server.ts';
import { emitIfConnected, emitWithAck } from './emit-with-ack.ts';
import type { ChatSocket } from './socket.ts';

const unanswered = { ok: false, code: 'unanswered', message: expect.any(String) };
const aMinute = () => vi.advanceTimersByTimeAsync(60_000);
/** As when the device slept through its pings. */
const sleep = async () => void vi.setSystemTime(Date.now() + 3e9);
let socket: ChatSocket;
const emitOnline = () => emitWithAck(socket, 'online', me.id);
const emitCancel = () => emitWithAck(socket, 'fileTransferCancel', me.id);
const emitOnlineNow = () => emitIfConnected(socket, 'online', me.id);

beforeEach(async () => {
  // Must run before connecting, because the library keeps references to the timers.
  vi.useFakeTimers();
  ({ socket } = await connect(me.id));
});

/** An answer that the server gives later. */
function aLateAnswer() {
  let accept = () => {};
  const late = new Promise<Ack>((resolve) => (accept = () => resolve({ ok: true })));
  return { late, accept: () => accept() };
}

describe('[RT-201] an event is acknowledged', () => {
  test('by the server, each with its own answer in any order', async () => {
    const refusal: Ack = { ok: false, code: 'not_found', message: 'There is no such transfer' };
    const { late, accept } = aLateAnswer();
    chatServer.answer = ([, , seq]) => (seq === 1 ? late : refusal);
    const [first, second] = [1, 2].map((seq) => emitWithAck(socket, 'chatRead', asId<ChatId>(me.id), seq));
    expect(await second).toEqual(refusal);
    accept();
    expect(await first).toEqual({ ok: true });
  });

  test('as unanswered after ten seconds without an answer, also after a late connect', async () => {
    chatServer.answer = () => null;
    const answer = emitOnline();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await answer).toEqual(unanswered);
    await chatServer.cut();
    chatServer.heard = [];
    const later = emitCancel();
    while (chatServer.heard.length === 0) await vi.advanceTimersByTimeAsync(100);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await later).toEqual(unanswered);
  });

  test('as unanswered if the connection ends first or does not exist', async () => {
    chatServer.answer = () => null;
    const answer = emitOnline();
    await chatServer.cut();
    expect(await answer).toEqual(unanswered);
    expect(await emitWithAck(null, 'online', me.id)).toEqual(unanswered);
  });

  test.each([
    ['no matter how long it takes', chatServer.cut, false],
    // From then on the library buffers events, although `connected` stays true until the next microtask.
    ['if the device slept through its pings', sleep, true],
  ])('after the next connect, %s', async (_when, interrupt, isStillConnected) => {
    await interrupt();
    chatServer.isUp = false;
    expect(socket.connected).toBe(isStillConnected);
    const answer = emitCancel();
    await aMinute();
    expect([socket.connected, chatServer.heard]).toEqual([false, []]);
    chatServer.isUp = true;
    await aMinute();
    expect([await answer, chatServer.heard]).toEqual([{ ok: true }, [['fileTransferCancel', me.id]]]);
  });
});

describe('[RT-304] an event for the current connection only', () => {
  test('resolves with the answer, however late, or with null when the connection ends first', async () => {
    const { late, accept } = aLateAnswer();
    chatServer.answer = () => late;
    const answer = emitOnlineNow();
    await aMinute();
    accept();
    expect(await answer).toEqual({ ok: true });
    chatServer.answer = () => null;
    const lost = emitOnlineNow();
    await chatServer.cut();
    expect(await lost).toBe(null);
  });

  test.each([
    ['without a connection', chatServer.cut],
    ['after the device slept through its pings', sleep],
  ])('%s is sent neither now nor later', async (_when, interrupt) => {
    await interrupt();
    expect(emitOnlineNow()).toBe(null);
    await aMinute();
    expect([socket.connected, chatServer.heard]).toEqual([true, []]);
    // Other events still wait for the connection.
    await chatServer.cut();
    const waiting = emitCancel();
    expect(emitOnlineNow()).toBe(null);
    await aMinute();
    expect([await waiting, chatServer.heard]).toEqual([{ ok: true }, [['fileTransferCancel', me.id]]]);
  });

  test('is sent while another packet is being written', async () => {
    void emitCancel();
    expect(await emitOnlineNow()).toEqual({ ok: true });
  });
});
