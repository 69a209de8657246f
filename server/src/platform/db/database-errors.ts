import { DatabaseError } from 'pg';

/** The connection failed or was lost. Statements in flight may or may not have run. */
class ConnectionLost extends Error {
  constructor(cause: unknown) {
    super('The connection to the database was lost', { cause });
    this.name = 'ConnectionLost';
  }
}

/** Separates errors reported by the database from connection errors, which the driver marks only by English text. */
export function asDatabaseError(error: unknown): Error {
  // An error without an SQLSTATE comes from the driver: it received bytes that are not a protocol message.
  return error instanceof DatabaseError && error.code !== undefined ? error : new ConnectionLost(error);
}

/** True when the database is unreachable, shut down, starting or read-only. The caller answers 503; it is not a bug. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return error instanceof ConnectionLost || unavailableCodes.has(codeOf(error)) || codeOf(error).startsWith('08');
}

/** True when the database, or only this connection, takes no writes. */
export function isReadOnlyRefusal(error: unknown): boolean {
  return codeOf(error) === readOnlyCode;
}

/** True when the database has as many connections as it allows. */
export function isOutOfConnections(error: unknown): boolean {
  return codeOf(error) === '53300';
}

/** True when the database rejected the data: a value out of range or a violated constraint. */
export function isRefusedData(error: unknown): boolean {
  return /^2[23]/.test(codeOf(error));
}

/** True when a statement took longer than it may. */
export function isTimeout(error: unknown): boolean {
  return codeOf(error) === timeoutCode;
}

/** True when a referenced row no longer exists. */
export function isMissingReference(error: unknown): boolean {
  return codeOf(error) === '23503';
}

/** True when a unique value already exists. */
export function isDuplicate(error: unknown): boolean {
  return codeOf(error) === '23505';
}

/** True for a deadlock or a write conflict. The database has rolled everything back, so the work can be retried. */
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

const timeoutCode = '57014';

const readOnlyCode = '25006';

const unavailableCodes = new Set([
  readOnlyCode,
  '53100', // disk full
  '53200', // out of memory
  '53300', // too many connections
  '57P01', // admin shutdown
  '57P02', // crash shutdown
  '57P03', // cannot connect now
  timeoutCode,
  '58030', // io error
]);
