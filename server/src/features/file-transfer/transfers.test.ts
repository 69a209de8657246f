import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTransfers, type Party, type TransferTeller } from './transfers.ts';

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
  const transfers = createTransfers(tell, { pendingMs: 1000, graceMs: 100, resumeMs: 500 });
  const heard = () => told.splice(0);
  const accepted = (metadata = file, canResume = false) => {
    transfers.request(ann, 'bob', metadata);
    transfers.accept(bob, 'ann', { canResume });
    heard();
  };
  return { transfers, heard, accepted };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('[TRF-1] a request', () => {
  test('goes to all devices of the receiver; the one that accepts takes it, the others are told', () => {
    const { transfers, heard } = begin();
    expect(transfers.request(ann, 'bob', file)).toBe(true);
    transfers.accept(bobsPhone, 'ann', { canResume: false });
    expect(heard()).toEqual([
      ['requested', 'bob', 'ann'],
      ['taken', 'bob-2', 'ann'],
      ['accepted', 'ann-1', 'bob'],
    ]);
  });

  test('that is rejected is over for all of them', () => {
    const { transfers, heard } = begin();
    transfers.request(ann, 'bob', file);
    transfers.reject(bob, 'ann');
    expect(heard().slice(1)).toEqual([
      ['taken', 'bob-1', 'ann'],
      ['rejected', 'ann-1', 'bob'],
    ]);
    expect(() => transfers.accept(bobsPhone, 'ann', { canResume: false })).toThrow('no such transfer');
  });

  test('is the only one between two people until it is over, in either direction', () => {
    const { transfers } = begin();
    transfers.request(ann, 'bob', file);
    expect(transfers.request(ann, 'bob', file)).toBe(false);
    expect(transfers.request(bob, 'ann', file)).toBe(false);
    expect(transfers.request(eve, 'bob', file)).toBe(true);
    transfers.accept(bob, 'ann', { canResume: false });
    expect(transfers.request(annsPhone, 'bob', file)).toBe(false);
    expect(transfers.request(ann, 'bob', file)).toBe(true);
  });

  test('is answered by its receiver alone, and once', () => {
    const { transfers } = begin();
    transfers.request(ann, 'bob', file);
    for (const stranger of [ann, annsPhone, eve]) {
      expect(() => transfers.accept(stranger, 'ann', { canResume: false })).toThrow('no such transfer');
      expect(() => transfers.accept(stranger, 'bob', { canResume: false })).toThrow('no such transfer');
      expect(() => transfers.reject(stranger, 'ann')).toThrow('no such transfer');
    }
    transfers.accept(bob, 'ann', { canResume: false });
    expect(() => transfers.accept(bobsPhone, 'ann', { canResume: false })).toThrow('no such transfer');
    expect(() => transfers.reject(bob, 'ann')).toThrow('no such transfer');
  });

  test('nobody answers ends by itself', () => {
    const { transfers, heard } = begin();
    transfers.request(ann, 'bob', file);
    heard();
    vi.advanceTimersByTime(1000);
    expect(heard()).toEqual([
      ['cancelled', 'ann-1', 'bob'],
      ['cancelled', 'bob', 'ann'],
    ]);
    expect(transfers.request(bob, 'ann', file)).toBe(true);
  });
});

describe('[TRF-2] what the browsers say to each other', () => {
  test('is not passed on before the receiver agreed, nor after it is over', () => {
    const { transfers, heard } = begin();
    expect(() => transfers.relay(ann, 'bob', 'sender')).toThrow('no such transfer');
    transfers.request(ann, 'bob', file);
    expect(() => transfers.relay(ann, 'bob', 'sender')).toThrow('no such transfer');
    expect(() => transfers.relay(bob, 'ann', 'receiver')).toThrow('no such transfer');
    transfers.accept(bob, 'ann', { canResume: false });
    expect(transfers.relay(ann, 'bob', 'sender')).toEqual(bob);
    transfers.done(ann, 'bob');
    expect(() => transfers.relay(ann, 'bob', 'sender')).toThrow('no such transfer');
    heard();
  });

  test('goes between the two devices only, each in its own part', () => {
    const { transfers, accepted } = begin();
    accepted();
    expect(transfers.relay(bob, 'ann', 'receiver')).toEqual(ann);
    expect(transfers.relay(bob, 'ann', 'either')).toEqual(ann);
    expect(transfers.relay(ann, 'bob', 'either')).toEqual(bob);
    expect(() => transfers.relay(bob, 'ann', 'sender')).toThrow('no such transfer');
    expect(() => transfers.relay(ann, 'bob', 'receiver')).toThrow('no such transfer');
    for (const stranger of [eve, annsPhone, bobsPhone]) {
      expect(() => transfers.relay(stranger, 'ann', 'either')).toThrow('no such transfer');
      expect(() => transfers.relay(stranger, 'bob', 'either')).toThrow('no such transfer');
    }
  });

  test('is bounded, anew for each beginning', () => {
    const { transfers, accepted } = begin();
    accepted(resumable, true);
    for (let count = 0; count < 200; count += 1) transfers.relay(ann, 'bob', 'either');
    expect(() => transfers.relay(ann, 'bob', 'either')).toThrow('Too many');
    transfers.depart(bob);
    transfers.resume(bobsPhone, 'ann');
    expect(transfers.relay(ann, 'bob', 'sender')).toEqual(bobsPhone);
  });
});

