import { DatabaseError } from 'pg';

/** The connection could not be made or was lost; what it was asked may have happened or not. */
class ConnectionLost extends Error {
  constructor(cause: unknown) {
    super('The connection to the database was lost', { cause });
    this.name = 'ConnectionLost';
  }
}

/** Tells an error that the database reported from one of the connection, for which the driver has only an English text. */
export function asDatabaseError(error: unknown): Error {
  // Without an SQLSTATE it is the driver's own: bytes that are no message of the protocol.
  return error instanceof DatabaseError && error.code !== undefined ? error : new ConnectionLost(error);
}

/** True when the database could not be reached, was shut down or is starting: worth a 503, not a bug. */
export function isDatabaseAway(error: unknown): boolean {
  return error instanceof ConnectionLost || awayCodes.has(codeOf(error)) || codeOf(error).startsWith('08');
}

/** True when the database did nothing because of what it was given: a value out of range, a broken rule. */
export function isRefusedData(error: unknown): boolean {
  return /^2[23]/.test(codeOf(error));
}

/** True when a row that is referred to does not exist any more. */
export function isMissingReference(error: unknown): boolean {
  return codeOf(error) === '23503';
}

/** True when a value that must be unique is there already. */
export function isDuplicate(error: unknown): boolean {
  return codeOf(error) === '23505';
}

/** True for a deadlock or a write conflict: the database has undone everything, and it can be tried again. */
export function isConflict(error: unknown): boolean {
  return conflictCodes.has(codeOf(error));
}

/** True when a table has changed since this connection prepared the statement. A new connection prepares it again. */
export function isStalePlan(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery';
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

const conflictCodes = new Set(['40P01', '40001']);

const awayCodes = new Set([
  '53100', // disk full
  '53200', // out of memory
  '53300', // too many connections
  '57P01', // admin shutdown
  '57P02', // crash shutdown
  '57P03', // cannot connect now
  '57014', // statement timeout
  '58030', // io error
]);
