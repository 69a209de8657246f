import { socketLimits } from '@chat-app/contract';
import type { Socket } from 'socket.io-client';
import { describe, expect, test, vi } from 'vitest';
import { afterTest } from '../../test/after-test.ts';
import { createGate } from '../../test/gate.ts';
import { createConnectionSlots } from './connection-slots.ts';
import { aGateway, openSocket as open } from './gateway.fixture.ts';

const maxConnections = socketLimits.connectionsPerPerson;

const outcomeOf = (socket: Socket) =>
  new Promise<string>((resolve) => {
    socket.once('connect', () => resolve('connected'));
    socket.once('connect_error', ({ message }) => resolve(message));
  });

/** Opens them at once; returns those that were accepted. */
async function openMany(url: string, count: number) {
  const sockets = Array.from({ length: count }, () => open(url));
  const outcomes = await Promise.all(sockets.map(outcomeOf));
  expect(new Set(outcomes)).toEqual(count > maxConnections ? refusedAbove : new Set(['connected']));
  return sockets.filter((_, index) => outcomes[index] === 'connected');
}
const refusedAbove = new Set(['connected', 'too many connections']);

describe('[RT-320] the connections of one person', () => {
  test('are at most thirty, although many more are opened at once', async () => {
    const { url } = await aGateway({ areLimitsOn: true });
    const sockets = await openMany(url, 100);
    expect(sockets).toHaveLength(maxConnections);
    for (const socket of sockets.slice(0, 10)) socket.disconnect();
    await vi.waitFor(async () => expect(await outcomeOf(open(url))).toBe('connected'));
    expect(await openMany(url, 9)).toHaveLength(9);
    expect(await outcomeOf(open(url))).toBe('too many connections');
  });

  test.each(['before', 'after'])(
    'that break during the handshake, %s they were counted, hold no slot',
    async (when) => {
      const gate = createGate();
      const all = createConnectionSlots(null);
      const slots = {
        ...all,
        take: async (...given: Parameters<typeof all.take>) => {
          const isTaken = await all.take(...given);
          if (when === 'after') await gate.opened;
          return isTaken;
        },
      };
      const identified = async () => (when === 'before' ? gate.opened : undefined);
      const { gateway, url } = await aGateway({ areLimitsOn: true, identified, slots });
      const sockets = Array.from({ length: maxConnections }, () => open(url));
      await vi.waitUntil(() => sockets.every(({ io: { engine } }) => engine.readyState === 'open'));
      await vi.waitUntil(() => gateway.io.engine.clientsCount === maxConnections);
      for (const { io: manager } of sockets) manager.engine.close();
      await vi.waitUntil(() => gateway.io.engine.clientsCount === 0);
      gate.open();
      expect(await openMany(url, maxConnections)).toHaveLength(maxConnections);
    },
  );

  test('can be given up and opened again over one transport without limit', async () => {
    const warned = vi.fn<(warning: Error) => void>();
    process.on('warning', warned);
    afterTest(() => void process.off('warning', warned));
    const { gateway, url } = await aGateway({ areLimitsOn: true });
    const first = open(url);
    expect(await outcomeOf(first)).toBe('connected');
    const { engine } = first.io;
    const { sockets } = gateway.io.of('/');
    for (let count = 0; count < maxConnections + 10; count += 1) {
      // The protocol's packets for leaving the namespace and entering it.
      engine.write('1');
      await vi.waitUntil(() => sockets.size === 0, { interval: 1 });
      engine.write('0');
      await vi.waitUntil(() => sockets.size === 1, { interval: 1 });
    }
    expect(await openMany(url, maxConnections - 1)).toHaveLength(maxConnections - 1);
    const refused = open(url);
    for (let count = 0; count < 20; count += 1) {
      expect(await outcomeOf(refused)).toBe('too many connections');
      refused.connect();
    }
    expect(warned).not.toHaveBeenCalled();
  });
});
