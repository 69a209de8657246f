import { answerTexts, removeFriend, updatePrivacy } from '@chat-app/contract';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { connect, type Device } from '../../../test/device.ts';
import type { Person } from '../../../test/people.ts';
import { useTestApp } from '../../../test/test-app.ts';
import { chats, idsOf } from '../../../test/chats.ts';

const app = useTestApp();
const { aChat, aPair, befriend, users } = chats(app);

let ann: Person, bob: Person;
beforeAll(async () => void ({ ann, bob } = await aPair()));

const file = { name: 'film.mkv', size: 5_000_000_000 };
const sent = { ...file, name: '../../fi\u202elm.mkv' };
const offer = { type: 'offer' as const, sdp: 'v=0' };
const answer = { type: 'answer' as const, sdp: 'v=0' };

/** Ann's device has sent a request, which has arrived at that of the other person. */
async function asked({ person = bob, canResume = false } = {}) {
  const [sender, receiver] = [await connect(app, ann), await connect(app, person)];
  sender.socket.emit('sendFileRequest', { ...sent, ...(canResume && { canResume }) }, person.user.id);
  await receiver.waitFor('fileTransferRequest');
  return { sender, receiver };
}

async function accept({ sender, receiver }: { sender: Device; receiver: Device }, canResume = false) {
  receiver.socket.emit('fileReceiveAccept', ann.user.id, { canResume });
  return sender.waitFor('fileTransferAccept');
}

describe('[TRF-5] two browsers', () => {
  test('exchange signaling through the server, which adds the sender and sanitizes the name of the file', async () => {
    const { sender, receiver } = await asked();
    expect(receiver.all('fileTransferRequest')).toEqual([[file, ann.user.id]]);
    expect(await accept({ sender, receiver })).toEqual([bob.user.id, { canResume: false }]);
    sender.socket.emit('senderDesc', offer, bob.user.id);
    expect(await receiver.waitFor('senderDesc')).toEqual([offer, ann.user.id]);
    receiver.socket.emit('receiverDesc', answer, ann.user.id);
    expect(await sender.waitFor('receiverDesc')).toEqual([answer, bob.user.id]);
    const candidate = { candidate: 'candidate:1 1 udp 1 192.0.2.1 9 typ host', sdpMid: '0', sdpMLineIndex: 0 };
    sender.socket.emit('ice-candidate', candidate, bob.user.id);
    expect(await receiver.waitFor('ice-candidate')).toEqual([candidate, ann.user.id]);
    receiver.socket.emit('fileTransferCancel', ann.user.id);
    expect(await sender.waitFor('fileTransferCancel')).toEqual([bob.user.id]);
  });

  test('close all dialogs of the receiver except the one that answered', async () => {
    const phone = await connect(app, bob);
    const { sender, receiver } = await asked();
    await phone.waitFor('fileTransferRequest');
    phone.socket.emit('fileReceiveReject', ann.user.id);
    expect(await receiver.waitFor('fileTransferTaken')).toEqual([ann.user.id]);
    expect(await sender.waitFor('fileTransferReject')).toEqual([bob.user.id]);
    expect(phone.all('fileTransferTaken')).toEqual([]);
  });
});

test('[TRF-6] a person who cannot be reached appears offline, for any reason', async () => {
  const [offline, former, withoutChat, stranger] = await users('Off', 'Former', 'Chatless', 'Stranger');
  for (const friend of [offline, former]) await aChat(ann, friend);
  await befriend(ann, withoutChat);
  await ann.call(removeFriend, { friendId: former.user.id });
  const online = [withoutChat, former, stranger];
  const devices = await Promise.all(online.map((person) => connect(app, person)));

  const sender = await connect(app, ann);
  const targets = idsOf(...online, offline, ann);
  for (const target of targets) sender.socket.emit('sendFileRequest', file, target);
  await vi.waitFor(() => expect(sender.all('fileTransferError')).toHaveLength(targets.length));
  const errors = targets.map((target) => [answerTexts.receiverOffline, target]);
  expect(sender.all('fileTransferError').toSorted()).toEqual(errors.toSorted());
  for (const device of devices) expect(device.all('fileTransferRequest')).toEqual([]);
});

test('[AUTH-304] a request between two of whom one hides their presence has the same answer whether they are online or not', async () => {
  const [hidden, away, friend] = await users('Hal', 'Ada', 'Fay');
  for (const other of [hidden, away]) await aChat(friend, other);
  for (const person of [hidden, away]) await person.call(updatePrivacy, { sharesPresence: false });
  const [sender, receiver] = [await connect(app, friend), await connect(app, hidden)];
  for (const { user } of [hidden, away]) {
    expect(await sender.socket.emitWithAck('sendFileRequest', file, user.id)).toEqual({ ok: true });
  }
  await receiver.waitFor('fileTransferRequest');
  receiver.socket.emit('fileReceiveReject', friend.user.id);
  await sender.waitFor('fileTransferReject');
  expect(await receiver.socket.emitWithAck('sendFileRequest', file, friend.user.id)).toEqual({ ok: true });
});

