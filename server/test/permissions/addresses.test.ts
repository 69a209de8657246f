import * as contract from '@chat-app/contract';
import { expect, test } from 'vitest';
import { connect, type Device } from '../device.ts';
import { type Person, people } from '../people.ts';
import { useTestApp } from '../test-app.ts';
import { untilAnswered } from '../until-answered.ts';
import { ask, type Known } from './calls.ts';
import { endpoints, unknownId } from './endpoints.ts';

const app = useTestApp();
const { aChat, aVerifiedUser } = people(app);

/** What reads comes after what there is to read, and before the deletion of the message. */
const rankOf = (endpoint: contract.Endpoint) =>
  endpoint === contract.deleteMessage ? 2 : Number(endpoint.method === 'GET');
/** Without the reference, which is the same for everybody, and the end of the session, after which every call is refused. */
const asked = endpoints
  .filter((endpoint) => !endpoint.path.startsWith('/api/docs') && endpoint !== contract.logout)
  .toSorted((one, other) => rankOf(one) - rankOf(other));

/** Calls that would otherwise end the relation that is looked at, or be about two things. */
const exceptions = new Map<contract.Endpoint, Known>([
  [contract.blockUser, { userId: unknownId }],
  [contract.deleteChat, { chatId: unknownId }],
  [contract.leaveChat, { chatId: unknownId }],
  [contract.removeMember, { memberId: unknownId }],
  [contract.sendReport, { messageId: undefined }],
]);

interface Side {
  readonly person: Person;
  readonly device: Device;
}

/** Everything in which the address, or its local part, has reached the other side since the last time. */
function findAddress({ person }: Side, texts: readonly string[], device: Device): string[] {
  const events = device.received.splice(0).map(({ name, args }) => `event ${name} ${JSON.stringify(args)}`);
  const local = new RegExp(`${person.email.split('@')[0]}(?!\\d)`, 'i');
  return [...texts, ...events].filter((text) => local.test(text));
}

/** Calls every endpoint about the other person, as far as that leaves the relation of the two as it is. */
async function askEverything(caller: Person, { user, email }: Person, shared: Known): Promise<string[]> {
  const { id, name } = user;
  const about = { email, id, userId: id, memberId: id, senderId: id, fileName: `${id}.svg` };
  const known = { ...about, search: name.slice(0, 3), name: caller.user.name, ...shared };
  const texts: string[] = [];
  for (const endpoint of asked) {
    const client = endpoint.access === 'public' ? app.client() : caller;
    const asking = () => ask(client, endpoint, { ...known, ...exceptions.get(endpoint) });
    // Google is not set up here, which is its answer.
    const { text } = await (endpoint === contract.googleLogin ? asking() : untilAnswered(asking));
    texts.push(`${endpoint.method} ${endpoint.path} ${text}`);
  }
  return texts;
}

/** Two people who do not know each other, both connected; `learn` calls every endpoint as each of them. */
async function twoStrangers() {
  const join = async (name: string): Promise<Side> => {
    const person = await aVerifiedUser({ name });
    return { person, device: await connect(app, person) };
  };
  const [ann, bob] = [await join('Xanthippe'), await join('Zbigniew')];

  /** What each has learnt of the other's address: nothing, if the list is empty. */
  async function learn(shared: { chatId?: contract.ChatId; messageId?: contract.MessageId } = {}): Promise<string[]> {
    const [annsTexts, bobsTexts] = await Promise.all([
      askEverything(ann.person, bob.person, shared),
      askEverything(bob.person, ann.person, shared),
    ]);
    await Promise.all([ann.device.settle(), bob.device.settle()]);
    return [...findAddress(bob, annsTexts, ann.device), ...findAddress(ann, bobsTexts, bob.device)];
  }
  return { ann, bob, learn };
}

async function requestOf({ person }: Side) {
  const [request] = (await person.call(contract.getFriendRequests, {})).body.data;
  if (!request) throw new Error('there is no request');
  return { requestId: request._id };
}
const send = (from: Side, to: Side) => from.person.call(contract.sendFriendRequest, { friendId: to.person.user.id });

