import { v7 } from 'uuid';
import type { $brand } from 'zod';

// Ids that never leave the server; those of the wire are in the contract.
export type SessionId = string & $brand<'SessionId'>;
/** Of a process of this program. */
export type NodeId = string & $brand<'NodeId'>;
/** Of a connected socket. */
export type DeviceId = string & $brand<'DeviceId'>;

/** A new id: UUIDv7, so rows of one table are stored in the order in which they were made. The kind is the one that is needed. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- which kind of id it is, the caller says
export function newId<Id extends string>(): Id {
  return v7() as Id;
}
