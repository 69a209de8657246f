import * as contract from '@chat-app/contract';
import { beforeAll, expect, test, vi } from 'vitest';
import { asId } from '../as-id.ts';
import { connect, type Device } from '../device.ts';
import { type Person, people } from '../people.ts';
import { useOwnTestApp } from '../test-app.ts';

const app = useOwnTestApp();
const { aChat, anAdministrator, aVerifiedUser, befriend } = people(app);

/**
 * Ann is a friend of Bob and Cat, who do not know each other. Ann and Bob have a direct chat and a group with Cat, from
 * which Dan was removed. Fay sends Ann a friend request. Eve is unrelated to all of them.
 */
const names = ['ann', 'bob', 'cat', 'dan', 'eve', 'fay'] as const;
type Name = (typeof names)[number];

/** Who receives what in the story below. An event of the contract without a row does not compile. */
const receivers: Record<keyof contract.ServerToClientEvents, readonly Name[]> = {
  // Only about the receivers themselves; the content is checked below.
  chatHeads: names,
  getOnlineUsers: names,
  errorMessage: ['eve'],

  // To everybody who is connected.
  announcement: names,

  friendRequest: ['ann'],
  friendRequestAccepted: ['ann', 'fay'],
  friendshipsChanged: ['ann', 'bob', 'cat', 'fay'],
  userUpdated: ['ann', 'bob', 'cat', 'fay'],
  privacyUpdated: ['bob'],
  accountChanged: ['bob'],

  joinChat: ['ann', 'bob', 'cat'],
  updateChat: ['ann', 'bob', 'cat'],
  newMessage: ['ann', 'bob', 'cat'],
  editMessage: ['ann', 'bob', 'cat'],
  messageReactions: ['ann', 'bob', 'cat'],
  deleteMessage: ['ann', 'bob', 'cat'],
  typing: ['bob', 'cat'],
  // To Ann's own devices, and to those who can see how far she has read.
  chatRead: ['ann', 'bob', 'cat'],
  chatMuted: ['ann'],
  pinnedChats: ['ann'],
  chatArchived: ['ann'],
  chatDraft: ['ann'],
  outChat: ['cat'],

  fileTransferRequest: ['bob'],
  fileTransferTaken: ['bob'],
  fileTransferAccept: ['ann'],
  senderDesc: ['bob'],
  receiverDesc: ['ann'],
  'ice-candidate': ['ann', 'bob'],
  fileTransferPaused: ['ann'],
  fileTransferResume: ['ann'],
  fileTransferCancel: ['bob'],
  fileTransferReject: ['ann'],
  fileTransferError: ['ann'],

  voiceCallStart: ['bob', 'cat'],
  voiceCallEnd: ['ann', 'bob', 'cat'],
  callingUsers: ['ann', 'bob'],
  voiceDeviceJoined: ['bob'],
  audioStream: ['bob'],
  voiceSignal: ['bob'],
  callMedia: ['ann', 'bob'],
};

const users = {} as Record<Name, Person>;
let direct: contract.ChatId;
let formerGroup: contract.ChatId;
beforeAll(async () => {
  for (const name of names) users[name] = await aVerifiedUser({ name: `${name} ${name}` });
  const { ann, bob, cat, dan } = users;
  direct = await aChat(ann, bob);
  await befriend(ann, cat);
  await befriend(ann, dan);
  const members = [bob, cat, dan].map(({ user }) => user.id);
  formerGroup = (await ann.call(contract.createChat, { members })).body.chatId;
  await ann.call(contract.removeMember, { chatId: formerGroup, memberId: dan.user.id });
  await ann.call(contract.removeFriend, { friendId: dan.user.id });
});

type Devices = Record<Name | 'bobsPhone', Device>;
const sound = `data:audio/webm;base64,${Buffer.alloc(300).toString('base64')}`;

/** Each step, and the event that it causes. */
type Step = readonly [receiver: Device, event: keyof contract.ServerToClientEvents, act: () => unknown];

async function perform(steps: readonly Step[]) {
  for (const [receiver, event, act] of steps) {
    await act();
    await receiver.waitFor(event);
  }
}

async function makeFriends({ ann, fay }: Devices) {
  const request = async () => {
    const { data } = (await users.ann.call(contract.getFriendRequests, {})).body;
    return data[0]?._id ?? asId<contract.FriendRequestId>('');
  };
  await users.fay.call(contract.sendFriendRequest, { friendId: users.ann.user.id });
  await ann.waitFor('friendRequest');
  await users.ann.call(contract.rejectFriendRequest, { requestId: await request() });
  await fay.waitFor('friendshipsChanged');
  await users.fay.call(contract.sendFriendRequest, { friendId: users.ann.user.id });
  await users.ann.call(contract.acceptFriendRequest, { requestId: await request() });
  await fay.waitFor('friendRequestAccepted');
}

