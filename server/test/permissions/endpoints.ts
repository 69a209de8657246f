import * as contract from '@chat-app/contract';
import { createAuthenticator } from '../authenticator.ts';
import type { HttpClient } from '../http-client.ts';
import { untilAnswered } from '../until-answered.ts';

/** An id that does not exist. */
export const unknownId = '00000000-0000-7000-8000-000000000000';

const isEndpoint = (value: unknown): value is contract.Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'method' in value;

/** Every HTTP call of the contract. */
export const endpoints: readonly contract.Endpoint[] = (Object.values(contract) as unknown[]).filter(isEndpoint);

/** The calls that leave everybody's relation to people, chats and messages as it is, although they are no GET. */
const harmless = new Set<contract.Endpoint>([
  contract.archiveChat,
  contract.createInvite,
  contract.editChat,
  contract.editMessage,
  contract.forgotPassword,
  contract.forwardMessages,
  contract.muteChat,
  contract.orderPinnedChats,
  contract.pinChat,
  contract.pinMessage,
  contract.reactToMessage,
  contract.recordTransfer,
  contract.saveDraft,
  contract.searchByEmail,
  contract.sendFile,
  contract.sendMessage,
  contract.sendReport,
  contract.updatePrivacy,
  contract.updateProfile,
]);
/** Whether such a call, if it is not refused, may change what the next one is answered. */
export const changesRelation = (endpoint: contract.Endpoint) => endpoint.method !== 'GET' && !harmless.has(endpoint);

const anAuthenticator = createAuthenticator({ origin: 'http://localhost' });
const foreignChallenge = { challenge: 'A'.repeat(43) };
/** Passkeys with a challenge that nobody asked for. */
export const aCreatedPasskey = anAuthenticator.create(foreignChallenge);
export const aUsedPasskey = anAuthenticator.get(foreignChallenge);

/** The status of the answer to such a call; an upload carries a small file. */
export async function statusOf(
  caller: HttpClient,
  endpoint: contract.Endpoint,
  { input, expected }: { input: object; expected: number },
): Promise<number> {
  const ask = (): Promise<{ status: number }> =>
    endpoint.filePart === null
      ? caller.call(endpoint, input)
      : caller.upload(endpoint, new Blob(['hello']), 'hello.txt', input as Record<string, string>);
  // Unless that is the answer, the machine is busy, and nothing was done.
  return (await (expected === 503 ? ask() : untilAnswered(ask))).status;
}
