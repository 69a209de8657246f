import type { Ack } from '@chat-app/contract';
import { io } from 'socket.io-client';
import { describe, expect, test, vi } from 'vitest';
import { afterTest, aGateway } from './gateway.fixture.ts';
import { RefusedWithEvent } from './listen.ts';

const id = '01890a5d-ac96-774b-bcce-000000000001';

/** A device, what it was told beside acknowledgements, and how many of those came over the wire. */
async function aDevice(url: string) {
  const socket = io(url, { transports: ['websocket'], forceNew: true });
  afterTest(() => void socket.disconnect());
  await vi.waitUntil(() => socket.connected);
  const told: unknown[][] = [];
  const counts = { acks: 0 };
  socket.onAny((...event: unknown[]) => told.push(event));
  socket.io.engine.on('packet', ({ data }: { data?: unknown }) => {
    if (typeof data === 'string' && data.startsWith('3')) counts.acks += 1;
  });
  const ask = (name: string, ...args: unknown[]) => socket.timeout(5000).emitWithAck(name, ...args) as Promise<Ack>;
  return { socket, ask, told, counts };
}

describe('[RT-200] an acknowledgement', () => {
  test('comes once, after the event was dealt with', async () => {
    const { gateway, url } = await aGateway();
    const steps: string[] = [];
    gateway.listen('online', async () => {
      await new Promise(setImmediate);
      steps.push('dealt with');
    });
    const { ask, counts, told } = await aDevice(url);
    expect(await ask('online', id)).toEqual({ ok: true });
    expect(await ask('online', id)).toEqual({ ok: true });
    expect([steps.length, counts.acks, told]).toEqual([2, 2, []]);
  });

  test('tells nothing of a failure of ours', async () => {
    const { gateway, url } = await aGateway();
    gateway.listen('online', () => {
      throw new Error('select secret from passwords');
    });
    const { ask, told } = await aDevice(url);
    const message = 'Something went wrong. Please try again later.';
    expect(await ask('online', id)).toEqual({ ok: false, code: 'internal', message });
    expect(told).toEqual([]);
  });

  test('answers events that nobody knows', async () => {
    const { url } = await aGateway();
    const { ask, told } = await aDevice(url);
    for (const name of ['nothing', '__proto__', 'constructor', 'online']) {
      expect(await ask(name, id)).toEqual({ ok: false, code: 'invalid_input', message: 'This event is not known' });
    }
    expect(told).toEqual([]);
  });

  test('answers events that come too often, each of them', async () => {
    const { gateway, url } = await aGateway({ areLimitsOn: true });
    gateway.listen('audioStream', () => {}, { perSecond: 2 });
    const { ask, told } = await aDevice(url);
    const sound = 'data:audio/webm;base64,AAAA';
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask('audioStream', id, sound)));
    const refusal = { ok: false, code: 'rate_limited', message: 'Too many events. Please slow down.' };
    expect(answers).toEqual([{ ok: true }, { ok: true }, refusal, refusal, refusal]);
    expect(told).toEqual([]);
  });

  test('takes the place of the event that tells a refusal otherwise', async () => {
    const { gateway, url } = await aGateway();
    const refusal = { code: 'peer_offline', message: 'Not there' } as const;
    gateway.listen('fileTransferDone', (_socket, otherId) => {
      throw new RefusedWithEvent(refusal, (device) => device.emit('fileTransferError', refusal.message, otherId));
    });
    const { socket, ask, told } = await aDevice(url);
    expect(await ask('fileTransferDone', id)).toEqual({ ok: false, ...refusal });
    expect(told).toEqual([]);
    socket.emit('fileTransferDone', id);
    await vi.waitUntil(() => told.length > 0);
    expect(told).toEqual([['fileTransferError', 'Not there', id]]);
  });

  test.each([[null], ['a word'], [{ ok: true }]])('that is no function but %j is ignored', async (given) => {
    const { gateway, url } = await aGateway();
    const heard: unknown[][] = [];
    gateway.listen('chatRead', (_socket, ...args) => void heard.push(args));
    const { socket, ask, told, counts } = await aDevice(url);
    socket.emit('chatRead', id, 3, given);
    expect(await ask('chatRead', id, 4)).toEqual({ ok: true });
    expect([heard, told, counts.acks]).toEqual([
      [
        [id, 3],
        [id, 4],
      ],
      [],
      1,
    ]);
  });
});
