import { callerHeader, toRequest } from '@chat-app/contract';
import type { Endpoint, InputOf, OutputOf, UserId } from '@chat-app/contract';
import { ApiError } from './api-error.ts';
import { readAnswer } from './read-answer.ts';
import { xsrfHeaders } from './xsrf.ts';

interface CallOptions {
  signal?: AbortSignal | undefined;
  /** Whose doing it is; refused when somebody else has signed in here meanwhile. */
  caller?: UserId;
}

/** A connection that died without a word would be waited for until the page is closed. */
const answerWithinMs = 20_000;

/** Calls one endpoint of the contract. Throws an ApiError unless the server answers 2xx with what it promised. */
export async function callEndpoint<E extends Endpoint>(
  target: E,
  input: InputOf<E>,
  { signal, caller }: CallOptions = {},
): Promise<OutputOf<E>> {
  const { method, url, body } = toRequest(target, input);
  const deadline = AbortSignal.timeout(answerWithinMs);
  const response = await reach(url, signal, {
    method,
    headers: {
      Accept: 'application/json',
      ...xsrfHeaders(),
      ...(caller !== undefined && { [callerHeader]: caller }),
      ...(body && { 'Content-Type': 'application/json' }),
    },
    credentials: 'same-origin',
    body: body && JSON.stringify(body),
    signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
  });
  return readAnswer(target, response);
}

async function reach(url: string, signal: AbortSignal | undefined, init: RequestInit) {
  try {
    const response = await fetch(url, init);
    // The connection can break while the body arrives, so reading it belongs inside.
    return {
      status: response.status,
      text: await response.text(),
      retryAfter: response.headers.get('Retry-After'),
    };
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new ApiError({ status: 0 });
  }
}
