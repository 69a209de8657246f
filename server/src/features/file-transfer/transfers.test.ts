import { describe, expect, test } from 'vitest';
import { createBackground } from '../../platform/background.ts';
import { createLogger } from '../../platform/logger.ts';
import { createMemoryTransferStore } from './memory-transfer-store.ts';
import type { Party, TransferTeller } from './transfer.ts';
import { createTransfers } from './transfers.ts';

const ann: Party = { userId: 'ann', deviceId: 'ann-1' };
const annsPhone: Party = { userId: 'ann', deviceId: 'ann-2' };
const bob: Party = { userId: 'bob', deviceId: 'bob-1' };
const bobsPhone: Party = { userId: 'bob', deviceId: 'bob-2' };
const eve: Party = { userId: 'eve', deviceId: 'eve-1' };
const file = { name: 'film.mkv', size: 5 };
const resumable = { ...file, canResume: true };

function begin() {
  const told: unknown[][] = [];
  const tell = Object.fromEntries(
    ['requested', 'accepted', 'rejected', 'cancelled', 'taken', 'paused', 'resumed'].map((name) => [
      name,
      (to: Party | string, ...rest: unknown[]) =>
        told.push([name, typeof to === 'string' ? to : to.deviceId, ...rest.filter((arg) => typeof arg === 'string')]),
    ]),
  ) as unknown as TransferTeller;
  let now = 1_000_000;
  const background = createBackground(createLogger('silent'));
  const transfers = createTransfers({
    background,
    store: createMemoryTransferStore(),
    tell,
    nodeId: 'here',
    isAlive: async () => false,
    times: { pendingMs: 1000, graceMs: 100, resumeMs: 500, forgetMs: 50_000 },
    now: () => now,
  });
  const heard = () => told.splice(0);
  const accepted = async (metadata = file, canResume = false) => {
    await transfers.request(ann, 'bob', metadata);
    await transfers.accept(bob, 'ann', { canResume });
    heard();
  };
  const depart = async (party: Party) => {
    transfers.depart(party);
    await background.settle();
  };
  /** Time passes, and the node looks whose is over. */
  const pass = async (ms: number) => {
    now += ms;
    await transfers.sweep();
  };
  return { transfers, heard, accepted, depart, pass };
}

describe('[TRF-1] a request', () => {
  test('goes to all devices of the receiver; the one that accepts takes it, the others are told', async () => {
    const { transfers, heard } = begin();
    expect(await transfers.request(ann, 'bob', file)).toBe(true);
    await transfers.accept(bobsPhone, 'ann', { canResume: false });
    expect(heard()).toEqual([
      ['requested', 'bob', 'ann'],
      ['taken', 'bob-2', 'ann'],
      ['accepted', 'ann-1', 'bob'],
    ]);
  });

  test('that is rejected is over for all of them', async () => {
    const { transfers, heard } = begin();
    await transfers.request(ann, 'bob', file);
    await transfers.reject(bob, 'ann');
    expect(heard().slice(1)).toEqual([
      ['taken', 'bob-1', 'ann'],
      ['rejected', 'ann-1', 'bob'],
    ]);
    await expect(transfers.accept(bobsPhone, 'ann', { canResume: false })).rejects.toThrow('no such transfer');
  });

  test('is the only one between two people until it is over, in either direction', async () => {
    const { transfers } = begin();
    await transfers.request(ann, 'bob', file);
    expect(await transfers.request(ann, 'bob', file)).toBe(false);
    expect(await transfers.request(bob, 'ann', file)).toBe(false);
    expect(await transfers.request(eve, 'bob', file)).toBe(true);
    await transfers.accept(bob, 'ann', { canResume: false });
    expect(await transfers.request(annsPhone, 'bob', file)).toBe(false);
    expect(await transfers.request(ann, 'bob', file)).toBe(true);
  });

  test('is answered by its receiver alone, and once', async () => {
    const { transfers } = begin();
    await transfers.request(ann, 'bob', file);
    for (const stranger of [ann, annsPhone, eve]) {
      await expect(transfers.accept(stranger, 'ann', { canResume: false })).rejects.toThrow('no such transfer');
      await expect(transfers.accept(stranger, 'bob', { canResume: false })).rejects.toThrow('no such transfer');
      await expect(transfers.reject(stranger, 'ann')).rejects.toThrow('no such transfer');
    }
    await transfers.accept(bob, 'ann', { canResume: false });
    await expect(transfers.accept(bobsPhone, 'ann', { canResume: false })).rejects.toThrow('no such transfer');
    await expect(transfers.reject(bob, 'ann')).rejects.toThrow('no such transfer');
  });

  test('nobody answers ends by itself', async () => {
    const { transfers, heard, pass } = begin();
    await transfers.request(ann, 'bob', file);
    heard();
    await pass(1000);
    expect(heard()).toEqual([
      ['cancelled', 'ann-1', 'bob'],
      ['cancelled', 'bob', 'ann'],
    ]);
    expect(await transfers.request(bob, 'ann', file)).toBe(true);
  });
});

