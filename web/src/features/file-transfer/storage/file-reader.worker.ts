import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { answerCalls } from '../../../browser/worker-calls.ts';
import { sliceBytes } from './file-reader-protocol.ts';
import type { ReaderRequest } from './file-reader-protocol.ts';

type Hashing = { readonly hash: ReturnType<typeof sha256.create>; upTo: number } | { readonly sha256: string };

let files: readonly File[] = [];
const hashingByIndex = new Map<number, Hashing>();

answerCalls<ReaderRequest>(async (request) => {
  if (request.type === 'open') {
    ({ files } = request);
    return { answer: null };
  }
  if (request.type === 'digest') return { answer: await digest(request.index) };
  const buffer = await read(request.index, request.offset);
  return { answer: buffer, transfer: buffer ? [buffer] : [] };
});

/** The browser refuses to read a file that was changed or removed after it was picked. */
async function read(index: number, offset: number): Promise<ArrayBuffer | null> {
  const file = fileAt(index);
  if (offset >= file.size) return null;
  const length = Math.min(sliceBytes, file.size - offset);
  const buffer = await file.slice(offset, offset + length).arrayBuffer();
  if (buffer.byteLength !== length) throw new Error('The file became shorter');
  const hashing = hashingOf(index);
  // Bytes that are sent again after a reconnect must not be hashed twice.
  if ('hash' in hashing && offset <= hashing.upTo && hashing.upTo < offset + length) {
    hashing.hash.update(new Uint8Array(buffer, hashing.upTo - offset));
    hashing.upTo = offset + length;
  }
  return buffer;
}

async function digest(index: number): Promise<string> {
  const hashing = hashingOf(index);
  if ('sha256' in hashing) return hashing.sha256;
  while (hashing.upTo < fileAt(index).size) await read(index, hashing.upTo);
  const hex = bytesToHex(hashing.hash.digest());
  hashingByIndex.set(index, { sha256: hex });
  return hex;
}

function hashingOf(index: number): Hashing {
  const known = hashingByIndex.get(index) ?? { hash: sha256.create(), upTo: 0 };
  hashingByIndex.set(index, known);
  return known;
}

function fileAt(index: number): File {
  const file = files[index];
  if (!file) throw new Error('There is no such file');
  return file;
}
