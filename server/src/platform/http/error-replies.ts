import { type ErrorBody, type ErrorCode, errorStatuses } from '@chat-app/contract';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { toAppError } from '../app-errors.ts';
import { isMissingReference } from '../db/database-errors.ts';
import { AppError } from '../errors.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { type Bounds, closeAfterBody, lingerBounds } from './lingering-close.ts';
import { logFieldsOf, addLogFields } from './log-fields.ts';

/** Turns any thrown error into the contract's error body. The only place where HTTP failures are answered. */
export function answerErrors(
  server: FastifyInstance,
  { metrics, maxUploadBytes }: { metrics: Pick<Metrics, 'failed'>; maxUploadBytes: number },
): void {
  server.setErrorHandler((error: FastifyError | Error, request, reply) => {
    const failure = toFailure(error);
    metrics.failed(failure.code, 'http');
    if (failure.code === 'internal') request.log.error({ err: error }, 'request failed');
    else if (failure.code === 'unavailable' || isMissingReference(error)) {
      request.log.warn({ err: error }, 'request refused');
    }
    const isSignedIn = logFieldsOf(request).userId !== undefined;
    const bounds = isSignedIn ? lingerBounds.signedIn(maxUploadBytes) : lingerBounds.anonymous();
    return sendError(request, reply, { failure, bounds });
  });
}

interface ErrorReply {
  readonly failure: AppError;
  /** How much of the request's body is still read. */
  readonly bounds: Bounds;
}

/** Sends the contract's error body. */
export function sendError(request: FastifyRequest, reply: FastifyReply, { failure, bounds }: ErrorReply) {
  addLogFields(request, { code: failure.code });
  const body: ErrorBody = { message: failure.message, code: failure.code, ...failure.extra };
  if (failure.retryAfterSeconds !== null) reply.header('retry-after', String(failure.retryAfterSeconds));
  reply.header('cache-control', 'no-store');
  if (isBodyArriving(request)) {
    reply.header('connection', 'close');
    closeAfterBody(request.raw, bounds);
  }
  return reply.status(errorStatuses[failure.code]).send(body);
}

/** An unread body would have to be read to its end before the next request on this connection. */
function isBodyArriving({ headers, raw }: FastifyRequest): boolean {
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0;
  return hasBody && !raw.readableEnded;
}

function toFailure(error: FastifyError | Error): AppError {
  const failure = toAppError(error);
  const status = 'statusCode' in error ? error.statusCode : undefined;
  const known = status === undefined ? undefined : frameworkFailures[status];
  return known && failure.code === 'internal' ? new AppError(...known) : failure;
}

/** Errors of the HTTP framework, with our codes and messages. */
const frameworkFailures: Record<number, [ErrorCode, string]> = {
  400: ['invalid_input', 'The request could not be read'],
  404: ['not_found', 'Not found'],
  406: ['invalid_input', 'The request must be multipart/form-data'],
  413: ['too_large', 'The request is too large'],
  415: ['unsupported_type', 'This kind of content is not accepted here'],
};