test('[SEC-200] a friend request reveals neither address to strangers, whether pending, or rejected and cancelled', async () => {
  const { ann, bob, learn } = await twoStrangers();
  await send(ann, bob);
  await bob.device.waitFor('friendRequest');
  expect(await learn()).toEqual([]);
  await bob.person.call(contract.rejectFriendRequest, await requestOf(bob));
  await ann.device.waitFor('friendshipsChanged');

  await send(bob, ann);
  await ann.device.waitFor('friendRequest');
  await bob.person.call(contract.cancelFriendRequest, await requestOf(ann));
  await ann.device.waitFor('friendshipsChanged');
  expect(await learn()).toEqual([]);
});

test('[SEC-200] friends see the address of each other, from the acceptance until the friendship ends', async () => {
  const { ann, bob, learn } = await twoStrangers();
  await send(ann, bob);
  await bob.person.call(contract.acceptFriendRequest, await requestOf(bob));
  const accepted = await ann.device.waitFor('friendRequestAccepted');
  expect(await bob.device.waitFor('friendRequestAccepted')).toEqual(accepted);
  expect(accepted[0]).toMatchObject({ user1: { email: ann.person.email }, user2: { email: bob.person.email } });
  // The calls that show it: this proves that they would be found above.
  const shown = (await learn()).map((text) => text.split(' ').slice(0, 2).join(' '));
  const calls = [contract.getUser, contract.getFriends, contract.searchByEmail, contract.searchForFriends];
  expect(new Set(shown)).toEqual(
    new Set([...calls.map(({ method, path }) => `${method} ${path}`), 'event friendRequestAccepted']),
  );

  // One of those calls has started the chat.
  const { chatId } = (await ann.person.call(contract.createChat, { members: [bob.person.user.id] })).body;
  await ann.person.call(contract.removeFriend, { friendId: bob.person.user.id });
  await bob.device.waitFor('friendshipsChanged');
  for (const { device } of [ann, bob]) device.received.length = 0;
  expect(await learn({ chatId, messageId: await aMessageOf(bob, chatId) })).toEqual([]);
});

test('[SEC-200] members of a group, and of a call in it, do not learn the address of each other', async () => {
  const { ann, bob, learn } = await twoStrangers();
  const cat = await aVerifiedUser({ name: 'Cat' });
  const chatId = await aChat(cat, ann.person, bob.person);
  await send(ann, bob);
  await bob.device.waitFor('friendRequest');
  const messageId = await aMessageOf(ann, chatId);
  await bob.device.waitFor('newMessage', ({ _id }) => _id === messageId);
  await ann.person.call(contract.startVoiceCall, { chatId });
  await bob.device.waitFor('voiceCallStart');
  ann.device.socket.emit('joinVoiceRoom', chatId, ann.person.user.id);
  bob.device.socket.emit('joinVoiceRoom', chatId, bob.person.user.id);
  await ann.device.waitFor('callingUsers', (ids) => ids.length === 2);
  ann.device.socket.emit('voiceSignal', chatId, bob.person.user.id, { candidate: null });
  await bob.device.waitFor('voiceSignal');
  ann.device.socket.emit('sendFileRequest', { name: 'film.mkv', size: 5 }, bob.person.user.id);
  await ann.device.waitFor('fileTransferError');
  await ann.person.call(contract.updateProfile, { name: 'Annie' });
  await bob.device.waitFor('userUpdated', ({ id }) => id === ann.person.user.id);
  expect(await learn({ chatId, messageId })).toEqual([]);

  await cat.call(contract.removeMember, { chatId, memberId: bob.person.user.id });
  await bob.device.waitFor('outChat');
  expect(await learn({ chatId, messageId })).toEqual([]);
});

async function aMessageOf({ person }: Side, chatId: contract.ChatId): Promise<contract.MessageId> {
  return (await person.call(contract.sendMessage, { chatId, content: 'Hi', type: 'text' })).body.message._id;
}
