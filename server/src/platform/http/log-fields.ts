import type { ErrorCode, UserId } from '@chat-app/contract';
import type { FastifyRequest } from 'fastify';

/** Additional fields of a request's log line. */
interface LogFields {
  /** Read on arrival: an aborted request no longer has an address. */
  readonly network?: string;
  /** The caller, or the user this request signs in. */
  readonly userId?: UserId;
  /** Why the request was refused. */
  readonly code?: ErrorCode;
}

const fieldsByRequest = new WeakMap<FastifyRequest, LogFields>();

/** Adds fields to the log line of a request. */
export function addLogFields(request: FastifyRequest, fields: LogFields): void {
  fieldsByRequest.set(request, { ...fieldsByRequest.get(request), ...fields });
}

export function logFieldsOf(request: FastifyRequest): LogFields {
  return fieldsByRequest.get(request) ?? {};
}
