import type { ChatId, ClientId, UserId } from '@chat-app/contract';
import { describe, expect, test, vi } from 'vitest';
import { asId } from '../../test/as-id.ts';
import { createMemoryStore, createOutboxStore } from './store.ts';
import type { OutboxEntry, OutboxStore } from './store.ts';

const [ann, bob, chat, first] = [asId<UserId>('ann'), asId<UserId>('bob'), asId<ChatId>('chat'), asId<ClientId>('c1')];

const anEntry = (order: number, userId = ann): OutboxEntry => ({
  clientId: asId(`c${order}`),
  userId,
  chatId: chat,
  order,
  type: 'text',
  content: `text ${order}`,
  createdAt: '2026-03-01T10:00:00.000Z',
});

const fail = () => Promise.reject(new Error('full or deleted'));
const files = { putFile: fail, listFiles: fail, removeFile: fail };
const entries = { list: fail, find: fail, addAll: fail, update: fail, remove: fail, removeWhere: fail };
const broken: OutboxStore = { ...entries, ...files, close: () => {} };

const stores: [string, () => OutboxStore][] = [
  ['in memory', createMemoryStore],
  ['over another', () => createOutboxStore(async () => createMemoryStore())],
  ['where no database opens', () => createOutboxStore(fail)],
  ['where the database breaks', () => createOutboxStore(async () => broken)],
];

const listed = async (store: OutboxStore) => (await store.list(ann)).map(({ clientId }) => clientId);

describe.each(stores)('%s', (_where, open) => {
  test('[MSG-66] [MSG-203] messages are listed in order, and none lasts beyond the tab', async () => {
    const store = open();
    expect(await store.addAll([2, 1, 3].map((order) => anEntry(order)))).toBe(false);
    expect(await listed(store)).toEqual(['c1', 'c2', 'c3']);
    const draft = { clientId: asId<ClientId>('c4'), userId: ann, chatId: chat, order: 4, type: 'image' } as const;
    expect(await store.putFile({ ...draft, file: new File(['x'], 'x.png') })).toBe(false);
  });

  test('[MSG-66] an update of a removed entry does not restore it', async () => {
    const store = open();
    await store.addAll([anEntry(1)]);
    await store.update(first, { failure: 'no', uploadedUrl: '/u' });
    expect(await store.find(first)).toEqual({ ...anEntry(1), failure: 'no', uploadedUrl: '/u' });
    await store.update(first, { failure: undefined });
    expect(await store.find(first)).toEqual({ ...anEntry(1), uploadedUrl: '/u' });
    await store.remove(first);
    await store.update(first, { failure: 'no' });
    expect(await store.find(first)).toBeNull();
  });

  test('[MSG-67] entries of other users are removed', async () => {
    const store = open();
    await store.addAll([anEntry(1), anEntry(2, bob)]);
    await store.removeWhere(({ userId }) => userId !== bob);
    expect([await store.list(ann), await store.list(bob)]).toEqual([[], [anEntry(2, bob)]]);
  });

  test('[MSG-202] an existing message stays unchanged, and one without its file is left out', async () => {
    const store = open();
    await store.addAll([anEntry(1)]);
    await store.update(first, { failure: 'no' });
    const picture = { ...anEntry(2), type: 'image', hasFile: true, file: new File(['x'], 'x.png') } as const;
    await store.addAll([anEntry(1), picture, { ...anEntry(3), type: 'image', hasFile: true }]);
    expect(await store.list(ann)).toEqual([{ ...anEntry(1), failure: 'no' }, picture]);
  });
});

test('[MSG-66] a message that does not fit into the database is still listed, in order', async () => {
  const lasting = createMemoryStore();
  let isFull = false;
  const store = createOutboxStore(async () => ({
    ...lasting,
    addAll: (added) => (isFull ? fail() : lasting.addAll(added)),
  }));
  await store.addAll([anEntry(1)]);
  isFull = true;
  await store.addAll([anEntry(2)]);
  isFull = false;
  await store.addAll([anEntry(3)]);
  expect(await listed(store)).toEqual(['c1', 'c2', 'c3']);
});

test('[MSG-66] messages are stored even if the database neither opens nor fails', async () => {
  vi.useFakeTimers();
  const store = createOutboxStore(() => new Promise(() => {}));
  const adding = store.addAll([anEntry(1)]);
  await vi.advanceTimersByTimeAsync(3000);
  await adding;
  expect(await listed(store)).toEqual(['c1']);
});
