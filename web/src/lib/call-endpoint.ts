import { callerHeader, toRequest } from '@chat-app/contract';
import type { Endpoint, InputOf, OutputOf, UserId } from '@chat-app/contract';
import { ApiError } from './api-error.ts';
import { readAnswer, xsrfHeaders } from './http.ts';

interface CallOptions {
  signal?: AbortSignal | undefined;
  /** The user who started the request. The server rejects it if another user has signed in meanwhile. */
  caller?: UserId;
  /** Finishes also if the page is closed meanwhile. */
  keepalive?: boolean;
}

/** Without a deadline, a request over a dead connection would wait until the page closes. */
const answerWithinMs = 20_000;

/** Calls an endpoint of the contract. Throws an ApiError unless the response is 2xx and matches the output schema. */
export async function callEndpoint<E extends Endpoint>(
  target: E,
  input: InputOf<E>,
  { signal, caller, keepalive = false }: CallOptions = {},
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
    keepalive,
    body: body && JSON.stringify(body),
    signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
  });
  return readAnswer(target, response);
}

async function reach(url: string, signal: AbortSignal | undefined, init: RequestInit) {
  try {
    const response = await fetch(url, init);
    // The connection can break while the body arrives, so it is read inside the try block.
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
