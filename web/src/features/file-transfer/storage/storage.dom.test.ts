import { limits, type UserId } from '@chat-app/contract';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { idOf } from '../../../../test/chats.ts';
import { standInForLocks } from '../../../../test/stand-in-locks.ts';
import { holdInTab } from '../../../tabs/tab-hold.ts';
import { createMemoryStore } from './byte-stores.ts';
import { claimPartials, lockName, savePartial } from './partial-transfers.ts';
import type { PartialTransfer } from './partial-transfers.ts';
import { createVerifiedFiles } from './verified-files.ts';

const [me, sender] = [idOf<UserId>(1), idOf<UserId>(2)];
const nowMs = 1_000_000_000;
const aPartial = (key: string, more: Partial<PartialTransfer> = {}): PartialTransfer => ({
  key,
  userId: me,
  senderId: sender,
  files: [{ name: 'film.mkv', size: 10 }],
  finishedCount: 0,
  atMs: nowMs - 1000,
  isOver: false,
  ...more,
});
const keysOf = (claims: Awaited<ReturnType<typeof claimPartials>>) => claims.map(({ partial }) => partial.key);
const kept = () =>
  (JSON.parse(localStorage.getItem('chat-app.partial-transfers') ?? '[]') as { key: string }[]).map(({ key }) => key);

beforeEach(() => onTestFinished(standInForLocks()));

test('[TRF-26] of two tabs that open at once, only one resumes the transfer', async () => {
  savePartial(aPartial('film'));
  const [one, two] = await Promise.all([claimPartials(me, nowMs), claimPartials(me, nowMs)]);
  const claims = [...one, ...two];
  expect(keysOf(claims)).toEqual(['film']);
  claims.forEach(({ release }) => release());
  expect(keysOf(await claimPartials(me, nowMs))).toEqual(['film']);
});

test('[TRF-26] a complete transfer is shown again, unless its dialog was closed; those of other tabs are left alone', async () => {
  savePartial(aPartial('whole', { finishedCount: 1 }));
  savePartial(aPartial('closed', { finishedCount: 1, isOver: true }));
  savePartial(aPartial('held', { atMs: 0 }));
  holdInTab(lockName('held'));
  expect(keysOf(await claimPartials(me, nowMs))).toEqual(['whole']);
  expect(kept()).toEqual(['whole', 'closed', 'held']);
});

test('[TRF-26] expired transfers and incomplete ones of another user are deleted', async () => {
  const old = { atMs: nowMs - limits.transferResumeMs };
  savePartial(aPartial('old', old));
  savePartial(aPartial('old and whole', { ...old, finishedCount: 1 }));
  savePartial(aPartial('old and over', { ...old, finishedCount: 1, isOver: true }));
  savePartial(aPartial('of another', { userId: sender }));
  expect([await claimPartials(me, nowMs), kept()]).toEqual([[], []]);
});

const bytes = (...numbers: number[]) => Uint8Array.from(numbers);
const hashOf = (...numbers: number[]) => bytesToHex(sha256(bytes(...numbers)));
const contentOf = async (blob: Blob) => [...new Uint8Array(await blob.arrayBuffer())];

async function someFiles(...sizes: number[]) {
  const store = createMemoryStore();
  const files = createVerifiedFiles(store, sizes);
  await files.open(0);
  return { store, files };
}

test('[TRF-25] no more bytes are written than were announced', async () => {
  const { store, files } = await someFiles(3);
  await files.write(bytes(1, 2));
  await expect(files.write(bytes(3, 4))).rejects.toMatchObject({ name: 'wrong-size' });
  await files.write(bytes(3));
  await files.finish(hashOf(1, 2, 3));
  await expect(files.write(bytes(4))).rejects.toMatchObject({ name: 'wrong-size' });
  expect(await contentOf(await store.readFile(0))).toEqual([1, 2, 3]);
});

test('[TRF-25] a file with too few bytes or another hash is not finished', async () => {
  for (const [content, hash, fault] of [
    [[1, 2], null, 'wrong-size'],
    [[1, 2, 3], hashOf(3, 2, 1), 'wrong-hash'],
  ] as const) {
    const { files } = await someFiles(3);
    await files.write(bytes(...content));
    await expect(files.finish(hash)).rejects.toMatchObject({ name: fault });
    expect(files.position().file).toBe(0);
  }
});

test('[TRF-22] dropping deletes the incomplete file and keeps complete ones', async () => {
  const { store, files } = await someFiles(2, 2);
  await files.write(bytes(1, 2));
  await files.finish(null);
  // Between two files, and within the second one.
  for (const next of [[], [3]]) {
    await files.write(bytes(...next));
    await store.deleteOpen();
    expect(await contentOf(await store.readFile(0))).toEqual([1, 2]);
  }
  expect((await store.readFile(1)).size).toBe(0);
});

test('[TRF-32] the memory store copies small views of large buffers', async () => {
  const { store, files } = await someFiles(2);
  const large = new Uint8Array(256 * 1024);
  large.set([1, 2]);
  await files.write(large.subarray(0, 2));
  large.fill(9);
  await files.finish(null);
  expect(await contentOf(await store.readFile(0))).toEqual([1, 2]);
});
