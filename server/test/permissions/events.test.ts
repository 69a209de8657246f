import * as contract from '@chat-app/contract';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { openSocket } from '../device.ts';
import { people } from '../people.ts';
import { useTestApp } from '../test-app.ts';
import { eventRows } from './event-rows.ts';
import { createScenario } from './scenario.ts';
import { type Outcome, createHarness, type Harness } from './harness.ts';

const app = useTestApp();

let harness: Harness;
beforeAll(async () => {
  harness = await createHarness(app);
});

describe('[SEC-11] an event of a verified user:', () => {
  beforeEach(() => harness.enter());

  test.each(Object.entries(eventRows))(
    '%s is answered, and heard, as the row says',
    { timeout: 120_000 },
    async (event, cells) => {
      const scenario = createScenario(harness);
      const outcomes: Record<string, Outcome> = {};
      await harness.settle();
      for (const { relation, by, args, before, after } of cells) {
        await before?.(scenario);
        if (before) await harness.settle();
        outcomes[relation] = await harness.emitAndSettle(by, event, args(harness));
        await after?.(scenario);
        if (after) await harness.settle();
      }
      expect(outcomes).toEqual(Object.fromEntries(cells.map(({ relation, expected }) => [relation, expected])));
    },
  );
});

test('[SEC-11] every event of the contract has a row', () => {
  expect(Object.keys(eventRows).toSorted()).toEqual(Object.keys(contract.clientEvents).toSorted());
});

describe('[SEC-11] a refused connection reaches nobody, although it sends events:', () => {
  const { anUnverifiedUser } = people(app);
  const callers = {
    'a visitor': () => Promise.resolve({}),
    'somebody unverified': async () => ({ cookie: `session=${(await anUnverifiedUser()).cookies.get('session')}` }),
  };

  test.each(Object.entries(callers))('%s', { timeout: 60_000 }, async (_, credentials) => {
    const given = await credentials();
    for (const [event, [cell]] of Object.entries(eventRows)) {
      const before = await harness.tally(event);
      const device = openSocket(app, given);
      const refusal = await new Promise<string>((resolve) => {
        device.socket.on('connect_error', ({ message }) => resolve(message));
        device.socket.on('connect', () => resolve('let in'));
      });
      // Written below the library, which would not send it: an event into a namespace that was refused.
      const { engine } = device.socket.io;
      engine.write(`2${JSON.stringify([event, ...(cell?.args(harness) ?? [])])}`);
      await vi.waitUntil(() => engine.readyState === 'closed', { timeout: 8000, interval: 5 });
      expect([refusal, await harness.tally(event), device.received]).toEqual(['unauthorized', before, []]);
    }
  });
});
