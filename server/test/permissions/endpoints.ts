import * as contract from '@chat-app/contract';

/** An id that does not exist. */
export const unknownId = '00000000-0000-7000-8000-000000000000';

const isEndpoint = (value: unknown): value is contract.Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'method' in value;

/** Every HTTP call of the contract. */
export const endpoints: readonly contract.Endpoint[] = (Object.values(contract) as unknown[]).filter(isEndpoint);
