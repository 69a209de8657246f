import type { ErrorCode, UserId } from '@chat-app/contract';
import type { FastifyRequest } from 'fastify';

/** What the line about a request tells besides how it went. */
interface RequestFacts {
  /** Read when it comes: one that breaks off has no address any more. */
  readonly network?: string;
  /** Who asked, or who is signed in by it. */
  readonly userId?: UserId;
  /** Why it was refused. */
  readonly code?: ErrorCode;
}

const factsByRequest = new WeakMap<FastifyRequest, RequestFacts>();

/** Adds to what is known about a request by the time it is answered. */
export function noteFacts(request: FastifyRequest, facts: RequestFacts): void {
  factsByRequest.set(request, { ...factsByRequest.get(request), ...facts });
}

export function factsAbout(request: FastifyRequest): RequestFacts {
  return factsByRequest.get(request) ?? {};
}
