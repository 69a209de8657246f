import type { Message } from '@chat-app/contract';
import { beforeEach, expect, test, vi } from 'vitest';
import { asId } from '../../test/as-id.ts';
import { aMessage, idOf } from '../../test/chats.ts';
import { me } from '../../test/stand-in-server.ts';
import { ApiError } from '../lib/api-error.ts';
import type { DeliveryOptions } from './delivery.ts';
import { createOutboxQueue } from './queue.ts';
import { isTransient, resendDelayMs } from './resend-delay.ts';
import { createMemoryStore } from './store.ts';
import type { OutboxEntry } from './store.ts';

beforeEach(() => void vi.useFakeTimers());

const anEntry = (order: number, fields: Partial<OutboxEntry> = {}): OutboxEntry => ({
  clientId: asId(`c${order}`),
  userId: me.id,
  chatId: idOf(1),
  order,
  type: 'text',
  content: `text ${order}`,
  createdAt: '2026-03-01T10:00:00.000Z',
  ...fields,
});

interface Try {
  entry: OutboxEntry;
  options: DeliveryOptions;
  succeed: () => Promise<void>;
  fail: (error: unknown) => Promise<void>;
}

const settle = async (_done?: void) => void (await vi.advanceTimersByTimeAsync(0));
const anError = (status: number, retryAfterMs?: number) =>
  new ApiError({ status, serverMessage: `Rejected with ${status}`, retryAfterMs });

/** A queue whose deliveries the test resolves or rejects. */
async function openQueue(entries: OutboxEntry[], random: () => number = () => 0.5, store = createMemoryStore()) {
  await store.addAll(entries);
  const tries: Try[] = [];
  const [stages, sent, deleted, rejections]: [string[], string[], string[], string[]] = [[], [], [], []];
  const queue = createOutboxQueue({
    userId: me.id,
    store,
    random,
    withLock: (_name, _signal, work) => work(),
    deliver: (entry, options) =>
      new Promise<Message>((resolve, reject) => {
        options.signal.addEventListener('abort', () => reject(new DOMException('gone', 'AbortError')));
        const succeed = () => settle(resolve(aMessage(1, entry.order)));
        const fail = (error: unknown) => settle(reject(error));
        tries.push({ entry, options, succeed, fail });
      }),
    onStage: (clientId, { phase, progress }) => stages.push(`${clientId} ${phase} ${progress}`),
    onDeleted: (clientId) => deleted.push(clientId),
    onLate: () => {},
    onStored: () => {},
    onSent: (clientId) => sent.push(clientId),
    onRejected: ({ clientId, failure }) => rejections.push(`${clientId}: ${failure}`),
  });
  const last = () => tries.at(-1) as Try;
  const push = async () => settle(queue.push(idOf(1)));
  await push();
  return { queue, push, store, tries, stages, sent, deleted, rejections, last };
}

const tried = (tries: Try[]) => tries.map(({ entry }) => entry.clientId);

test('[MSG-61] a chat sends one message at a time, in the order written, also those written meanwhile', async () => {
  const elsewhere = anEntry(4, { chatId: idOf(2) });
  const { queue, tries, last, sent, store } = await openQueue([anEntry(2), anEntry(1), elsewhere]);
  expect(tried(tries)).toEqual(['c1']);
  await last().succeed();
  expect(tried(tries)).toEqual(['c1', 'c2']);
  await store.addAll([anEntry(3)]);
  queue.push(idOf(1));
  expect(tried(tries)).toEqual(['c1', 'c2']);
  await last().succeed();
  await last().succeed();
  expect(sent).toEqual(['c1', 'c2', 'c3']);
  // Chats do not wait for each other.
  await store.addAll([anEntry(5)]);
  queue.push(idOf(1));
  queue.push(idOf(2));
  await settle();
  expect(tried(tries).slice(3).toSorted()).toEqual(['c4', 'c5']);
});

test('[MSG-62] [MSG-63] a transient error is followed by the same message, any other by the next one', async () => {
  const outcomes = await Promise.all(
    [0, 408, 425, 429, 500, 502, 503, 507, 400, 403, 404, 413, 415].map(async (status) => {
      const { tries, last, rejections, stages, store } = await openQueue([anEntry(1), anEntry(2)]);
      await last().fail(anError(status));
      const isWaiting = stages.at(-1) === 'c1 waiting null';
      await vi.advanceTimersByTimeAsync(1_000);
      const order = tried(tries);
      await last().succeed();
      const left = await store.list(me.id);
      return { status, isWaiting, order, rejections, left: left.map(({ clientId }) => clientId) };
    }),
  );
  const transient = { isWaiting: true, order: ['c1', 'c1'], rejections: [], left: ['c2'] };
  const final = { isWaiting: false, order: ['c1', 'c2'], left: ['c1'] };
  expect(outcomes).toEqual([
    ...[0, 408, 425, 429, 500, 502, 503, 507].map((status) => ({ status, ...transient })),
    ...[400, 403, 404, 413, 415].map((status) => ({ status, ...final, rejections: [`c1: Rejected with ${status}`] })),
  ]);
});

