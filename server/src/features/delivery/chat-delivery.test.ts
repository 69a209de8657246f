import type { ChatId, Message, MessageChange, MessageId, UserId } from '@chat-app/contract';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { io as connect } from 'socket.io-client';
import { expect, test, vi } from 'vitest';
import { afterTest } from '../../../test/after-test.ts';
import { asId } from '../../../test/as-id.ts';
import { createLogger } from '../../platform/logger.ts';
import { createChatRooms } from '../../realtime/chat-rooms.ts';
import { type ClientSocket, rooms, type SocketServer } from '../../realtime/rooms.ts';
import { createChatDelivery } from './chat-delivery.ts';
import { readLimit } from './chat-reader.ts';

const chatId = asId<ChatId>('chat');
const [ann, bob, cem] = [asId<UserId>('ann'), asId<UserId>('bob'), asId<UserId>('cem')];

const aMessage = (seq: number, senderId?: UserId): Message => ({
  _id: asId<MessageId>(`message ${seq}`),
  chatId,
  seq,
  rev: seq,
  type: 'text',
  content: `text ${seq}`,
  createdAt: new Date(0).toISOString(),
  sender: senderId === undefined ? null : { _id: senderId, name: 'Name', avatar: '', isMine: false },
});

const revOf = (change: MessageChange) => ('message' in change ? (change.message.rev ?? 0) : change.deleted.rev);

/** What the database holds of the chat. */
function aStoredChat() {
  const joinedSeqByMember = new Map([ann, bob].map((userId) => [userId, 0]));
  /** By seq. */
  const changes = new Map<number, MessageChange>();
  const stored = { rev: 0, memberRev: 1, isUnreachable: false, reads: 0, joinedSeqByMember, changes };
  const nextRev = () => {
    stored.rev += 1;
    return stored.rev;
  };
  const store = (made: MessageChange) => {
    changes.set('message' in made ? made.message.seq : made.deleted.seq, made);
    return { chatId, rev: stored.rev };
  };
  const read = () => {
    stored.reads += 1;
    if (stored.isUnreachable) throw new Error('the database is unreachable');
  };
  return {
    ...stored,
    stored,
    write: (senderId?: UserId) => {
      const message = { ...aMessage(changes.size + 1, senderId), rev: nextRev() };
      changes.set(message.seq, { message });
      return { chatId, memberRev: stored.memberRev, messages: [message] };
    },
    edit: (seq: number) => store({ message: { ...aMessage(seq), rev: nextRev(), content: 'edited' } }),
    delete: (seq: number) => store({ deleted: { _id: aMessage(seq)._id, seq, rev: nextRev() } }),
    remove: (userId: UserId) => {
      joinedSeqByMember.delete(userId);
      stored.memberRev += 1;
      return { chatId, userId, memberRev: stored.memberRev };
    },
    add: (userId: UserId) => {
      joinedSeqByMember.set(userId, changes.size);
      stored.memberRev += 1;
      return { chatId, userIds: [userId], memberRev: stored.memberRev };
    },
    findChat: async () => {
      read();
      if (joinedSeqByMember.size === 0) return null;
      const { rev, memberRev } = stored;
      return { lastSeq: changes.size, rev, memberRev, joinedSeqByMember: new Map(joinedSeqByMember) };
    },
    listChanges: async ({ rev }: { rev: number }) => {
      read();
      return [...changes.values()]
        .filter((change) => revOf(change) > rev)
        .toSorted((a, b) => revOf(a) - revOf(b))
        .slice(0, readLimit)
        .map((change) => ({ change, groups: [] }));
    },
  };
}

async function anEmptyNode({ gapMs = 20 } = {}) {
  const httpServer = createServer().listen(0, '127.0.0.1');
  await once(httpServer, 'listening');
  const io: SocketServer = new Server(httpServer);
  afterTest(() => io.close());
  const url = `http://127.0.0.1:${(httpServer.address() as AddressInfo).port}`;
  const chat = aStoredChat();
  const delivery = createChatDelivery({
    ...chat,
    chatRooms: createChatRooms(io, { delivered: () => {} }),
    logger: createLogger('silent'),
    gapMs,
  });

  const membershipOf = (userId: UserId) => {
    const joinedSeq = chat.joinedSeqByMember.get(userId);
    const { rev, memberRev } = chat.stored;
    const head = { chatId, lastSeq: chat.changes.size, rev, memberRev };
    return joinedSeq === undefined ? [] : [{ ...head, joinedSeq }];
  };

  /** A device of this person, and the events it received. */
  async function aDevice(userId: UserId, memberships = membershipOf(userId)) {
    const connection = new Promise<ClientSocket>((resolve) => io.once('connection', resolve));
    const client = connect(url, { transports: ['websocket'], forceNew: true });
    afterTest(() => void client.disconnect());
    const events: string[] = [];
    client.onAny((name: string, first: Message | string) =>
      events.push(typeof first === 'string' ? name : `${name} ${first.seq}${first.sender?.isMine ? ' mine' : ''}`),
    );
    const socket = await connection;
    socket.data = { userId, sessionId: asId('session'), isVerified: true };
    await socket.join(rooms.user(userId));
    await delivery.connect(socket, memberships);
    return { client, events, messages: () => events.filter((event) => event.startsWith('newMessage')) };
  }
  return { chat, delivery, membershipOf, aDevice };
}

