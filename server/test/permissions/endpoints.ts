import * as contract from '@chat-app/contract';
import { createAuthenticator } from '../authenticator.ts';
import type { HttpClient } from '../http-client.ts';

/** An id that does not exist. */
export const unknownId = '00000000-0000-7000-8000-000000000000';

const isEndpoint = (value: unknown): value is contract.Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'method' in value;

/** Every HTTP call of the contract. */
export const endpoints: readonly contract.Endpoint[] = (Object.values(contract) as unknown[]).filter(isEndpoint);

const anAuthenticator = createAuthenticator({ origin: 'http://localhost' });
const foreignChallenge = { challenge: 'A'.repeat(43) };
/** Passkeys with a challenge that nobody asked for. */
export const aCreatedPasskey = anAuthenticator.create(foreignChallenge);
export const aUsedPasskey = anAuthenticator.get(foreignChallenge);

/** The status of the answer to such a call; an upload carries a small file. */
export async function statusOf(caller: HttpClient, endpoint: contract.Endpoint, input: object): Promise<number> {
  const { status } =
    endpoint.filePart === null
      ? await caller.call(endpoint, input as contract.InputOf<typeof endpoint>)
      : await caller.upload(endpoint, new Blob(['hello']), 'hello.txt', input as Record<string, string>);
  return status;
}
