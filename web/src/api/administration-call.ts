import type { Endpoint, InputOf, OutputOf } from '@chat-app/contract';
import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../lib/api-error.ts';
import { callEndpoint } from '../lib/call-endpoint.ts';
import { recheckSession } from './session.ts';

/**
 * Calls an endpoint for administrators. For everybody else these do not exist: a 404 for a list means that the rights
 * were revoked meanwhile, so the session is read again, and the console closes.
 */
export async function callAsAdmin<E extends Endpoint>(
  client: QueryClient,
  target: E,
  input: InputOf<E>,
  signal?: AbortSignal,
): Promise<OutputOf<E>> {
  try {
    return await callEndpoint(target, input, { signal });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) void recheckSession(client);
    throw error;
  }
}
