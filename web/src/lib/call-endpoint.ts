import { toRequest } from '@chat-app/contract';
import type { Endpoint, InputOf, OutputOf } from '@chat-app/contract';
import { ApiError } from './api-error.ts';
import { readAnswer } from './read-answer.ts';
import { xsrfHeaders } from './xsrf.ts';

interface CallOptions {
  signal?: AbortSignal | undefined;
}

/** Calls one endpoint of the contract. Throws an ApiError unless the server answers 2xx with what it promised. */
export async function callEndpoint<E extends Endpoint>(
  target: E,
  input: InputOf<E>,
  { signal }: CallOptions = {},
): Promise<OutputOf<E>> {
  const { method, url, body } = toRequest(target, input);
  const response = await reach(url, {
    method,
    headers: {
      Accept: 'application/json',
      ...xsrfHeaders(),
      ...(body && { 'Content-Type': 'application/json' }),
    },
    credentials: 'same-origin',
    body: body && JSON.stringify(body),
    signal: signal ?? null,
  });
  return readAnswer(target, response);
}

async function reach(url: string, init: RequestInit) {
  try {
    const response = await fetch(url, init);
    // The connection can break while the body arrives, so reading it belongs inside.
    return {
      status: response.status,
      text: await response.text(),
      retryAfter: response.headers.get('Retry-After'),
    };
  } catch (cause) {
    if (init.signal?.aborted) throw cause;
    throw new ApiError({ status: 0 });
  }
}
