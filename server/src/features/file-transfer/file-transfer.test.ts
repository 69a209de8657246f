import { answerTexts, removeFriend } from '@chat-app/contract';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { asId } from '../../../test/as-id.ts';
import { connect, type Device } from '../../../test/device.ts';
import { type Person, people } from '../../../test/people.ts';
import { useTestApp } from '../../../test/test-app.ts';

const app = useTestApp();
const { aChat, aVerifiedUser, befriend } = people(app);

let ann: Person;
let bob: Person;
let eve: Person;
beforeAll(async () => {
  ann = await aVerifiedUser({ name: 'Ann' });
  bob = await aVerifiedUser({ name: 'Bob' });
  eve = await aVerifiedUser({ name: 'Eve' });
  await aChat(ann, bob);
});

const file = { name: 'film.mkv', size: 5_000_000_000 };
const offer = { type: 'offer' as const, sdp: 'v=0' };
const answer = { type: 'answer' as const, sdp: 'v=0' };
const refusalsOf = (device: Device) => device.all('errorMessage').map(([name]) => name);

async function introduced() {
  const [sender, receiver] = [await connect(app, ann), await connect(app, bob)];
  sender.socket.emit('sendFileRequest', file, bob.user.id);
  await receiver.waitFor('fileTransferRequest');
  return { sender, receiver };
}

describe('[TRF-5] two browsers', () => {
  test('exchange signaling through the server, which adds the sender', async () => {
    const { sender, receiver } = await introduced();
    expect(receiver.all('fileTransferRequest')).toEqual([[file, ann.user.id]]);
    receiver.socket.emit('fileReceiveAccept', ann.user.id);
    expect(await sender.waitFor('fileTransferAccept')).toEqual([bob.user.id, { canResume: false }]);
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
    const { sender, receiver } = await introduced();
    await phone.waitFor('fileTransferRequest');
    phone.socket.emit('fileReceiveReject', ann.user.id);
    expect(await receiver.waitFor('fileTransferTaken')).toEqual([ann.user.id]);
    expect(await sender.waitFor('fileTransferReject')).toEqual([bob.user.id]);
    expect(phone.all('fileTransferTaken')).toEqual([]);
  });

  test('get a sanitized file name', async () => {
    const [sender, receiver] = [await connect(app, ann), await connect(app, bob)];
    sender.socket.emit('sendFileRequest', { name: '../../evil\u202egpj.exe\u0000', size: 0 }, bob.user.id);
    await sender.waitFor('errorMessage');
    sender.socket.emit('sendFileRequest', { name: '../../evil\u202egpj.exe', size: 0 }, bob.user.id);
    expect(await receiver.waitFor('fileTransferRequest')).toEqual([{ name: 'evilgpj.exe', size: 0 }, ann.user.id]);
    expect(refusalsOf(sender)).toEqual(['sendFileRequest']);
    sender.socket.emit('fileTransferCancel', bob.user.id);
    await receiver.waitFor('fileTransferCancel');
  });
});

describe('[TRF-6] a person who cannot be reached', () => {
  test('appears offline, for any reason', async () => {
    const offlineFriend = await aVerifiedUser();
    await aChat(ann, offlineFriend);
    const friendWithoutChat = await aVerifiedUser();
    await befriend(ann, friendWithoutChat);
    const formerFriend = await aVerifiedUser();
    await aChat(ann, formerFriend);
    await ann.call(removeFriend, { friendId: formerFriend.user.id });
    const [group1, group2] = [await aVerifiedUser(), await aVerifiedUser()];
    await aChat(ann, group1, group2);
    const online = [eve, friendWithoutChat, formerFriend, group1];
    const devices = await Promise.all(online.map((person) => connect(app, person)));

    const sender = await connect(app, ann);
    const targets = [...online, offlineFriend, ann].map((person) => person.user.id);
    targets.push(asId('0198f1d2-0000-7000-8000-000000000000'));
    for (const target of targets) sender.socket.emit('sendFileRequest', file, target);
    await vi.waitFor(() => expect(sender.all('fileTransferError')).toHaveLength(targets.length));
    expect(sender.all('fileTransferError').toSorted()).toEqual(
      targets.map((target) => [answerTexts.receiverOffline, target]).toSorted(),
    );
    for (const device of devices) expect(device.all('fileTransferRequest')).toEqual([]);
  });
});

describe('[TRF-9] two people who are no longer friends', () => {
  test.each(['asked', 'accepted'] as const)('lose a transfer that was %s', async (phase) => {
    const former = await aVerifiedUser();
    await aChat(ann, former);
    const [sender, receiver] = [await connect(app, ann), await connect(app, former)];
    sender.socket.emit('sendFileRequest', file, former.user.id);
    await receiver.waitFor('fileTransferRequest');
    if (phase === 'accepted') {
      receiver.socket.emit('fileReceiveAccept', ann.user.id);
      await sender.waitFor('fileTransferAccept');
    }

    await former.call(removeFriend, { friendId: ann.user.id });
    expect(await sender.waitFor('fileTransferCancel')).toEqual([former.user.id]);
    expect(await receiver.waitFor('fileTransferCancel')).toEqual([ann.user.id]);
    receiver.socket.emit('fileReceiveAccept', ann.user.id);
    sender.socket.emit('senderDesc', offer, former.user.id);
    await receiver.waitFor('errorMessage');
    await sender.waitFor('errorMessage');
    expect(receiver.all('senderDesc')).toEqual([]);
  });
});