/** Bob and Cat know each other only through a shared group. */
async function changeNames({ ann, bobsPhone, cat, fay }: Devices) {
  const waitFor = (device: Device, { user }: Person) => device.waitFor('userUpdated', ({ id }) => id === user.id);
  await users.ann.call(contract.updateProfile, { name: 'Anna Anna' });
  for (const device of [ann, bobsPhone, fay]) await waitFor(device, users.ann);
  await users.bob.call(contract.updateProfile, { name: 'Bobby Bob' });
  for (const device of [ann, cat]) await waitFor(device, users.bob);
  await users.bob.call(contract.updatePrivacy, { mentionsBreakMute: false });
  await bobsPhone.waitFor('privacyUpdated');
  const host = await anAdministrator();
  await host.call(contract.grantAdministration, { id: users.bob.user.id });
  await bobsPhone.waitFor('accountChanged');
  await host.call(contract.revokeAdministration, { id: users.bob.user.id });
}

async function talkInAGroup({ ann, cat }: Devices) {
  const members = [users.bob, users.cat].map(({ user }) => user.id);
  const { chatId } = (await users.ann.call(contract.createChat, { members })).body;
  await users.ann.call(contract.editChat, { chatId, name: 'The group' });
  const sent = await users.bob.call(contract.sendMessage, { chatId, content: 'Hello', type: 'text' });
  const { _id: messageId, seq, createdAt: at } = sent.body.message;
  await ann.waitFor('newMessage', ({ content }) => content === 'Hello');
  await perform([
    [ann, 'chatRead', () => ann.socket.emit('chatRead', chatId, seq)],
    [cat, 'typing', () => ann.socket.emit('typing', chatId, true)],
    [ann, 'chatMuted', () => users.ann.call(contract.muteChat, { chatId, isMuted: true })],
    [ann, 'pinnedChats', () => users.ann.call(contract.pinChat, { chatId, isPinned: true })],
    [ann, 'chatArchived', () => users.ann.call(contract.archiveChat, { chatId, isArchived: true })],
    [ann, 'chatDraft', () => users.ann.call(contract.saveDraft, { chatId, content: 'Half', at })],
    [cat, 'editMessage', () => users.bob.call(contract.editMessage, { messageId, content: 'Hello all' })],
    [cat, 'messageReactions', () => users.ann.call(contract.reactToMessage, { messageId, emoji: '🎉', isOn: true })],
    [cat, 'deleteMessage', () => users.bob.call(contract.deleteMessage, { messageId })],
  ]);
  return chatId;
}

async function sendFiles({ ann, bob, bobsPhone }: Devices) {
  const [annId, bobId] = [users.ann.user.id, users.bob.user.id];
  const file = { name: 'film.mkv', size: 5, canResume: true };
  await perform([
    [ann, 'fileTransferError', () => ann.socket.emit('sendFileRequest', file, users.eve.user.id)],
    [bobsPhone, 'fileTransferRequest', () => ann.socket.emit('sendFileRequest', file, bobId)],
    [bob, 'fileTransferRequest', () => {}],
    [ann, 'fileTransferAccept', () => bobsPhone.socket.emit('fileReceiveAccept', annId, { canResume: true })],
    [bobsPhone, 'senderDesc', () => ann.socket.emit('senderDesc', { type: 'offer', sdp: 'v=0' }, bobId)],
    [bobsPhone, 'ice-candidate', () => ann.socket.emit('ice-candidate', null, bobId)],
    [ann, 'receiverDesc', () => bobsPhone.socket.emit('receiverDesc', { type: 'answer', sdp: 'v=0' }, annId)],
    [ann, 'ice-candidate', () => bobsPhone.socket.emit('ice-candidate', null, annId)],
    [ann, 'fileTransferPaused', () => bobsPhone.socket.disconnect()],
    [ann, 'fileTransferResume', () => bob.socket.emit('fileTransferResume', annId)],
    [bob, 'fileTransferCancel', () => ann.socket.emit('fileTransferCancel', bobId)],
  ]);
  ann.socket.emit('sendFileRequest', file, bobId);
  await vi.waitUntil(() => bob.all('fileTransferRequest').length === 2, { interval: 10 });
  bob.socket.emit('fileReceiveReject', annId);
  await ann.waitFor('fileTransferReject');
}

