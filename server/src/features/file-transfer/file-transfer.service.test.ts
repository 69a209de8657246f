import { describe, expect, test } from 'vitest';
import { asId } from '../../../test/as-id.ts';
import { createBackground } from '../../platform/background.ts';
import { createLogger } from '../../platform/logger.ts';
import { createMemoryTransferStore } from './memory-transfer-store.ts';
import { aTransferEmitter } from './transfer-nodes.suite.ts';
import type { PeerDevice } from './transfer.ts';
import { createTransfers } from './file-transfer.service.ts';

const ann: PeerDevice = { userId: asId('ann'), deviceId: asId('ann-1') };
const annsPhone: PeerDevice = { userId: ann.userId, deviceId: asId('ann-2') };
const bob: PeerDevice = { userId: asId('bob'), deviceId: asId('bob-1') };
const bobsPhone: PeerDevice = { userId: bob.userId, deviceId: asId('bob-2') };
const eve: PeerDevice = { userId: asId('eve'), deviceId: asId('eve-1') };
const file = { name: 'film.mkv', size: 5 };
const resumable = { ...file, canResume: true };
const once = { canResume: false };
const missing = 'no such transfer';

function begin() {
  const emitted: string[] = [];
  const emitter = aTransferEmitter((name, to, ...rest) =>
    emitted.push([name, to, ...rest.filter((arg) => typeof arg === 'string')].join(' ')),
  );
  let now = 1_000_000;
  const background = createBackground(createLogger('silent'));
  const transfers = createTransfers({
    background,
    store: createMemoryTransferStore(),
    emitter,
    nodeId: asId('here'),
    isAlive: async () => false,
    times: { pendingMs: 1000, graceMs: 100, resumeMs: 500, retentionMs: 50_000 },
    now: () => now,
  });
  const heard = () => emitted.splice(0);
  const accepted = async (metadata = file, canResume = false) => {
    await transfers.request(ann, bob.userId, metadata);
    await transfers.accept(bob, ann.userId, { canResume });
    heard();
  };
  const handleDisconnect = async (device: PeerDevice) => {
    transfers.handleDisconnect(device);
    await background.settle();
  };
  /** Advances the clock and ends expired transfers. */
  const pass = async (ms: number) => {
    now += ms;
    await transfers.sweep();
  };
  return { transfers, heard, accepted, handleDisconnect, pass };
}

describe('[TRF-1] a request', () => {
  test('is sent to all devices of the receiver; one accepts it, and the others are notified', async () => {
    const { transfers, heard } = begin();
    expect(await transfers.request(ann, bob.userId, file)).toBe(true);
    await transfers.accept(bobsPhone, ann.userId, once);
    expect(heard()).toEqual(['requested bob ann', 'taken bob-2 ann', 'accepted ann-1 bob']);
  });

  test('that is rejected ends on all of them', async () => {
    const { transfers, heard } = begin();
    await transfers.request(ann, bob.userId, file);
    await transfers.reject(bob, ann.userId);
    expect(heard().slice(1)).toEqual(['taken bob-1 ann', 'rejected ann-1 bob']);
    await expect(transfers.accept(bobsPhone, ann.userId, once)).rejects.toThrow(missing);
  });

  test('is the only one between two people until it ends, in either direction', async () => {
    const { transfers } = begin();
    await transfers.request(ann, bob.userId, file);
    expect(await transfers.request(ann, bob.userId, file)).toBe(false);
    expect(await transfers.request(bob, ann.userId, file)).toBe(false);
    expect(await transfers.request(eve, bob.userId, file)).toBe(true);
    await transfers.accept(bob, ann.userId, once);
    expect(await transfers.request(annsPhone, bob.userId, file)).toBe(false);
    expect(await transfers.request(ann, bob.userId, file)).toBe(true);
  });

  test('that nobody answers expires', async () => {
    const { transfers, heard, pass } = begin();
    await transfers.request(ann, bob.userId, file);
    await pass(1000);
    expect(heard().slice(1)).toEqual(['cancelled ann-1 bob', 'cancelled bob ann']);
    expect(await transfers.request(bob, ann.userId, file)).toBe(true);
  });
});

test('[TRF-2] signaling between the browsers is relayed between their two devices, up to a limit', async () => {
  const { transfers, accepted, handleDisconnect } = begin();
  await expect(transfers.relay(ann, bob.userId, 'sender')).rejects.toThrow(missing);
  await accepted(resumable, true);
  expect(await transfers.relay(bob, ann.userId, 'receiver')).toEqual(ann);
  for (let count = 1; count < 200; count += 1) await transfers.relay(ann, bob.userId, 'either');
  await expect(transfers.relay(ann, bob.userId, 'either')).rejects.toThrow('Too many');
  await handleDisconnect(bob);
  await transfers.resume(bobsPhone, ann.userId);
  expect(await transfers.relay(ann, bob.userId, 'sender')).toEqual(bobsPhone);
  await transfers.done(ann, bob.userId);
  await expect(transfers.relay(ann, bob.userId, 'sender')).rejects.toThrow(missing);
});

