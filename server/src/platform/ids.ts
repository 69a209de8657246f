import { v7 } from 'uuid';

/** A new id: UUIDv7, so rows of one table are stored in the order in which they were made. */
export function newId(): string {
  return v7();
}
