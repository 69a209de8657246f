import * as contract from '@chat-app/contract';
import { expect, test } from 'vitest';
import { asId } from '../as-id.ts';
import { connect, type Device } from '../device.ts';
import { type Person, people } from '../people.ts';
import { useTestApp } from '../test-app.ts';
import { type About, askEverything, callsAboutAnother } from './calls-about-another.ts';
import { endpoints, unknownId } from './endpoints.ts';

const app = useTestApp();
const { aChat, aVerifiedUser } = people(app);

test('[SEC-200] every endpoint is among the calls below', () => {
  expect(new Set(callsAboutAnother.map(([endpoint]) => endpoint))).toEqual(new Set(endpoints));
});

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

/** Two people who do not know each other, both connected; `learn` calls every endpoint as each of them. */
async function twoStrangers() {
  const join = async (name: string): Promise<Side> => {
    const person = await aVerifiedUser({ name });
    return { person, device: await connect(app, person) };
  };
  const [ann, bob] = [await join('Xanthippe'), await join('Zbigniew')];
  const unknown = { chatId: asId<contract.ChatId>(unknownId), messageId: asId<contract.MessageId>(unknownId) };

  /** What each has learnt of the other's address: nothing, if the list is empty. */
  async function learn(shared: Partial<About> = {}): Promise<string[]> {
    const ask = (caller: Person, other: Person) =>
      askEverything({ ...unknown, ...shared, caller, other }, app.client());
    const [annsTexts, bobsTexts] = await Promise.all([ask(ann.person, bob.person), ask(bob.person, ann.person)]);
    await Promise.all([ann.device.settle(), bob.device.settle()]);
    return [...findAddress(bob, annsTexts, ann.device), ...findAddress(ann, bobsTexts, bob.device)];
  }
  return { ann, bob, learn };
}

async function requestOf({ person }: Side): Promise<contract.FriendRequestId> {
  const [request] = (await person.call(contract.getFriendRequests, {})).body.data;
  if (!request) throw new Error('there is no request');
  return request._id;
}
const send = (from: Side, to: Side) => from.person.call(contract.sendFriendRequest, { friendId: to.person.user.id });

test('[SEC-200] a friend request reveals neither address to strangers, whether pending, or rejected and cancelled', async () => {
  const { ann, bob, learn } = await twoStrangers();
  await send(ann, bob);
  await bob.device.waitFor('friendRequest');
  expect(await learn()).toEqual([]);
  await bob.person.call(contract.rejectFriendRequest, { requestId: await requestOf(bob) });
  await ann.device.waitFor('friendshipsChanged');

  await send(bob, ann);
  await ann.device.waitFor('friendRequest');
  await bob.person.call(contract.cancelFriendRequest, { requestId: await requestOf(ann) });
  await ann.device.waitFor('friendshipsChanged');
  expect(await learn()).toEqual([]);
});

test('[SEC-200] friends see the address of each other, from the acceptance until the friendship ends', async () => {
  const { ann, bob, learn } = await twoStrangers();
  await send(ann, bob);
  await bob.person.call(contract.acceptFriendRequest, { requestId: await requestOf(bob) });
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