describe('[TRF-2] what the browsers say to each other', () => {
  test('is not passed on before the receiver agreed, nor after it is over', async () => {
    const { transfers, heard } = begin();
    await expect(transfers.relay(ann, 'bob', 'sender')).rejects.toThrow('no such transfer');
    await transfers.request(ann, 'bob', file);
    await expect(transfers.relay(ann, 'bob', 'sender')).rejects.toThrow('no such transfer');
    await expect(transfers.relay(bob, 'ann', 'receiver')).rejects.toThrow('no such transfer');
    await transfers.accept(bob, 'ann', { canResume: false });
    expect(await transfers.relay(ann, 'bob', 'sender')).toEqual(bob);
    await transfers.done(ann, 'bob');
    await expect(transfers.relay(ann, 'bob', 'sender')).rejects.toThrow('no such transfer');
    heard();
  });

  test('goes between the two devices only, each in its own part', async () => {
    const { transfers, accepted } = begin();
    await accepted();
    expect(await transfers.relay(bob, 'ann', 'receiver')).toEqual(ann);
    expect(await transfers.relay(bob, 'ann', 'either')).toEqual(ann);
    expect(await transfers.relay(ann, 'bob', 'either')).toEqual(bob);
    await expect(transfers.relay(bob, 'ann', 'sender')).rejects.toThrow('no such transfer');
    await expect(transfers.relay(ann, 'bob', 'receiver')).rejects.toThrow('no such transfer');
    for (const stranger of [eve, annsPhone, bobsPhone]) {
      await expect(transfers.relay(stranger, 'ann', 'either')).rejects.toThrow('no such transfer');
      await expect(transfers.relay(stranger, 'bob', 'either')).rejects.toThrow('no such transfer');
    }
  });

  test('is bounded, anew for each beginning', async () => {
    const { transfers, accepted, depart } = begin();
    await accepted(resumable, true);
    for (let count = 0; count < 200; count += 1) await transfers.relay(ann, 'bob', 'either');
    await expect(transfers.relay(ann, 'bob', 'either')).rejects.toThrow('Too many');
    await depart(bob);
    await transfers.resume(bobsPhone, 'ann');
    expect(await transfers.relay(ann, 'bob', 'sender')).toEqual(bobsPhone);
  });
});