describe('[TRF-3] a transfer ends for both', () => {
  test.each<[string, Party, string, string[]]>([
    ['sender', ann, 'bob', ['cancelled', 'bob-1', 'ann']],
    ['receiver', bob, 'ann', ['cancelled', 'ann-1', 'bob']],
  ])('when the %s cancels it', (_, party, other, expected) => {
    const { transfers, heard, accepted } = begin();
    accepted();
    transfers.cancel(party, other);
    expect(heard()).toEqual([expected]);
    expect(() => transfers.cancel(party, other)).toThrow('no such transfer');
  });

  test('when the sender takes the request back, on all devices of the receiver', () => {
    const { transfers, heard } = begin();
    transfers.request(ann, 'bob', file);
    heard();
    transfers.cancel(ann, 'bob');
    expect(heard()).toEqual([['cancelled', 'bob', 'ann']]);
  });

  test('but not when somebody else says so', () => {
    const { transfers, heard, accepted } = begin();
    accepted();
    for (const stranger of [eve, annsPhone, bobsPhone]) {
      expect(() => transfers.cancel(stranger, 'ann')).toThrow('no such transfer');
      expect(() => transfers.cancel(stranger, 'bob')).toThrow('no such transfer');
      transfers.done(stranger, 'ann');
      transfers.done(stranger, 'bob');
    }
    expect(heard()).toEqual([]);
    expect(transfers.relay(ann, 'bob', 'either')).toEqual(bob);
  });

  test.each([
    ['the sender of a request', ann, false],
    ['the sender', ann, true],
    ['the receiver', bob, true],
  ])('shortly after %s was cut off', (_, party, isAccepted) => {
    const { transfers, heard, accepted } = begin();
    if (isAccepted) accepted();
    else transfers.request(ann, 'bob', file);
    heard();
    transfers.depart(party);
    transfers.depart(eve);
    expect(heard()).toEqual([]);
    vi.advanceTimersByTime(100);
    expect(heard().map(([name]) => name)).toEqual(['cancelled', 'cancelled']);
  });
});

describe('[TRF-4] a transfer that can be resumed', () => {
  test('waits for whoever was cut off, whichever device they come back on', () => {
    const { transfers, heard, accepted } = begin();
    accepted(resumable, true);
    transfers.depart(bob);
    expect(heard()).toEqual([['paused', 'ann-1', 'bob']]);
    vi.advanceTimersByTime(400);
    transfers.resume(bobsPhone, 'ann');
    expect(heard()).toEqual([['resumed', 'ann-1', 'bob']]);
    vi.advanceTimersByTime(10_000);
    expect(heard()).toEqual([]);
    expect(transfers.relay(ann, 'bob', 'sender')).toEqual(bobsPhone);
  });

  test('survives both being cut off', () => {
    const { transfers, heard, accepted } = begin();
    accepted(resumable, true);
    transfers.depart(ann);
    transfers.depart(bob);
    heard();
    transfers.resume(annsPhone, 'bob');
    expect(heard()).toEqual([]);
    transfers.resume(bob, 'ann');
    expect(heard()).toEqual([['resumed', 'ann-2', 'bob']]);
  });

  test('is over when nobody comes', () => {
    const { transfers, heard, accepted } = begin();
    accepted(resumable, true);
    transfers.depart(bob);
    heard();
    vi.advanceTimersByTime(500);
    expect(heard()).toEqual([
      ['cancelled', 'ann-1', 'bob'],
      ['cancelled', 'bob', 'ann'],
    ]);
    expect(() => transfers.resume(bob, 'ann')).toThrow('no such transfer');
  });

  test('keeps its seats: nobody takes one that is taken', () => {
    const { transfers, accepted } = begin();
    accepted(resumable, true);
    expect(() => transfers.resume(bobsPhone, 'ann')).toThrow('no such transfer');
    expect(() => transfers.resume(eve, 'ann')).toThrow('no such transfer');
    transfers.resume(bob, 'ann');
  });

  test('accepted while its sender was away, it goes on when the sender is back', () => {
    const { transfers, heard } = begin();
    transfers.request(ann, 'bob', resumable);
    transfers.depart(ann);
    transfers.accept(bob, 'ann', { canResume: true });
    heard();
    transfers.resume(annsPhone, 'bob');
    expect(heard()).toEqual([
      ['resumed', 'bob-1', 'ann'],
      ['accepted', 'ann-2', 'bob'],
    ]);
  });

  test('a request survives a new connection of its sender', () => {
    const { transfers, heard } = begin();
    transfers.request(ann, 'bob', file);
    transfers.depart(ann);
    transfers.resume(annsPhone, 'bob');
    vi.advanceTimersByTime(500);
    heard();
    transfers.accept(bob, 'ann', { canResume: false });
    expect(heard()).toEqual([
      ['taken', 'bob-1', 'ann'],
      ['accepted', 'ann-2', 'bob'],
    ]);
  });
});