test.each(['asked', 'accepted'])('[TRF-9] two people who are no longer friends lose a transfer: %s', async (phase) => {
  const [former] = await users('Former');
  await aChat(ann, former);
  const { sender, receiver } = await asked({ person: former });
  if (phase === 'accepted') await accept({ sender, receiver });

  await former.call(removeFriend, { friendId: ann.user.id });
  expect(await sender.waitFor('fileTransferCancel')).toEqual([former.user.id]);
  expect(await receiver.waitFor('fileTransferCancel')).toEqual([ann.user.id]);
  receiver.socket.emit('fileReceiveAccept', ann.user.id);
  sender.socket.emit('senderDesc', offer, former.user.id);
  for (const device of [receiver, sender]) await device.waitFor('errorMessage');
  expect(receiver.all('senderDesc')).toEqual([]);
});

test('[TRF-7] a malformed event is refused', async () => {
  const sender = await connect(app, ann);
  const ask = (name: string, ...args: unknown[]) =>
    (sender.socket.emitWithAck as (...all: unknown[]) => Promise<{ code?: string }>)(name, ...args);
  const other = bob.user.id;
  const events: [string, ...unknown[]][] = [
    ['sendFileRequest', { name: 'x', size: -1 }, other],
    ['sendFileRequest', { name: 'x', size: 1e20 }, other],
    ['sendFileRequest', { name: 'x'.repeat(5000), size: 1 }, other],
    ['sendFileRequest', { name: '', size: 1 }, other],
    ['sendFileRequest', { name: 'x\u0000', size: 1 }, other],
    ['sendFileRequest', 'film.mkv', other],
    ['sendFileRequest', { name: 'x', size: 1, files: [] }, other],
    ['sendFileRequest', file, 'not an id'],
    ['senderDesc', { type: 'offer', sdp: 'x'.repeat(40_000) }, other],
    ['senderDesc', 'v=0', other],
    ['ice-candidate', { candidate: 'x'.repeat(2000) }, other],
    ['fileReceiveAccept'],
  ];
  const answers = await Promise.all(events.map((event) => ask(...event)));
  expect(events.filter((_, index) => answers[index]?.code !== 'invalid_input')).toEqual([]);
});

test('[TRF-4] a receiver that returns on a new page resumes where it was', async () => {
  const { sender, receiver } = await asked({ canResume: true });
  expect(await accept({ sender, receiver }, true)).toEqual([bob.user.id, { canResume: true }]);
  receiver.socket.disconnect();
  expect(await sender.waitFor('fileTransferPaused')).toEqual([bob.user.id]);

  const fresh = await connect(app, bob);
  fresh.socket.emit('fileTransferResume', ann.user.id);
  expect(await sender.waitFor('fileTransferResume')).toEqual([bob.user.id]);
  sender.socket.emit('senderDesc', offer, bob.user.id);
  expect(await fresh.waitFor('senderDesc')).toEqual([offer, ann.user.id]);
  sender.socket.emit('fileTransferDone', bob.user.id);
  await sender.settle();
  fresh.socket.emit('receiverDesc', answer, ann.user.id);
  expect((await fresh.waitFor('errorMessage'))[0]).toBe('receiverDesc');
});

test('[TRF-1] a page that is opened while a request is pending receives it too', async () => {
  const { sender, receiver } = await asked();
  receiver.socket.disconnect();
  const fresh = await connect(app, bob);
  expect(await fresh.waitFor('fileTransferRequest')).toEqual([file, ann.user.id]);
  fresh.socket.emit('fileReceiveReject', ann.user.id);
  await sender.waitFor('fileTransferReject');
  const later = await connect(app, bob);
  expect(later.all('fileTransferRequest')).toEqual([]);
});

test('[TRF-3] a sender can finish on a new connection, after which the two can start another transfer', async () => {
  const { sender, receiver } = await asked({ canResume: true });
  await accept({ sender, receiver }, true);
  sender.socket.disconnect();
  await receiver.waitFor('fileTransferPaused');
  const back = await connect(app, ann);
  back.socket.emit('fileTransferDone', bob.user.id);
  back.socket.emit('sendFileRequest', { ...file, size: 0 }, bob.user.id);
  await vi.waitFor(() => expect(receiver.all('fileTransferRequest')).toHaveLength(2));
  back.socket.emit('fileTransferCancel', bob.user.id);
  await receiver.waitFor('fileTransferCancel');
});
