import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { ByteStore } from './byte-stores.ts';
import type { Position } from '../wire/channel-messages.ts';

const rereadBytes = 1024 * 1024;

/** Writes the files to a store one after the other, and rejects a file that differs from its announcement. */
export function createVerifiedFiles(store: ByteStore, sizes: readonly number[]) {
  let position: Position = { file: 0, offset: 0 };
  let hash = sha256.create();

  /** Reads the bytes that an earlier page received again to compute the hash. */
  const open = async (file: number) => {
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
  };

  return {
    open,
    position: () => position,
    write: async (bytes: Uint8Array<ArrayBuffer>) => {
      const offset = position.offset + bytes.byteLength;
      // Do not rely on the page's own count; this check guards every write.
      if (offset > (sizes[position.file] ?? 0)) throw namedError('wrong-size');
      await store.write(bytes);
      hash.update(bytes);
      position = { ...position, offset };
      return position;
    },
    /** `expected` is null if the sender gave no hash. */
    finish: async (expected: string | null) => {
      const { file, offset } = position;
      if (offset !== sizes[file]) throw namedError('wrong-size');
      const actual = bytesToHex(hash.digest());
      // Check before closing, because closing replaces the picked file.
      if (expected !== null && expected !== actual) throw namedError('wrong-hash');
      await store.close();
      await open(file + 1);
    },
  };
}

const namedError = (name: string) => Object.assign(new Error(name), { name });
