import type { UserId } from '@chat-app/contract';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { asId } from '../../../test/as-id.ts';
import { type DomainEvents, orderKeys } from '../../domain-events.ts';
import { createInProcessBus } from '../../platform/bus/in-process.ts';
import { createLogger } from '../../platform/logger.ts';
import { createMemoryPresenceRegistry } from './presence-registry.ts';
import { createPresence } from './presence.service.ts';

const [ann, bob, cid, dan] = [asId<UserId>('ann'), asId<UserId>('bob'), asId<UserId>('cid'), asId<UserId>('dan')];

/** A fake database: who is related to whom, with results that can be delayed or fail. */
function createWorld() {
  const related = new Map<UserId, UserId[]>();
  const emitted = new Map<UserId, UserId[]>();
  const held: (() => void)[] = [];
  const asked: UserId[] = [];
  const state = { isHolding: false, failures: 0 };
  const logger = createLogger('silent');
  const presence = createPresence({
    bus: createInProcessBus<DomainEvents>(logger, orderKeys),
    registry: createMemoryPresenceRegistry(),
    logger,
    graceMs: 1000,
    retryMs: 500,
    emitOnline: (userId, ids) => emitted.set(userId, ids),
    listRelated: async (userId) => {
      asked.push(userId);
      if (state.failures > 0) {
        state.failures -= 1;
        throw new Error('the database is away');
      }
      const answer = related.get(userId) ?? [];
      if (state.isHolding) await new Promise<void>((resolve) => held.push(resolve));
      return answer;
    },
  });
  const relate = (a: UserId, b: UserId) => {
    related.set(a, [...(related.get(a) ?? []), b]);
    related.set(b, [...(related.get(b) ?? []), a]);
  };
  /** Answers all queries so far; later ones are delayed again while it holds. */
  const answer = async () => {
    held.splice(0).forEach((resolve) => resolve());
    await vi.advanceTimersByTimeAsync(state.isHolding ? 0 : 300);
  };
  return { presence, relate, related, emitted, asked, state, answer };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('[PRS-21] presence', () => {
  test('is not restored by a query that started before a friendship ended', async () => {
    const { presence, relate, related, emitted, state, answer } = createWorld();
    relate(ann, bob);
    await presence.handleOnline(bob, asId('b1'));
    state.isHolding = true;
    const connecting = presence.handleOnline(ann, asId('a1'));
    await vi.advanceTimersByTimeAsync(0);
    related.clear();
    presence.refresh([ann, bob]);
    state.isHolding = false;
    await answer();
    await connecting;
    await vi.advanceTimersByTimeAsync(1000);
    expect(await presence.listFor(ann)).toEqual([]);
    expect(await presence.listFor(bob)).toEqual([]);
    expect(emitted.get(bob) ?? []).toEqual([]);
  });

  test('of people who connect during a query is queried together afterwards', async () => {
    const { presence, relate, asked, state, answer } = createWorld();
    for (const other of [bob, cid, dan]) relate(ann, other);
    state.isHolding = true;
    const connecting = [ann, bob, cid, dan].map((userId) => presence.handleOnline(userId, asId(`${userId}1`)));
    await vi.advanceTimersByTimeAsync(0);
    expect(asked).toEqual(['ann']);
    await answer();
    expect(asked).toEqual(['ann', 'bob', 'cid', 'dan']);
    state.isHolding = false;
    await answer();
    await Promise.all(connecting);
    expect((await presence.listFor(ann)).toSorted()).toEqual(['bob', 'cid', 'dan']);
    expect(await presence.listFor(dan)).toEqual(['ann']);
  });

  test('can be announced again after it failed, and catches up when a query about a change failed', async () => {
    const { presence, relate, state } = createWorld();
    relate(ann, bob);
    await presence.handleOnline(bob, asId('b1'));
    state.failures = 1;
    await expect(presence.handleOnline(ann, asId('a1'))).rejects.toThrow('away');
    expect(await presence.listFor(bob)).toEqual([]);
    await presence.handleOnline(ann, asId('a2'));
    expect(await presence.listFor(bob)).toEqual(['ann']);

    await presence.handleOnline(cid, asId('c1'));
    relate(ann, cid);
    state.failures = 2;
    presence.refresh([ann]);
    await vi.advanceTimersByTimeAsync(3000);
    expect(await presence.listFor(cid)).toEqual(['ann']);
  });

  test('survives a connection that is lost for less than the grace period, and ends after it', async () => {
    const { presence, relate } = createWorld();
    relate(ann, bob);
    await presence.handleOnline(bob, asId('b1'));
    await presence.handleOnline(ann, asId('a1'));
    presence.handleDisconnect(ann, asId('a1'), { isDeliberate: false });
    await vi.advanceTimersByTimeAsync(900);
    await presence.handleOnline(ann, asId('a2'));
    await vi.advanceTimersByTimeAsync(5000);
    expect(await presence.listFor(bob)).toEqual(['ann']);
    presence.handleDisconnect(ann, asId('a2'), { isDeliberate: false });
    await vi.advanceTimersByTimeAsync(1100);
    expect(await presence.listFor(bob)).toEqual([]);
  });
});
