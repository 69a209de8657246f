import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createGate } from '../../../test/gate.ts';
import { createRandom } from '../../../test/random.ts';
import { createLogger } from '../logger.ts';
import { createOrderedDelivery } from './ordered-delivery.ts';

const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000);

test(`[CLU-200] each key's events arrive in order, one at a time, however long each takes (seed ${seed})`, async () => {
  const random = createRandom(seed);
  const delivery = createOrderedDelivery(createLogger('silent'));
  const keys = ['a', 'b', 'c', 'd', 'e'];
  const heardByKey = new Map<string, number[]>(keys.map((key) => [key, []]));
  const sentByKey = new Map<string, number[]>(keys.map((key) => [key, []]));
  const busy = new Set<string>();
  const overlaps: string[] = [];

  for (let number = 0; number < 500; number += 1) {
    const chosen = keys.filter(() => random.isOneIn(4));
    const delayMs = random.below(4);
    const isAtOnce = random.isOneIn(3);
    const fails = random.isOneIn(10);
    for (const key of chosen) sentByKey.get(key)?.push(number);
    const listener = async () => {
      overlaps.push(...chosen.filter((key) => busy.has(key)));
      for (const key of chosen) busy.add(key);
      // Real time: listeners take different times.
      if (!isAtOnce) await pause(delayMs);
      for (const key of chosen) heardByKey.get(key)?.push(number);
      for (const key of chosen) busy.delete(key);
      if (fails) throw new Error('no');
    };
    delivery.enqueue(chosen, { name: 'numbered', event: { number }, listeners: [listener] });
    // Real time: events come at random moments.
    if (random.isOneIn(20)) await pause(random.below(3));
  }
  await delivery.settle();
  expect(overlaps).toEqual([]);
  expect(heardByKey).toEqual(sentByKey);
  expect(delivery.depth()).toEqual({ events: 0, keys: 0 });
});

test('[CLU-200] a key is dropped with its last event, even while another key is blocked', async () => {
  const delivery = createOrderedDelivery(createLogger('silent'));
  const held = createGate();
  delivery.enqueue(['held'], { name: 'numbered', event: {}, listeners: [() => held.opened] });
  for (let number = 0; number < 1000; number += 1) {
    delivery.enqueue([`key ${number}`], { name: 'numbered', event: {}, listeners: [() => {}] });
  }
  expect(delivery.depth()).toEqual({ events: 1001, keys: 1001 });
  await pause(0);
  expect(delivery.depth()).toEqual({ events: 1, keys: 1 });
  held.open();
  await delivery.settle();
  expect(delivery.depth()).toEqual({ events: 0, keys: 0 });
});
