import { describe, expect, test, vi } from 'vitest';
import { createGate } from '../../../test/gate.ts';
import { useRedis } from '../../../test/use-redis.ts';
import { createLogger } from '../logger.ts';
import type { Bus } from './bus.ts';
import { createInProcessBus } from './in-process.ts';
import { createRedisBus } from './redis.ts';

/** `keys` are the keys within which an event's order is kept. */
type Keyed = { number: number; keys?: string[] };
type Events = { 'thing.made': Keyed; 'thing.gone': Keyed; 'noise.made': Keyed };

const orderKeys = ({ keys = ['same'] }: Keyed) => keys;

const logged: string[] = [];
const logger = createLogger('error', { write: (line) => void logged.push(line) });
const redis = useRedis();

function overRedis(node: 0 | 1 = 0, onLoss = () => {}): Promise<Bus<Events>> {
  return createRedisBus<Events>({
    redis: redis.nodes[node],
    logger,
    orderKeys,
    localEvents: ['noise.made'],
    frequentEvents: [],
    hasDevices: true,
    onLoss,
  });
}

describe.each([
  ['in process', async () => createInProcessBus<Events>(logger, orderKeys)],
  ['over Redis', () => overRedis()],
])('[CLU-3] the bus %s', (_, create) => {
  test('delivers to all local listeners, one after the other and in the order of publishing', async () => {
    const bus = await create();
    const heard: string[] = [];
    bus.on('thing.made', async ({ number }) => {
      await Promise.resolve();
      heard.push(`on ${number}`);
    });
    bus.onEveryNode('thing.made', ({ number }) => void heard.push(`each ${number}`));
    bus.on('thing.gone', ({ number }) => void heard.push(`gone ${number}`));
    bus.publish('thing.made', { number: 1 });
    bus.publish('thing.gone', { number: 1 });
    bus.publish('thing.made', { number: 2 });
    await bus.settle();
    expect(heard).toEqual(['on 1', 'each 1', 'gone 1', 'on 2', 'each 2']);
  });

  test('continues when a listener fails, and logs the failure', async () => {
    const bus = await create();
    const heard: number[] = [];
    bus.on('thing.made', () => {
      throw new Error('no');
    });
    bus.on('thing.made', ({ number }) => void heard.push(number));
    bus.publish('thing.made', { number: 1 });
    await bus.settle();
    expect(heard).toEqual([1]);
    expect(logged.join('')).toContain('"event":"thing.made"');
    expect(bus.isIdle()).toBe(true);
  });

  test('[CLU-200] does not let the events of one key wait for those of another', async () => {
    const bus = await create();
    const held = createGate();
    const heard: string[] = [];
    bus.on('thing.made', async ({ number, keys = [] }) => {
      if (number === 1) await held.opened;
      heard.push(`${keys.join()} ${number}`);
    });
    // The fifth has both keys, and is delivered after the earlier events of either.
    const published = [['slow'], ['slow'], ['other'], [], ['other', 'slow'], ['other'], ['third']];
    for (const [index, keys] of published.entries()) bus.publish('thing.made', { number: index + 1, keys });
    await vi.waitUntil(() => heard.includes('third 7'));
    expect(heard).toEqual(['other 3', ' 4', 'third 7']);
    const settled = bus.settle();
    held.open();
    await settled;
    expect(heard.slice(3)).toEqual(['slow 1', 'slow 2', 'other,slow 5', 'other 6']);
  });

  test('[CLU-200] settles only after the events that listeners publish meanwhile', async () => {
    const bus = await create();
    const heard: number[] = [];
    bus.on('thing.made', async ({ number, keys = [] }) => {
      await Promise.resolve();
      heard.push(number);
      if (number < 3) bus.publish('thing.made', { number: number + 1, keys });
    });
    bus.publish('thing.made', { number: 1, keys: ['a'] });
    await bus.settle();
    expect(heard).toEqual([1, 2, 3]);
  });
});

describe('[CLU-3] between processes', () => {
  test('an event is received by each, once, and acted upon where it was published', async () => {
    const nodes = [await overRedis(0), await overRedis(1)] as const;
    const heard: string[] = [];
    for (const [name, bus] of nodes.entries()) {
      bus.on('thing.made', ({ number }) => void heard.push(`${name} on ${number}`));
      bus.onEveryNode('thing.made', ({ number }) => void heard.push(`${name} each ${number}`));
    }
    nodes[0].publish('thing.made', { number: 1 });
    nodes[1].publish('thing.made', { number: 2 });
    await vi.waitUntil(() => heard.length === 6);
    for (const bus of nodes) await bus.settle();
    expect(heard.toSorted()).toEqual(['0 each 1', '0 each 2', '0 on 1', '1 each 1', '1 each 2', '1 on 2']);
  });

  test('[CLU-200] a slow listener delays only events that share its key', async () => {
    const [here, there] = [await overRedis(0), await overRedis(1)];
    const held = createGate();
    const heard: number[] = [];
    there.onEveryNode('thing.made', async ({ number }) => {
      if (number === 1) await held.opened;
      heard.push(number);
    });
    for (const [index, key] of ['slow', 'slow', 'other'].entries())
      here.publish('thing.made', { number: index + 1, keys: [key] });
    await vi.waitFor(() => expect(heard).toEqual([3]));
    held.open();
    await vi.waitFor(() => expect(heard).toEqual([3, 1, 2]));
  });

  test('an event that stays in its process cannot be subscribed to for each process', async () => {
    const bus = await overRedis();
    expect(() => bus.onEveryNode('noise.made', () => {})).toThrow('does not leave its process');
  });

  test('without Redis an event is delivered locally and the loss is counted; then all works as before', async () => {
    let losses = 0;
    const here = await overRedis(0, () => (losses += 1));
    const there = await overRedis(1);
    const heard: string[] = [];
    here.onEveryNode('thing.made', ({ number }) => void heard.push(`here ${number}`));
    there.onEveryNode('thing.made', ({ number }) => void heard.push(`there ${number}`));
    await redis.server.kill();
    here.publish('thing.made', { number: 1 });
    await here.settle();
    expect([heard, losses]).toEqual([['here 1'], 1]);

    await redis.server.start();
    await vi.waitFor(() => {
      here.publish('thing.made', { number: 2 });
      expect(heard).toContain('there 2');
    });
  });
});
