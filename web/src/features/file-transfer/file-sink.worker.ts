import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { answerCalls } from '../../lib/worker-calls.ts';
import { openStore, requireSpace } from './byte-stores.ts';
import type { ByteStore } from './byte-stores.ts';
import type { Position } from './channel-messages.ts';
import type { SinkAnswer, SinkRequest } from './file-sink-calls.ts';

const rereadBytes = 1024 * 1024;

let store: ByteStore;
let sizes: readonly number[] = [];
let position: Position = { file: 0, offset: 0 };
let hash = sha256.create();

answerCalls<SinkRequest>(async (request) => {
  const answer = answers[request.type] as (request: SinkRequest) => Promise<SinkAnswer>;
  const given = await answer(request);
  const spare = given !== null && typeof given === 'object' && 'spare' in given ? given.spare : null;
  return { answer: given, transfer: spare ? [spare] : [] };
});

const answers: {
  readonly [Type in SinkRequest['type']]: (request: SinkRequest & { type: Type }) => Promise<SinkAnswer>;
} = {
  open,
  position: async () => position,
  write: async ({ bytes }) => {
    await store.write(bytes);
    hash.update(bytes);
    position = { ...position, offset: position.offset + bytes.byteLength };
    return { position, spare: store.keepsBuffers ? null : bytes.buffer };
  },
  finish: async ({ sha256: expected }) => {
    await finish(expected);
    return null;
  },
  take: ({ index }) => store.take(index),
  discard: async () => {
    await store.discard();
    return null;
  },
};

async function open({ place, sizes: given, finishedCount }: Extract<SinkRequest, { type: 'open' }>) {
  const opened = await openStore(place);
  ({ store } = opened);
  sizes = given;
  await openFile(finishedCount);
  const leftBytes = sizes.slice(finishedCount).reduce((sum, size) => sum + size, -position.offset);
  if (opened.kind === 'private') await requireSpace(leftBytes);
  return opened.kind;
}

/** What an earlier page has received of the file is read again for its hash. */
async function openFile(file: number): Promise<void> {
  hash = sha256.create();
  position = { file, offset: 0 };
  const size = sizes[file];
  if (size === undefined) return;
  const present = await store.open(file);
  if (present > size) return store.clear();
  const buffer = new Uint8Array(rereadBytes);
  for (let offset = 0; offset < present; offset += buffer.byteLength) {
    const length = store.read(offset, buffer);
    hash.update(buffer.subarray(0, length));
  }
  position = { file, offset: present };
}

async function finish(expected: string | null): Promise<void> {
  const { file, offset } = position;
  if (offset !== sizes[file]) throw refusal('wrong-size');
  const actual = bytesToHex(hash.digest());
  // Refused before it is closed: a picked file is put in place by closing it.
  if (expected !== null && expected !== actual) throw refusal('wrong-hash');
  await store.close();
  await openFile(file + 1);
}

const refusal = (name: string) => Object.assign(new Error(name), { name });