async function aNode(options = {}) {
  const node = await anEmptyNode(options);
  return { ...node, anns: await node.aDevice(ann), bobs: await node.aDevice(bob) };
}

const newMessages = (...seqs: number[]) => seqs.map((seq) => `newMessage ${seq}`);
const poll = { interval: 5 };

test('[CLU-201] messages are emitted in the order of their seq, whatever order they arrive in, to their author as own ones', async () => {
  const { chat, delivery, anns, bobs } = await aNode({ gapMs: 60_000 });
  const [one, two, three, four] = [chat.write(), chat.write(), chat.write(), chat.write(ann)];
  for (const sent of [two, four, three, two, one]) delivery.deliver(sent);
  await expect.poll(bobs.messages, poll).toEqual(newMessages(1, 2, 3, 4));
  await expect.poll(anns.messages, poll).toEqual([...newMessages(1, 2, 3), 'newMessage 4 mine']);
  expect(chat.stored.reads).toBe(0);
});

test('[CLU-201] a message that does not arrive is read from the database, also the last, and a late copy is not emitted', async () => {
  const { chat, delivery, anns } = await aNode();
  const [one, , three] = [chat.write(), chat.write(), chat.write()];
  delivery.deliver(three);
  await expect.poll(anns.messages, poll).toEqual(newMessages(1, 2, 3));
  delivery.deliver(one);
  chat.write();
  // Nothing follows the fourth.
  delivery.compare({ chatId, lastSeq: 4 });
  await expect.poll(anns.messages, poll).toEqual(newMessages(1, 2, 3, 4));
});

test('[CLU-201] after a long gap devices receive the head instead of every message', async () => {
  const { chat, delivery, anns } = await aNode();
  for (let count = 0; count < 300; count += 1) chat.write();
  delivery.compare({ chatId, lastSeq: 300 });
  await vi.waitUntil(() => anns.events.some((event) => event.startsWith('chatHeads')));
  delivery.deliver(chat.write());
  await expect.poll(anns.messages, poll).toEqual(newMessages(301));
});

test('[CLU-201] a deletion is emitted after its message, once, and a message deleted meanwhile not at all', async () => {
  const { chat, delivery, anns } = await aNode();
  const [one] = [chat.write(), chat.write()];
  delivery.deliver(one);
  chat.delete(2);
  const deletion = chat.delete(1);
  for (let time = 0; time < 2; time += 1) delivery.change(deletion);
  delivery.deliver(chat.write());
  await expect.poll(() => anns.events, poll).toEqual(['newMessage 1', 'deleteMessage', 'newMessage 3']);
  delivery.change(deletion);
  delivery.deliver(chat.write());
  await expect.poll(() => anns.events.slice(3), poll).toEqual(['newMessage 4']);
});

test('[CLU-330] edits are emitted in the order of their rev, also between new messages and when events are lost', async () => {
  const { chat, delivery, anns } = await aNode();
  for (const sent of [chat.write(), chat.write()]) delivery.deliver(sent);
  // The event of the edit is lost, and the next message reveals it.
  chat.edit(1);
  delivery.deliver(chat.write());
  await expect.poll(() => anns.events, poll).toEqual([...newMessages(1, 2), 'editMessage 1', 'newMessage 3']);
  // Two edits of one message before the node reads it are one.
  chat.edit(2);
  delivery.change(chat.edit(2));
  await expect.poll(() => anns.events.slice(4), poll).toEqual(['editMessage 2']);
  // Nothing follows, and the comparison reveals it.
  chat.edit(3);
  delivery.compare({ chatId, lastSeq: 3, rev: chat.stored.rev });
  await expect.poll(() => anns.events.slice(5), poll).toEqual(['editMessage 3']);
  // What was edited before it was emitted keeps its place.
  for (let count = 0; count < 3; count += 1) chat.write();
  delivery.change(chat.edit(4));
  await expect.poll(() => anns.events.slice(6), poll).toEqual(newMessages(4, 5, 6));
});