describe('[TRF-7] a third party', () => {
  test('reaches nobody with any event', async () => {
    const { sender, receiver } = await introduced();
    const stranger = await connect(app, eve);
    const onBobsPhone = await connect(app, bob);
    receiver.socket.emit('fileReceiveAccept', ann.user.id);
    await sender.waitFor('fileTransferAccept');
    for (const target of [ann.user.id, bob.user.id]) {
      for (const device of [stranger, onBobsPhone]) {
        device.socket.emit('fileReceiveAccept', target);
        device.socket.emit('senderDesc', offer, target);
        device.socket.emit('receiverDesc', answer, target);
        device.socket.emit('ice-candidate', null, target);
        device.socket.emit('fileTransferCancel', target);
        device.socket.emit('fileTransferResume', target);
      }
    }
    for (const device of [stranger, onBobsPhone]) await vi.waitUntil(() => refusalsOf(device).length >= 12);
    for (const device of [stranger, onBobsPhone, sender, receiver]) await device.settle();
    expect([refusalsOf(stranger).length, refusalsOf(onBobsPhone).length]).toEqual([12, 12]);
    for (const device of [sender, receiver]) {
      for (const name of ['senderDesc', 'receiverDesc', 'ice-candidate', 'fileTransferCancel'] as const) {
        expect(device.all(name)).toEqual([]);
      }
    }
    sender.socket.emit('fileTransferCancel', bob.user.id);
    await receiver.waitFor('fileTransferCancel');
  });

  test.each<[string, unknown[]]>([
    ['sendFileRequest', [{ name: 'x', size: -1 }, 'target']],
    ['sendFileRequest', [{ name: 'x', size: 1e20 }, 'target']],
    ['sendFileRequest', [{ name: 'x'.repeat(5000), size: 1 }, 'target']],
    ['sendFileRequest', [{ name: '', size: 1 }, 'target']],
    ['sendFileRequest', ['film.mkv', 'target']],
    ['sendFileRequest', [{ name: 'x', size: 1, files: [] }, 'target']],
    ['sendFileRequest', [file, 'not an id']],
    ['senderDesc', [{ type: 'offer', sdp: 'x'.repeat(40_000) }, 'target']],
    ['senderDesc', ['v=0', 'target']],
    ['ice-candidate', [{ candidate: 'x'.repeat(2000) }, 'target']],
    ['fileReceiveAccept', []],
  ])('that sends %s %j is refused', async (name, args) => {
    const sender = await connect(app, ann);
    const given = args.map((arg) => (arg === 'target' ? bob.user.id : arg));
    (sender.socket as unknown as { emit: (name: string, ...args: unknown[]) => void }).emit(name, ...given);
    expect((await sender.waitFor('errorMessage'))[0]).toBe(name);
  });
});

test('[TRF-4] a receiver that returns on a new page resumes where it was', async () => {
  const [sender, receiver] = [await connect(app, ann), await connect(app, bob)];
  sender.socket.emit('sendFileRequest', { ...file, canResume: true }, bob.user.id);
  await receiver.waitFor('fileTransferRequest');
  receiver.socket.emit('fileReceiveAccept', ann.user.id, { canResume: true });
  expect(await sender.waitFor('fileTransferAccept')).toEqual([bob.user.id, { canResume: true }]);
  receiver.socket.disconnect();
  expect(await sender.waitFor('fileTransferPaused')).toEqual([bob.user.id]);

  const fresh = await connect(app, bob);
  fresh.socket.emit('fileTransferResume', ann.user.id);
  expect(await sender.waitFor('fileTransferResume')).toEqual([bob.user.id]);
  sender.socket.emit('senderDesc', offer, bob.user.id);
  expect(await fresh.waitFor('senderDesc')).toEqual([offer, ann.user.id]);
  sender.socket.emit('fileTransferDone', bob.user.id);
  fresh.socket.emit('receiverDesc', answer, ann.user.id);
  expect((await fresh.waitFor('errorMessage'))[0]).toBe('receiverDesc');
});

test('[TRF-1] a page that is opened while a request is pending receives it too', async () => {
  const [sender, receiver] = [await connect(app, ann), await connect(app, bob)];
  sender.socket.emit('sendFileRequest', file, bob.user.id);
  const [metadata] = await receiver.waitFor('fileTransferRequest');
  receiver.socket.disconnect();
  const fresh = await connect(app, bob);
  expect(await fresh.waitFor('fileTransferRequest')).toEqual([metadata, ann.user.id]);
  fresh.socket.emit('fileReceiveReject', ann.user.id);
  await sender.waitFor('fileTransferReject');
  const later = await connect(app, bob);
  expect(later.all('fileTransferRequest')).toEqual([]);
});

test('[TRF-3] a sender can finish on a new connection, after which the two can start another transfer', async () => {
  const [sender, receiver] = [await connect(app, ann), await connect(app, bob)];
  sender.socket.emit('sendFileRequest', { ...file, canResume: true }, bob.user.id);
  await receiver.waitFor('fileTransferRequest');
  receiver.socket.emit('fileReceiveAccept', ann.user.id, { canResume: true });
  await sender.waitFor('fileTransferAccept');
  sender.socket.disconnect();
  await receiver.waitFor('fileTransferPaused');
  const back = await connect(app, ann);
  back.socket.emit('fileTransferDone', bob.user.id);
  back.socket.emit('sendFileRequest', file, bob.user.id);
  await vi.waitFor(() => expect(receiver.all('fileTransferRequest')).toHaveLength(2));
  back.socket.emit('fileTransferCancel', bob.user.id);
  await receiver.waitFor('fileTransferCancel');
});
