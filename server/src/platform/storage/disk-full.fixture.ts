import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createDiskBlobStore } from './disk.ts';

// Runs on a disk of 1 MB that only this process can see.
const root = process.argv[2] ?? '';
const store = await createDiskBlobStore(root);
const aFile = () => Readable.from([randomBytes(300_000), randomBytes(300_000)]);

const [first, second] = ['first-0123456789', 'second-0123456789'];
await store.write(first, aFile());
const refusedAs = await store.write(second, aFile()).then(
  () => 'nothing',
  (error: Error) => error.name,
);
const unfinished = await readdir(join(root, 'unfinished'));
const oldStillReadable = (await store.stat(first))?.bytes;
await store.remove(first);
const writtenAfterRemoval = await store.write(second, aFile());

process.stdout.write(JSON.stringify({ refusedAs, unfinished, oldStillReadable, writtenAfterRemoval }));
