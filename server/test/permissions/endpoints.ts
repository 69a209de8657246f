import * as contract from '@chat-app/contract';
import { createAuthenticator } from '../authenticator.ts';

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
