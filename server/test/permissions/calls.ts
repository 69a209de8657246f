import * as contract from '@chat-app/contract';
import { z } from 'zod';
import { createAuthenticator } from '../authenticator.ts';
import type { HttpClient } from '../http-client.ts';
import { untilAnswered } from '../until-answered.ts';
import { unknownId } from './endpoints.ts';

const anAuthenticator = createAuthenticator({ origin: 'http://localhost' });
const foreignChallenge = { challenge: 'A'.repeat(43) };

/** A value for every field that some call requires; none names anybody or anything that exists. */
const values: Known = {
  access_token: 'x',
  after: 0,
  at: new Date().toISOString(),
  chatId: unknownId,
  clientId: () => crypto.randomUUID(),
  code: '000000',
  content: 'Hello',
  email: 'nobody@example.org',
  emoji: '👍',
  endpoint: 'https://127.0.0.1/',
  fileName: `${'a'.repeat(43)}.png`,
  fileSize: 1,
  friendId: unknownId,
  hasPreview: true,
  id: unknownId,
  isArchived: true,
  isMuted: true,
  isOn: true,
  isPinned: true,
  keys: { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) },
  kind: 'file',
  memberId: unknownId,
  messageId: unknownId,
  name: 'Somebody',
  newPassword: 'Changed1#',
  oldPassword: 'Wrong1!x',
  outcome: 'dismissed',
  // Its challenge is one that nobody asked for.
  passkey: anAuthenticator.create(foreignChallenge),
  password: 'Wrong1!x',
  q: 'hello',
  reason: 'Spam',
  requestId: unknownId,
  role: 'admin',
  search: 'nobody',
  senderId: unknownId,
  status: 'completed',
  text: 'Hello',
  ticket: 'x',
  token: 'x',
  type: 'text',
  url: 'http://127.0.0.1/',
  userId: unknownId,
};

const oneOf: Readonly<Record<string, string>> = { chatIds: 'chatId', members: 'memberId', messageIds: 'messageId' };

/** The optional fields without which a call is about nothing, and other values where a name has two meanings. */
const ownValues = new Map<contract.Endpoint, Known>([
  [contract.createInvite, { kind: 'chat', chatId: unknownId }],
  [contract.deleteAccount, { password: 'Wrong1!x' }],
  [contract.editChat, { name: 'Renamed' }],
  [contract.passkeyLogin, { passkey: anAuthenticator.get(foreignChallenge) }],
  [contract.recordTransfer, { fileName: 'film.mkv' }],
  [contract.saveGroupSettings, { whoCanSend: 'admins' }],
  [contract.searchMessages, { chatId: unknownId }],
  // About one of the two.
  [contract.sendReport, { messageId: undefined, userId: undefined }],
  [contract.updatePrivacy, { isFindable: true }],
]);

export const fieldsOf = (endpoint: contract.Endpoint) => {
  const schema = z.toJSONSchema(endpoint.input, { io: 'input', unrepresentable: 'any' });
  return { all: Object.keys(schema.properties ?? {}), required: schema.required ?? [] };
};

/** What is known about the fields of a call, by their names: values, or functions that make them. */
export type Known = Readonly<Record<string, unknown>>;

/** Makes a call that is accepted as far as its input goes; an upload carries a small file. */
export async function ask(caller: HttpClient, endpoint: contract.Endpoint, known: Known) {
  const own = ownValues.get(endpoint) ?? {};
  const given: Known = { ...values, ...own, ...known };
  // A list of ids has the one that is known.
  const valueOf = async (name: string): Promise<unknown> => {
    const one = oneOf[name];
    if (one !== undefined && !(name in given)) return [await valueOf(one)];
    if (!(name in given)) throw new Error(`There is no value for ${name} of ${endpoint.path}`);
    const value = given[name];
    return typeof value === 'function' ? (value as () => unknown)() : value;
  };
  const input: Record<string, unknown> = {};
  for (const name of [...fieldsOf(endpoint).required, ...Object.keys(own)]) input[name] = await valueOf(name);
  return endpoint.filePart === null
    ? caller.call(endpoint, input)
    : caller.upload(endpoint, new Blob(['hello']), 'hello.txt', input as Record<string, string>);
}

/** The status of the answer, which is asked for again while the machine is busy, unless that is the expected one. */
export async function statusOf(
  caller: HttpClient,
  endpoint: contract.Endpoint,
  { known, expected }: { known: Known; expected: number },
): Promise<number> {
  const asking = () => ask(caller, endpoint, known);
  return (await (expected === 503 ? asking() : untilAnswered(asking))).status;
}