test('[CLU-202] [CLU-330] edits and deletions are not emitted to members who cannot see the message', async () => {
  const { chat, delivery, anns, aDevice } = await aNode();
  const cems = await aDevice(cem);
  for (const sent of [chat.write(), chat.write()]) delivery.deliver(sent);
  await delivery.changeMembers(chat.add(cem));
  delivery.change(chat.edit(1));
  await vi.waitUntil(() => anns.events.includes('editMessage 1'));
  delivery.change(chat.delete(2));
  await vi.waitUntil(() => anns.events.includes('deleteMessage'));
  delivery.deliver(chat.write());
  await expect.poll(() => cems.events, poll).toEqual(['joinChat', 'newMessage 3']);
});

test('[CLU-202] a message from after a removal is not emitted before the removal is known', async () => {
  const { chat, delivery, anns, bobs } = await aNode();
  delivery.deliver(chat.write());
  const removal = chat.remove(bob);
  delivery.deliver(chat.write());
  await expect.poll(anns.messages, poll).toEqual(newMessages(1, 2));
  await expect.poll(() => bobs.events, poll).toEqual(['newMessage 1', 'outChat']);
  delivery.removeMember(removal);
  expect(bobs.events).toEqual(['newMessage 1', 'outChat']);
});

test('[CLU-202] a removal takes effect at once although the database is unreachable', async () => {
  const { chat, delivery, anns, bobs } = await aNode();
  chat.stored.isUnreachable = true;
  delivery.removeMember(chat.remove(bob));
  delivery.deliver(chat.write());
  await vi.waitUntil(() => bobs.events.includes('outChat'));
  expect(anns.messages()).toEqual([]);
  chat.stored.isUnreachable = false;
  await expect.poll(anns.messages, poll).toEqual(newMessages(1));
  expect(bobs.messages()).toEqual([]);
});

test('[CLU-202] a late removal does not remove somebody who was added again', async () => {
  const { chat, delivery, bobs } = await aNode();
  const [removal, addition] = [chat.remove(bob), chat.add(bob)];
  await delivery.changeMembers(addition);
  delivery.removeMember(removal);
  delivery.deliver(chat.write());
  await expect.poll(bobs.messages, poll).toEqual(newMessages(1));
});

test('[CLU-202] a member who was removed and added again receives nothing from in between', async () => {
  const { chat, delivery, anns, bobs } = await aNode();
  chat.remove(bob);
  const between = chat.write();
  chat.add(bob);
  // Neither the removal nor the addition has reached this node.
  for (const sent of [between, chat.write()]) delivery.deliver(sent);
  await expect.poll(anns.messages, poll).toEqual(newMessages(1, 2));
  await expect.poll(() => bobs.events, poll).toEqual(['outChat', 'joinChat', 'newMessage 2']);
});

test('[CLU-202] a new member receives nothing from before, also when it arrives late', async () => {
  const { chat, delivery, anns, aDevice } = await aNode({ gapMs: 200 });
  const cems = await aDevice(cem);
  const [one, two] = [chat.write(), chat.write()];
  const addition = chat.add(cem);
  for (const sent of [chat.write(), one]) delivery.deliver(sent);
  void delivery.changeMembers(addition);
  delivery.deliver(two);
  await expect.poll(anns.messages, poll).toEqual(newMessages(1, 2, 3));
  await expect.poll(() => cems.events, poll).toEqual(['joinChat', 'newMessage 3']);
});

test('[CLU-202] a device with an outdated list of chats does not join one it was removed from', async () => {
  const { chat, delivery, membershipOf, anns, aDevice } = await aNode();
  // Bob's list was read before his removal, and this device of his connects after this node has learnt of it.
  const outdated = membershipOf(bob);
  delivery.removeMember(chat.remove(bob));
  const bobs = await aDevice(bob, outdated);
  delivery.deliver(chat.write());
  await expect.poll(anns.messages, poll).toEqual(newMessages(1));
  expect(bobs.messages()).toEqual([]);
});

test('[CLU-202] a chat is forgotten when its last device disconnects, or when it is deleted; the first member on a node receives what was sent since they joined', async () => {
  const { chat, delivery, aDevice } = await anEmptyNode();
  const device = await aDevice(ann);
  expect(delivery.size()).toBe(1);
  device.client.disconnect();
  await vi.waitUntil(() => delivery.size() === 0);

  const cems = await aDevice(cem);
  chat.write();
  const addition = chat.add(cem);
  chat.write();
  await delivery.changeMembers(addition);
  await expect.poll(() => cems.events, poll).toEqual(['joinChat', 'newMessage 2']);

  const [anns, bobs] = [await aDevice(ann), await aDevice(bob)];
  chat.joinedSeqByMember.clear();
  await delivery.changeMembers({ chatId, memberRev: null, userIds: [ann, bob, cem] });
  await vi.waitUntil(() => anns.events.includes('outChat') && bobs.events.includes('outChat'));
  expect(delivery.size()).toBe(0);
});
