import * as contract from '@chat-app/contract';
import { isDeepStrictEqual } from 'node:util';
import { beforeAll, expect, test, vi } from 'vitest';
import { openSocket } from '../device.ts';
import { people } from '../people.ts';
import { useTestApp } from '../test-app.ts';
import { type Around, type Cell, refused } from './event-cells.ts';
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
  let prepared: Around | undefined;
  const prepare = async (around: Around | undefined) => {
    if (around === prepared) return;
    await prepared?.after(scenario);
    await around?.before(scenario);
    prepared = around;
    await harness.settle();
  };
  await harness.settle();
  for (const [event, cells] of Object.entries(eventRows)) {
    for (const batch of batchesOf(cells)) {
      await prepare(batch[0]?.around);
      const sent = batch.map(({ by, args }) => ({ by, args: args(harness) }));
      const answered = await harness.emitAndSettle(event, sent);
      const outcomes = batch.map(({ expected }) => expected.outcome);
      const expected = { outcomes, received: batch[0]?.expected.received };
      const relations = batch.map(({ relation }) => relation);
      if (!isDeepStrictEqual(answered, expected)) wrong.push({ event, relations, answered, expected });
      // A refused event has changed nothing, so the next one finds the same.
      if (answered.outcomes.some((outcome) => outcome !== 'refused')) await prepare(undefined);
    }
  }
  expect(wrong).toEqual([]);
});

/** Each cell alone, but together those that nobody may receive anything of, in the same circumstances. */
function batchesOf(cells: readonly Cell[]): Cell[][] {
  const batches: Cell[][] = [];
  for (const cell of cells) {
    const [last] = batches.at(-1) ?? [];
    const isAlike = cell.expected === refused && last?.expected === refused && cell.around === last.around;
    if (isAlike) batches.at(-1)?.push(cell);
    else batches.push([cell]);
  }
  return batches;
}

test('[SEC-11] every event of the contract has a row', () => {
  expect(Object.keys(eventRows).toSorted()).toEqual(Object.keys(contract.clientEvents).toSorted());
});

test('[SEC-11] a visitor and somebody unverified reach nobody, although they send events over a refused connection', async () => {
  const unverified = await people(app).anUnverifiedUser();
  const before = await harness.tally();
  const outcomes: unknown[] = [];
  for (const credentials of [{}, { cookie: `session=${unverified.cookies.get('session')}` }])
    for (const [event, [cell]] of Object.entries(eventRows)) {
      const device = openSocket(app, credentials);
      const refusal = await new Promise<string>((resolve) => {
        device.socket.on('connect_error', ({ message }) => resolve(message));
        device.socket.on('connect', () => resolve('let in'));
      });
      // Written below the library, which would not send it: an event into a namespace that was refused.
      const { engine } = device.socket.io;
      engine.write(`2${JSON.stringify([event, ...(cell?.args(harness) ?? [])])}`);
      await vi.waitUntil(() => engine.readyState === 'closed', { interval: 5 });
      outcomes.push([refusal, device.received]);
    }
  expect(outcomes).toEqual(outcomes.map(() => ['unauthorized', []]));
  expect(await harness.tally()).toEqual(before);
});