describe('[TRF-3] a transfer ends for both', () => {
  test.each<[string, PeerDevice, PeerDevice, string]>([
    ['sender', ann, bob, 'cancelled bob-1 ann'],
    ['receiver', bob, ann, 'cancelled ann-1 bob'],
  ])('when the %s cancels it', async (_, party, other, expected) => {
    const { transfers, heard, accepted } = begin();
    await accepted();
    await transfers.cancel(party, other.userId);
    expect(heard()).toEqual([expected]);
    await expect(transfers.cancel(party, other.userId)).rejects.toThrow(missing);
  });

  test('when the sender cancels the request, on all devices of the receiver, but not when another device is done', async () => {
    const { transfers, heard, accepted } = begin();
    await transfers.request(ann, bob.userId, file);
    await transfers.cancel(ann, bob.userId);
    expect(heard().slice(1)).toEqual(['cancelled bob ann']);
    await accepted();
    for (const stranger of [eve, annsPhone, bobsPhone])
      for (const { userId } of [ann, bob]) await transfers.done(stranger, userId);
    expect(heard()).toEqual([]);
    expect(await transfers.relay(ann, bob.userId, 'either')).toEqual(bob);
  });

  test.each([
    ['the sender of a request', ann, false, ['cancelled ann bob', 'cancelled bob ann']],
    ['the sender', ann, true, ['cancelled ann bob', 'cancelled bob-1 ann']],
    ['the receiver', bob, true, ['cancelled ann-1 bob', 'cancelled bob ann']],
  ])('shortly after %s was disconnected', async (_, device, isAccepted, expected) => {
    const { transfers, heard, accepted, handleDisconnect, pass } = begin();
    if (isAccepted) await accepted();
    else await transfers.request(ann, bob.userId, file);
    heard();
    await handleDisconnect(device);
    await handleDisconnect(eve);
    expect(heard()).toEqual([]);
    await pass(100);
    expect(heard()).toEqual(expected);
  });
});

describe('[TRF-4] a transfer that can be resumed', () => {
  test('waits for a disconnected person, who may return on any device', async () => {
    const { transfers, heard, accepted, handleDisconnect, pass } = begin();
    await accepted(resumable, true);
    // Other devices cannot resume it while the first is connected.
    for (const device of [bobsPhone, eve]) await expect(transfers.resume(device, ann.userId)).rejects.toThrow(missing);
    await handleDisconnect(bob);
    expect(heard()).toEqual(['paused ann-1 bob']);
    await pass(400);
    await transfers.resume(bobsPhone, ann.userId);
    expect(heard()).toEqual(['resumed ann-1 bob']);
    await pass(10_000);
    expect(heard()).toEqual([]);
    expect(await transfers.relay(ann, bob.userId, 'sender')).toEqual(bobsPhone);
  });

  test('survives both being disconnected', async () => {
    const { transfers, heard, accepted, handleDisconnect } = begin();
    await accepted(resumable, true);
    await handleDisconnect(ann);
    await handleDisconnect(bob);
    heard();
    await transfers.resume(annsPhone, bob.userId);
    expect(heard()).toEqual([]);
    await transfers.resume(bob, ann.userId);
    expect(heard()).toEqual(['resumed ann-2 bob']);
  });

  test('ends when nobody returns', async () => {
    const { transfers, heard, accepted, handleDisconnect, pass } = begin();
    await accepted(resumable, true);
    await handleDisconnect(bob);
    heard();
    await pass(500);
    expect(heard()).toEqual(['cancelled ann-1 bob', 'cancelled bob ann']);
    await expect(transfers.resume(bob, ann.userId)).rejects.toThrow(missing);
  });

  test('and is accepted while its sender is disconnected continues when the sender returns', async () => {
    const { transfers, heard, handleDisconnect } = begin();
    await transfers.request(ann, bob.userId, resumable);
    await handleDisconnect(ann);
    await transfers.accept(bob, ann.userId, { canResume: true });
    heard();
    await transfers.resume(annsPhone, bob.userId);
    expect(heard()).toEqual(['resumed bob-1 ann', 'accepted ann-2 bob']);
  });

  test('survives a new connection of its sender while it is a request', async () => {
    const { transfers, heard, handleDisconnect, pass } = begin();
    await transfers.request(ann, bob.userId, file);
    await handleDisconnect(ann);
    await transfers.resume(annsPhone, bob.userId);
    await pass(500);
    heard();
    await transfers.accept(bob, ann.userId, once);
    expect(heard()).toEqual(['taken bob-1 ann', 'accepted ann-2 bob']);
  });
});