test('[MSG-62] retries never stop and are at most 30 s apart', async () => {
  const { tries, last } = await openQueue([anEntry(1)], () => 1);
  for (const seconds of [1, 2, 4, 8, 16, 30, 30, 30]) {
    const before = tries.length;
    await last().fail(anError(0));
    await vi.advanceTimersByTimeAsync(seconds * 1000 - 1);
    expect(tries).toHaveLength(before);
    await vi.advanceTimersByTimeAsync(1);
    expect(tries).toHaveLength(before + 1);
  }
});

test('[MSG-62] a restored network ends every wait, except that of Retry-After', async () => {
  let random = 1;
  const { queue, tries, last } = await openQueue([anEntry(1)], () => random);
  for (let failure = 0; failure < 5; failure += 1) {
    await last().fail(anError(0));
    queue.wake();
    await settle();
  }
  expect(tries).toHaveLength(6);
  random = 0;
  await last().fail(anError(429, 7_000));
  queue.wake();
  await vi.advanceTimersByTimeAsync(6_999);
  expect(tries).toHaveLength(6);
  await vi.advanceTimersByTimeAsync(1);
  expect(tries).toHaveLength(7);
});

test('[MSG-60] [MSG-64] a message in flight that is discarded, or whose queue stops, is aborted without a retry', async () => {
  const ends = [
    async ({ queue, store }: Awaited<ReturnType<typeof openQueue>>) => {
      await store.remove(asId('c1'));
      queue.abort(asId('c1'));
    },
    async ({ queue }: Awaited<ReturnType<typeof openQueue>>) => queue.stop(),
  ];
  for (const end of ends) {
    const opened = await openQueue([anEntry(1, { type: 'file', file: new File(['x'], 'x') })]);
    const { signal } = opened.last().options;
    await end(opened);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(signal.aborted).toBe(true);
    expect({ ...opened, tries: tried(opened.tries) }).toMatchObject({ tries: ['c1'], sent: [], rejections: [] });
  }
});

test('[MSG-65] an upload reports its progress; its URL is kept for the next attempt', async () => {
  const picture = anEntry(1, { type: 'image', file: new File(['x'], 'x') });
  const { tries, last, stages } = await openQueue([picture], () => 0);
  last().options.onProgress(0.4);
  await last().options.onUploaded('/api/uploads/a.png');
  await last().fail(anError(0));
  expect(stages).toContain('c1 sending 0.4');
  await settle();
  expect(tries[1]?.entry.uploadedUrl).toBe('/api/uploads/a.png');
});

test('[MSG-61] a store that fails to save the outcome does not cause a second send', async () => {
  const stuck = { ...createMemoryStore(), remove: async () => {}, update: async () => {} };
  const { tries, last } = await openQueue([anEntry(1), anEntry(2)], () => 0, stuck);
  await last().succeed();
  await last().fail(anError(400));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(tried(tries)).toEqual(['c1', 'c2']);
});

test('[MSG-63] [MSG-85] a rejected message is sent again after its author retried it, in this or another tab', async () => {
  const { queue, push, tries, last, store, sent } = await openQueue([anEntry(1)]);
  await last().fail(anError(403));
  await store.update(asId('c1'), { failure: undefined });
  await push();
  expect(tries).toHaveLength(1);
  queue.reopen(asId('c1'));
  await push();
  await last().succeed();
  expect(sent).toEqual(['c1']);
});

test('[MSG-85] a message that was deleted after it arrived is settled, not rejected', async () => {
  const { last, store, deleted, rejections } = await openQueue([anEntry(1)]);
  await last().fail(new ApiError({ status: 404, code: 'message_deleted' }));
  expect([deleted, rejections, await store.list(me.id)]).toEqual([['c1'], [], []]);
});

test('[MSG-62] [MSG-63] the delay is random below a ceiling of 1 to 30 s; a page of a proxy is transient, a bug is not', () => {
  const ceilings = [1, 2, 3, 4, 5, 6, 7, 100].map((tries) => resendDelayMs(tries, () => 1));
  expect(ceilings).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
  expect([0, 0.25].map((random) => resendDelayMs(4, () => random))).toEqual([0, 2_000]);
  expect([new ApiError({ status: 200 }), new TypeError('broken')].map(isTransient)).toEqual([true, false]);
});