async function call({ ann, bob, cat, bobsPhone }: Devices, chatId: contract.ChatId) {
  await users.ann.call(contract.startVoiceCall, { chatId });
  await cat.waitFor('voiceCallStart');
  ann.socket.emit('joinVoiceRoom', chatId, users.ann.user.id);
  await ann.waitFor('callingUsers');
  bob.socket.emit('joinVoiceRoom', chatId, users.bob.user.id);
  await ann.waitFor('callingUsers', (ids) => ids.length === 2);
  await bobsPhone.waitFor('voiceDeviceJoined');
  ann.socket.emit('audioStream', chatId, sound);
  await bob.waitFor('audioStream');
  ann.socket.emit('voiceSignal', chatId, users.bob.user.id, { candidate: null });
  await bob.waitFor('voiceSignal');
  ann.socket.emit('callMedia', chatId, { isCameraOn: true, isScreenShared: true });
  await bob.waitFor('callMedia', (_, { screenId }) => screenId === users.ann.user.id);
  for (const person of [users.bob, users.ann]) await person.call(contract.endVoiceCall, { chatId });
  await cat.waitFor('voiceCallEnd');
}

async function announce({ fay }: Devices) {
  await app.database.sql`update users set is_administrator = true where id = ${users.eve.user.id}`;
  await users.eve.call(contract.setAnnouncement, { text: 'Maintenance at six' });
  await fay.waitFor('announcement');
}

/** After this event, which is emitted after all others, everything has arrived. */
async function settle(devices: Devices) {
  for (const device of Object.values(devices).filter(({ socket }) => socket.connected)) {
    const events = device.all('getOnlineUsers').length;
    const owner = names.find((name) => devices[name] === device) ?? 'bob';
    device.socket.emit('online', users[owner].user.id);
    await vi.waitUntil(() => device.all('getOnlineUsers').length > events, { interval: 10 });
  }
}

test('[SEC-12] each event reaches only the users it concerns, and contains nothing they may not know', async () => {
  const devices = { bobsPhone: await connect(app, users.bob) } as Devices;
  for (const name of names) devices[name] = await connect(app, users[name]);

  await makeFriends(devices);
  await changeNames(devices);
  const chatId = await talkInAGroup(devices);
  await call(devices, chatId);
  await sendFiles(devices);
  await users.ann.call(contract.removeMember, { chatId, memberId: users.cat.user.id });
  await devices.cat.waitFor('outChat');
  // Eve tries to receive it.
  devices.eve.socket.emit('joinVoiceRoom', chatId, users.eve.user.id);
  await devices.eve.waitFor('errorMessage');
  await users.bob.call(contract.sendMessage, { chatId, content: 'Cat has gone', type: 'text' });
  await devices.ann.waitFor('newMessage', ({ content }) => content === 'Cat has gone');
  await announce(devices);
  await settle(devices);

  const received = Object.entries(devices).flatMap(([key, device]) =>
    device.received.map(({ name }) => `${name} to ${key === 'bobsPhone' ? 'bob' : key}`),
  );
  const expected = Object.entries(receivers).flatMap(([name, who]) => who.map((owner) => `${name} to ${owner}`));
  expect(new Set(received)).toEqual(new Set(expected));
  expect(JSON.stringify(devices.cat.received)).not.toContain('Cat has gone');
  await expectNothingTold(devices);
});

/** Whose complete address each user may see: their own and their friends'. */
const acquainted: Record<Name, readonly Name[]> = {
  ann: ['ann', 'bob', 'cat', 'fay'],
  bob: ['ann', 'bob'],
  cat: ['ann', 'cat'],
  dan: ['dan'],
  eve: ['eve'],
  fay: ['ann', 'fay'],
};

async function expectNothingTold(devices: Devices) {
  const sessions = await app.database.sql<{ id: string; hash: string }[]>`
    select id::text, encode(token_hash, 'hex') as hash from sessions`;
  const hashes = await app.database.sql<{ passwordHash: string }[]>`select password_hash from users`;
  const secrets = [
    '$argon2',
    '127.0.0.1',
    ...sessions.flatMap(({ id, hash }) => [id, hash]),
    ...hashes.map(({ passwordHash }) => passwordHash),
    ...names.map((name) => users[name].cookies.get('session') ?? ''),
  ];
  for (const name of names) {
    const received = JSON.stringify(devices[name].received);
    for (const secret of secrets) expect(received.includes(secret), `${name} received ${secret}`).toBe(false);
    for (const other of names.filter((one) => !acquainted[name].includes(one)))
      expect(received.includes(users[other].email), `${name} received the address of ${other}`).toBe(false);
  }
  for (const outsider of ['dan', 'eve', 'fay'] as const) {
    const received = JSON.stringify(devices[outsider].received.filter(({ name }) => name !== 'errorMessage'));
    for (const chatId of [direct, formerGroup]) expect(received).not.toContain(chatId);
    // Presence is sent to friends and co-members; of these three only Fay has become a friend, of Ann's.
    const known = devices[outsider].all('getOnlineUsers').flat(2);
    expect(known.filter((id) => id !== users.ann.user.id || outsider !== 'fay')).toEqual([]);
  }
}
