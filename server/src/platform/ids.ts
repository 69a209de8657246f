import { v7 } from 'uuid';
import type { $brand } from 'zod';

// Ids that never leave the server; those of the wire are in the contract.
export type SessionId = string & $brand<'SessionId'>;
/** Identifies a server process. */
export type NodeId = string & $brand<'NodeId'>;
/** Identifies a connected socket. */
export type DeviceId = string & $brand<'DeviceId'>;

/** A new id of the requested kind: UUIDv7, so rows of one table are stored in the order of their creation. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller chooses the kind of id
export function newId<Id extends string>(): Id {
  return v7() as Id;
}

/** The lowest id of this moment, to select rows by the time of their creation. */
export function firstIdOf(time: number): string {
  const hex = time.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}
