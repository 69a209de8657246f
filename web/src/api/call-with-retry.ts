import type { Endpoint, InputOf, OutputOf } from '@chat-app/contract';
import { ApiError } from '../lib/api-error.ts';
import { callEndpoint } from '../lib/call-endpoint.ts';

/** As long as the server itself lets a request wait for password hashing. Whoever has to wait longer is told. */
const longestWaitMs = 15_000;
/** Everybody in a class got the same number of seconds. */
const spreadMs = 1000;

/** For calls that hash a password: when the server is busy, they are made a second time after the seconds that it named. */
export async function callWithRetry<E extends Endpoint>(target: E, input: InputOf<E>): Promise<OutputOf<E>> {
  try {
    return await callEndpoint(target, input);
  } catch (error) {
    const waitMs = busyForMs(error);
    if (waitMs === null || waitMs > longestWaitMs) throw error;
    await new Promise((resolve) => setTimeout(resolve, waitMs + Math.random() * spreadMs));
    return callEndpoint(target, input);
  }
}

function busyForMs(error: unknown): number | null {
  return error instanceof ApiError && error.status === 503 ? error.retryAfterMs : null;
}
