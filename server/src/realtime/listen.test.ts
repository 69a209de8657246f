import { type Ack, socketLimits } from '@chat-app/contract';
import { describe, expect, test, vi } from 'vitest';
import { rateLimited } from '../platform/errors.ts';
import { aGateway, openSocket } from './gateway.fixture.ts';
import { RefusedWithEvent } from './listen.ts';

const id = '01890a5d-ac96-774b-bcce-000000000001';

/** A device, the events it received, and how many acknowledgements came over the wire. */
async function aDevice(url: string) {
  const socket = openSocket(url);
  await vi.waitUntil(() => socket.connected);
  const received: unknown[][] = [];
  const counts = { acks: 0 };
  socket.onAny((...event: unknown[]) => received.push(event));
  socket.io.engine.on('packet', ({ data }: { data?: unknown }) => {
    if (typeof data === 'string' && data.startsWith('3')) counts.acks += 1;
  });
  const ask = (name: string, ...args: unknown[]) => socket.timeout(5000).emitWithAck(name, ...args) as Promise<Ack>;
  return { socket, ask, received, counts };
}

describe('[RT-200] an acknowledgement', () => {
  test('comes once, after the event was handled', async () => {
    const { gateway, url } = await aGateway();
    const steps: string[] = [];
    gateway.listen('online', async () => {
      await new Promise(setImmediate);
      steps.push('handled');
    });
    const { ask, counts, received } = await aDevice(url);
    expect(await ask('online', id)).toEqual({ ok: true });
    expect(await ask('online', id)).toEqual({ ok: true });
    expect([steps.length, counts.acks, received]).toEqual([2, 2, []]);
  });

  test('hides the cause of an internal error, and answers unknown events', async () => {
    const { gateway, url } = await aGateway();
    gateway.listen('online', () => {
      throw new Error('select secret from passwords');
    });
    const { ask, received } = await aDevice(url);
    const message = 'Something went wrong. Please try again later.';
    expect(await ask('online', id)).toEqual({ ok: false, code: 'internal', message });
    const unknown = { ok: false, code: 'invalid_input', message: 'This event is not known' };
    for (const name of ['nothing', '__proto__', 'constructor', 'chatRead']) {
      expect(await ask(name, id, 1)).toEqual(unknown);
    }
    expect(received).toEqual([]);
  });

  test('answers every event above a rate limit', async () => {
    const { gateway, url } = await aGateway({ areLimitsOn: true });
    gateway.listen('audioStream', () => {}, { perSecond: 2 });
    const { ask, received } = await aDevice(url);
    const sound = 'data:audio/webm;base64,AAAA';
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask('audioStream', id, sound)));
    const refusal = { ok: false, code: 'rate_limited', message: 'Too many events. Please slow down.' };
    expect(answers).toEqual([{ ok: true }, { ok: true }, refusal, refusal, refusal]);
    expect(received).toEqual([]);
  });

  test('[RT-25] counts the person: neither another connection nor a reconnect has more, and four are handled at once', async () => {
    const { gateway, url } = await aGateway({ areLimitsOn: true });
    let [running, most] = [0, 0];
    gateway.listen('online', async () => {
      most = Math.max(most, (running += 1));
      await new Promise(setImmediate);
      running -= 1;
    });
    const [one, two] = [await aDevice(url), await aDevice(url)];
    const half = Math.floor(socketLimits.eventsPerMinute / 2);
    const answers = await Promise.all(
      Array.from({ length: half }, () => [one.ask('online', id), two.ask('online', id)]).flat(),
    );
    expect(answers.every(({ ok }) => ok)).toBe(true);
    expect(most).toBe(4);
    one.socket.disconnect();
    const again = await aDevice(url);
    for (const device of [two, again]) expect(await device.ask('online', id)).toMatchObject({ code: 'rate_limited' });
  });

  test.each([
    ['invalid events', [{ no: 'id' }]],
    ['events that a handler refuses as too many', [id]],
  ])('[RT-21] is no longer given to a connection with too many %s', async (_, args) => {
    const { gateway, url } = await aGateway();
    gateway.listen('online', () => {
      throw rateLimited(1000);
    });
    const { socket, counts } = await aDevice(url);
    for (let count = 0; count < 1100; count += 1) socket.emit('online', ...args, () => {});
    await vi.waitUntil(() => socket.disconnected);
    expect(counts.acks).toBeLessThanOrEqual(1000);
  });

  test('[RT-303] refuses an event for which there is no capacity, before anything else', async () => {
    const { gateway, url } = await aGateway();
    let isOverloaded = true;
    let handled = 0;
    gateway.listen('online', () => void (handled += 1), { isOverloaded: () => isOverloaded });
    const { ask } = await aDevice(url);
    const busy = { ok: false, code: 'unavailable', message: expect.stringContaining('busy'), retryAfterSeconds: 2 };
    expect([await ask('online', id), await ask('online', 'no id')]).toEqual([busy, busy]);
    isOverloaded = false;
    expect([handled, await ask('online', id), handled]).toEqual([0, { ok: true }, 1]);
  });

  test('[RT-303] replaces the event that reports a refusal, and says how long to wait, as that does', async () => {
    const { gateway, url } = await aGateway();
    gateway.listen('online', () => {
      throw rateLimited(6_400);
    });
    const refusal = { code: 'peer_offline', message: 'Not there' } as const;
    gateway.listen('fileTransferDone', (_socket, otherId) => {
      throw new RefusedWithEvent(refusal, (device) => device.emit('fileTransferError', refusal.message, otherId));
    });
    const { socket, ask, received } = await aDevice(url);
    const message = 'Too many attempts. Please try again in 7 seconds.';
    const reason = { code: 'rate_limited', retryAfterSeconds: 7 };
    expect(await ask('online', id)).toEqual({ ok: false, message, ...reason });
    expect(await ask('fileTransferDone', id)).toEqual({ ok: false, ...refusal });
    expect(received).toEqual([]);
    for (const name of ['online', 'fileTransferDone']) socket.emit(name, id);
    const events = [
      ['errorMessage', 'online', message, reason],
      ['fileTransferError', 'Not there', id],
    ];
    await vi.waitFor(() => expect(received).toEqual(events));
  });

  test('is not replaced by another argument, and follows optional ones, given or not', async () => {
    const { gateway, url } = await aGateway();
    const heard: unknown[][] = [];
    const hear = (_: unknown, ...given: unknown[]) => void heard.push(given);
    for (const name of ['online', 'chatRead', 'fileReceiveAccept', 'joinVoiceRoom'] as const)
      gateway.listen(name, hear);
    const { socket, ask, received, counts } = await aDevice(url);
    // A packet carries no functions, so none of the last arguments is an acknowledgement.
    const refused: [string, ...unknown[]][] = [
      ['online', new Uint8Array([1, 2, 3])],
      ['chatRead', id, 3, null],
      ['chatRead', id, 3, 'a word'],
      ['chatRead', id, 3, { ok: true }],
      ['fileReceiveAccept', id, 'a word'],
      ['fileReceiveAccept', id, { canResume: true }, null],
      ['joinVoiceRoom', id, id, 'a word'],
      ['joinVoiceRoom', id, id, null, null],
    ];
    for (const event of refused) {
      socket.emit(...event);
      expect(await ask(...event)).toMatchObject({ ok: false, code: 'invalid_input' });
    }
    expect(received).toEqual(
      refused.map(([name]) => ['errorMessage', name, expect.any(String), { code: 'invalid_input' }]),
    );
    expect([heard, counts.acks]).toEqual([[], refused.length]);

    const accepted: [string, ...unknown[]][] = [
      ['fileReceiveAccept', id],
      ['fileReceiveAccept', id, { canResume: true }],
      ['joinVoiceRoom', id, id],
      ['joinVoiceRoom', id, id, null],
      ['joinVoiceRoom', id, id, id],
    ];
    for (const event of accepted) expect(await ask(...event)).toEqual({ ok: true });
    expect([heard.length, received.length]).toEqual([accepted.length, refused.length]);
  });

  test('does not keep a connection that sends far too many events', async () => {
    const { gateway, url } = await aGateway({ areLimitsOn: true });
    gateway.listen('online', () => {});
    const limit = socketLimits.eventsPerMinute;
    const { socket, ask, counts } = await aDevice(url);
    // Until the session is checked once more, events wait.
    await ask('online', id);
    const answers = await Promise.allSettled(Array.from({ length: limit + 1_099 }, () => ask('online', id)));
    const codes = answers.map((answer) =>
      answer.status === 'rejected' ? 'none' : answer.value.ok ? 'ok' : answer.value.code,
    );
    const countOf = (code: string) => codes.filter((one) => one === code).length;
    // On a slow machine the session is checked once more meanwhile: what waits for it then is not answered.
    const unanswered = countOf('none');
    expect(unanswered).toBeGreaterThanOrEqual(100);
    expect([countOf('ok') + unanswered, countOf('rate_limited')]).toEqual([limit - 1 + 100, 1_000]);
    expect([socket.connected, counts.acks]).toEqual([false, 1 + countOf('ok') + 1_000]);
  });
});
