import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { expect, test } from 'vitest';
import { createMemoryStore } from './byte-stores.ts';
import { createVerifiedFiles } from './verified-files.ts';

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

test.each<[string, number[], string | null, string]>([
  ['too few bytes', [1, 2], null, 'wrong-size'],
  ['another hash', [1, 2, 3], hashOf(3, 2, 1), 'wrong-hash'],
])('[TRF-25] %s: the file is not finished', async (_what, written, hash, fault) => {
  const { files } = await someFiles(3);
  await files.write(bytes(...written));
  await expect(files.finish(hash)).rejects.toMatchObject({ name: fault });
  expect(files.position().file).toBe(0);
});

test('[TRF-22] dropping deletes the incomplete file and keeps complete ones', async () => {
  const { store, files } = await someFiles(2, 2);
  await files.write(bytes(1, 2));
  await files.finish(null);
  await files.write(bytes(3));
  await store.deleteOpen();
  expect(await contentOf(await store.readFile(0))).toEqual([1, 2]);
  expect((await store.readFile(1)).size).toBe(0);
  const complete = await someFiles(1);
  await complete.files.write(bytes(1));
  await complete.files.finish(null);
  await complete.store.deleteOpen();
  expect(await contentOf(await complete.store.readFile(0))).toEqual([1]);
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