describe('[TRF-3] a transfer ends for both', () => {
  test.each<[string, Party, string, string[]]>([
    ['sender', ann, 'bob', ['cancelled', 'bob-1', 'ann']],
    ['receiver', bob, 'ann', ['cancelled', 'ann-1', 'bob']],
  ])('when the %s cancels it', async (_, party, other, expected) => {
    const { transfers, heard, accepted } = begin();
    await accepted();
    await transfers.cancel(party, other);
    expect(heard()).toEqual([expected]);
    await expect(transfers.cancel(party, other)).rejects.toThrow('no such transfer');
  });

  test('when the sender takes the request back, on all devices of the receiver', async () => {
    const { transfers, heard } = begin();
    await transfers.request(ann, 'bob', file);
    heard();
    await transfers.cancel(ann, 'bob');
    expect(heard()).toEqual([['cancelled', 'bob', 'ann']]);
  });

  test('but not when somebody else says so', async () => {
    const { transfers, heard, accepted } = begin();
    await accepted();
    for (const stranger of [eve, annsPhone, bobsPhone]) {
      await expect(transfers.cancel(stranger, 'ann')).rejects.toThrow('no such transfer');
      await expect(transfers.cancel(stranger, 'bob')).rejects.toThrow('no such transfer');
      await transfers.done(stranger, 'ann');
      await transfers.done(stranger, 'bob');
    }
    expect(heard()).toEqual([]);
    expect(await transfers.relay(ann, 'bob', 'either')).toEqual(bob);
  });

  test.each([
    ['the sender of a request', ann, false],
    ['the sender', ann, true],
    ['the receiver', bob, true],
  ])('shortly after %s was cut off', async (_, party, isAccepted) => {
    const { transfers, heard, accepted, depart, pass } = begin();
    if (isAccepted) await accepted();
    else await transfers.request(ann, 'bob', file);
    heard();
    await depart(party);
    await depart(eve);
    expect(heard()).toEqual([]);
    await pass(100);
    expect(heard().map(([name]) => name)).toEqual(['cancelled', 'cancelled']);
  });
});

describe('[TRF-4] a transfer that can be resumed', () => {
  test('waits for whoever was cut off, whichever device they come back on', async () => {
    const { transfers, heard, accepted, depart, pass } = begin();
    await accepted(resumable, true);
    await depart(bob);
    expect(heard()).toEqual([['paused', 'ann-1', 'bob']]);
    await pass(400);
    await transfers.resume(bobsPhone, 'ann');
    expect(heard()).toEqual([['resumed', 'ann-1', 'bob']]);
    await pass(10_000);
    expect(heard()).toEqual([]);
    expect(await transfers.relay(ann, 'bob', 'sender')).toEqual(bobsPhone);
  });

  test('survives both being cut off', async () => {
    const { transfers, heard, accepted, depart } = begin();
    await accepted(resumable, true);
    await depart(ann);
    await depart(bob);
    heard();
    await transfers.resume(annsPhone, 'bob');
    expect(heard()).toEqual([]);
    await transfers.resume(bob, 'ann');
    expect(heard()).toEqual([['resumed', 'ann-2', 'bob']]);
  });

  test('is over when nobody comes', async () => {
    const { transfers, heard, accepted, depart, pass } = begin();
    await accepted(resumable, true);
    await depart(bob);
    heard();
    await pass(500);
    expect(heard()).toEqual([
      ['cancelled', 'ann-1', 'bob'],
      ['cancelled', 'bob', 'ann'],
    ]);
    await expect(transfers.resume(bob, 'ann')).rejects.toThrow('no such transfer');
  });

  test('keeps its seats: nobody takes one that is taken', async () => {
    const { transfers, accepted } = begin();
    await accepted(resumable, true);
    await expect(transfers.resume(bobsPhone, 'ann')).rejects.toThrow('no such transfer');
    await expect(transfers.resume(eve, 'ann')).rejects.toThrow('no such transfer');
    await transfers.resume(bob, 'ann');
  });

  test('accepted while its sender was away, it goes on when the sender is back', async () => {
    const { transfers, heard, depart } = begin();
    await transfers.request(ann, 'bob', resumable);
    await depart(ann);
    await transfers.accept(bob, 'ann', { canResume: true });
    heard();
    await transfers.resume(annsPhone, 'bob');
    expect(heard()).toEqual([
      ['resumed', 'bob-1', 'ann'],
      ['accepted', 'ann-2', 'bob'],
    ]);
  });

  test('a request survives a new connection of its sender', async () => {
    const { transfers, heard, depart, pass } = begin();
    await transfers.request(ann, 'bob', file);
    await depart(ann);
    await transfers.resume(annsPhone, 'bob');
    await pass(500);
    heard();
    await transfers.accept(bob, 'ann', { canResume: false });
    expect(heard()).toEqual([
      ['taken', 'bob-1', 'ann'],
      ['accepted', 'ann-2', 'bob'],
    ]);
  });
});
