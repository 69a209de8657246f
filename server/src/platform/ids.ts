import { randomFillSync } from 'node:crypto';
import type { $brand } from 'zod';

// Ids that never leave the server; those of the wire are in the contract.
/** Identifies a server process. */
export type NodeId = string & $brand<'NodeId'>;
/** Identifies a connected socket. */
export type DeviceId = string & $brand<'DeviceId'>;

/** A new id of the requested kind: UUIDv7, so rows of one table are stored in the order of their creation. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller chooses the kind of id
export function newId<Id extends string>(): Id {
  if (poolOffset === pool.length) {
    randomFillSync(pool);
    poolOffset = 0;
  }
  const random = pool.toString('hex', poolOffset, poolOffset + 10);
  poolOffset += 10;
  const time = Date.now().toString(16).padStart(12, '0');
  const variant = variantDigits[Number.parseInt(random.charAt(3), 16) & 3];
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(0, 3)}-${variant}${random.slice(4, 7)}-${random.slice(7, 19)}` as Id;
}

/** Random bytes for many ids: asking for them takes longer than using them. */
const pool = Buffer.alloc(10 * 400);
let poolOffset = pool.length;
/** The first digit of the fourth group: binary 10 and two random bits (RFC 9562, section 5.7). */
const variantDigits = '89ab';

/** The lowest id of this moment, to select rows by the time of their creation. */
export function firstIdOf(time: number): string {
  const hex = time.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}
