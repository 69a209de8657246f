import * as contract from '@chat-app/contract';

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
