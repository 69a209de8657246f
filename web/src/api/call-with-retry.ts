import type { Endpoint, InputOf, OutputOf } from '@chat-app/contract';
import { ApiError } from '../lib/api-error.ts';
import { callEndpoint } from '../lib/call-endpoint.ts';

/** From the first call on. The server queues a hashing request for the same time. A longer wait is an error. */
const longestWaitMs = 15_000;
/** A whole class may receive the same `Retry-After`, so the retries are spread. */
const spreadMs = 1000;

/**
 * For calls that hash a password: when the server is busy, retries once after the time that it asked for. Retries only
 * requests that the server has not started; a repeated sign-up whose response was lost would find its address taken.
 */
export async function callWithRetry<E extends Endpoint>(target: E, input: InputOf<E>): Promise<OutputOf<E>> {
  const calledAt = Date.now();
  try {
    return await callEndpoint(target, input);
  } catch (error) {
    const waitMs = error instanceof ApiError && error.isUntouched ? error.retryAfterMs : null;
    if (waitMs === null || Date.now() - calledAt + waitMs > longestWaitMs) throw error;
    await new Promise((resolve) => setTimeout(resolve, waitMs + Math.random() * spreadMs));
    return callEndpoint(target, input);
  }
}
