import {
  ClientClosedError,
  ClientOfflineError,
  ConnectionTimeoutError,
  DisconnectsClientError,
  ErrorReply,
  ReconnectStrategyError,
  SocketClosedUnexpectedlyError,
  SocketTimeoutError,
  TimeoutError,
} from 'redis';

/**
 * True when Redis is unreachable or starting. A command in flight may or may not have run. The caller does without
 * Redis or answers 503; it is not a bug, unlike other errors that Redis reports.
 */
export function isRedisUnavailable(error: unknown): boolean {
  if (error instanceof ErrorReply) return unavailableReply.test(error.message);
  if (connectionErrors.some((ConnectionError) => error instanceof ConnectionError)) return true;
  // A broken connection fails pending commands with the error of its socket.
  return error instanceof Error && 'code' in error && socketCodes.has(String(error.code));
}

const unavailableReply = /^(LOADING|MASTERDOWN|READONLY|NOREPLICAS|MISCONF|OOM|BUSY)\b/;

const connectionErrors = [
  ClientClosedError,
  ClientOfflineError,
  ConnectionTimeoutError,
  DisconnectsClientError,
  ReconnectStrategyError,
  SocketClosedUnexpectedlyError,
  SocketTimeoutError,
  TimeoutError,
];

const socketCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENETUNREACH', 'EPIPE', 'ETIMEDOUT']);
