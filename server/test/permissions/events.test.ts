import * as contract from '@chat-app/contract';
import { isDeepStrictEqual } from 'node:util';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { openSocket } from '../device.ts';
import { people } from '../people.ts';
import { useTestApp } from '../test-app.ts';
import { eventRows } from './event-rows.ts';
import { createScenario } from './scenario.ts';
import { createHarness, type Harness } from './harness.ts';

const app = useTestApp();

let harness: Harness;
beforeAll(async () => {
  harness = await createHarness(app);
});

test('[SEC-11] each event of a verified user is answered, and heard, as its row says', async () => {
  await harness.enter();
  const scenario = createScenario(harness);
  const wrong: object[] = [];
  await harness.settle();
  for (const [event, cells] of Object.entries(eventRows)) {
    for (const { relation, by, args, before, after, expected } of cells) {
      await before?.(scenario);
      if (before) await harness.settle();
      const outcome = await harness.emitAndSettle(by, event, args(harness));
      if (!isDeepStrictEqual(outcome, expected)) wrong.push({ event, relation, outcome, expected });
      await after?.(scenario);
      if (after) await harness.settle();
    }
  }
  expect(wrong).toEqual([]);
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

  test.each(Object.entries(callers))('%s', async (_, credentials) => {
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
      await vi.waitUntil(() => engine.readyState === 'closed', { interval: 5 });
      expect([refusal, await harness.tally(event), device.received]).toEqual(['unauthorized', before, []]);
    }
  });
});
