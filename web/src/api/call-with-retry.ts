import type { Endpoint, InputOf, OutputOf } from '@chat-app/contract';
import { ApiError } from '../lib/api-error.ts';
import { callEndpoint } from '../lib/call-endpoint.ts';

/** Since the first call: as long as the server itself lets a request wait for hashing. Longer waits are shown as an error. */
const longestWaitMs = 15_000;
/** Everybody in a class got the same number of seconds. */
const spreadMs = 1000;

/**
 * For calls that hash a password: when the server is busy, they are made a second time after the seconds that it named. Only if
 * it began nothing: a sign-up whose answer was lost would find its own address taken.
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
