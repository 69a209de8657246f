import type { ErrorCode, UserId } from '@chat-app/contract';
import type { FastifyRequest } from 'fastify';

/** Additional fields of a request's log line. */
interface RequestFacts {
  /** Read on arrival: an aborted request no longer has an address. */
  readonly network?: string;
  /** The caller, or the user this request signs in. */
  readonly userId?: UserId;
  /** Why the request was refused. */
  readonly code?: ErrorCode;
}

const factsByRequest = new WeakMap<FastifyRequest, RequestFacts>();

/** Adds fields to the log line of a request. */
export function noteFacts(request: FastifyRequest, facts: RequestFacts): void {
  factsByRequest.set(request, { ...factsByRequest.get(request), ...facts });
}

export function factsAbout(request: FastifyRequest): RequestFacts {
  return factsByRequest.get(request) ?? {};
}
