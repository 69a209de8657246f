import { v7 } from 'uuid';

/** Lower than every id made after this time. */
export function idAt(timeMs: number): string {
  const hex = Math.floor(timeMs).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

/** A new id: UUIDv7, so rows of one table are stored in the order in which they were made. */
export function newId(): string {
  return v7();
}
