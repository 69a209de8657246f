import * as contract from '@chat-app/contract';
import type { ClientToServerEvents, ServerToClientEvents } from '@chat-app/contract';
import { setTimeout as pause } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { asId } from './as-id.ts';
import { connectDatabase, type Database } from '../src/platform/db/database.ts';
import { type ClusterNode, startCluster } from './cluster.ts';
import { createGate } from './gate.ts';
import { nothingAmiss, tallyUp } from './faults/tally.ts';
import { startWriters } from './faults/writers.ts';
import { createVisitor, type Visitor } from './visitor.ts';

interface Person {
  readonly visitor: Visitor;
  readonly id: contract.UserId;
}

let cluster: Awaited<ReturnType<typeof startCluster>>;
let database: Database;
let ann: Person;
let bob: Person;
let cem: Person;
let dan: Person;
let direct: contract.ChatId;
let group: contract.ChatId;
const sockets: Socket[] = [];

type Device = ReturnType<typeof aDevice>;

/** A page that somebody has open: it comes again when its connection is lost, and says each time that it is there. */
function aDevice(person: Person, { comesAgain = true } = {}) {
  const socket: Socket<ServerToClientEvents, ClientToServerEvents> = io(cluster.balancer.url, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: comesAgain,
    reconnectionDelay: 200,
    reconnectionDelayMax: 1000,
    extraHeaders: { cookie: `session=${person.visitor.cookies.get('session')}` },
  });
  const heard: { name: string; args: unknown[] }[] = [];
  let online: string[] = [];
  let welcomes = 0;
  const refusals: string[] = [];
  socket.onAny((name: string, ...args: unknown[]) => heard.push({ name, args }));
  socket.on('getOnlineUsers', (ids) => {
    online = ids;
  });
  socket.on('connect', () => socket.emit('online', person.id));
  socket.on('chatHeads', () => {
    welcomes += 1;
  });
  // The library leaves it at that when it was the server that ended or refused a connection; our client does not.
  const comeAgain = (reason: string) => {
    if (socket.active || !comesAgain) return;
    refusals.push(reason);
    setTimeout(() => socket.connect(), 300);
  };
  socket.on('disconnect', (reason) => {
    // What was told before says nothing about afterwards.
    online = [];
    if (reason === 'io server disconnect') comeAgain(reason);
  });
  socket.on('connect_error', ({ message }) => {
    // Somebody whose session has ended stays away.
    if (message !== 'unauthorized') comeAgain(message);
  });
  sockets.push(socket);
  return {
    socket,
    online: () => online.toSorted(),
    welcomes: () => welcomes,
    refusals,
    /** The line breaks. */
    cut: () => void socket.io.engine?.close(),
    count: (name: string) => heard.filter((event) => event.name === name).length,
    hears: (name: string, ...args: unknown[]) =>
      vi.waitUntil(
        () => heard.find((event) => event.name === name && args.every((arg, at) => event.args[at] === arg)),
        { timeout: 10_000, interval: 20 },
      ),
    /** The texts of the messages it has heard. */
    texts: () =>
      heard
        .filter(({ name }) => name === 'newMessage')
        .map(({ args: [message] }) => (message as contract.Message).content),
  };
}

async function aPerson(name: string): Promise<Person> {
  const visitor = createVisitor(cluster.balancer.url);
  const { status, body } = await visitor.call(contract.register, {
    name,
    email: `${name}@example.org`,
    password: 'Secret1!',
  });
  if (status !== 201) throw new Error(`register answered ${status}: ${JSON.stringify(body)}`);
  return { visitor, id: body.user.id };
}

const sees = (device: Device, ...people: Person[]) =>
  vi.waitFor(() => expect(device.online()).toEqual(people.map(({ id }) => id).toSorted()), {
    timeout: 45_000,
    interval: 100,
  });

/** What is said is its mark too. */
const say = (person: Person, chatId: contract.ChatId, content: string) =>
  person.visitor.call(contract.sendMessage, {
    chatId,
    content,
    type: 'text',
    clientId: asId<contract.ClientId>(content),
  });

const nodesOf = (role: ClusterNode['role']) => cluster.nodes.filter((node) => node.role === role);

beforeAll(async () => {
  cluster = await startCluster();
  database = connectDatabase(cluster.postgres.connection);
  [ann, bob, cem, dan] = [await aPerson('Ann'), await aPerson('Bob'), await aPerson('Cem'), await aPerson('Dan')];
  await database.sql`update users set verified_at = now()`;
  for (const other of [bob, cem, dan]) {
    await ann.visitor.call(contract.sendFriendRequest, { friendId: other.id });
    await other.visitor.call(contract.sendFriendRequest, { friendId: ann.id });
  }
  const chat = async (...members: Person[]) =>
    (await ann.visitor.call(contract.createChat, { members: members.map(({ id }) => id) })).body.chatId;
  [direct, group] = [await chat(bob), await chat(bob, cem)];
}, 120_000);

afterAll(async () => {
  for (const socket of sockets) socket.disconnect();
  await database?.close();
  await cluster?.stop();
});

describe('a cluster', () => {
  test('[CLU-1] whose nodes start together on an empty database migrates once', () => {
    const lines = cluster.nodes.map(({ output }) => output.text.match(/"msg":"migrated"/g)?.length ?? 0);
    expect(lines.filter((count) => count > 0)).toHaveLength(1);
  });

  test('[CLU-2] has its API where it belongs', async () => {
    const [chat] = nodesOf('chat');
    const url = `http://127.0.0.1:${chat?.port}`;
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    for (const path of ['/api/config', '/api/auth', '/']) expect((await fetch(url + path)).status).toBe(404);
    const [api] = nodesOf('api');
    expect((await fetch(`http://127.0.0.1:${api?.port}/socket.io/?EIO=4&transport=polling`)).status).toBe(404);
  });

  test('[CLU-7] lets people on different nodes talk and see each other, and parts them', async () => {
    // In turn: the first and the third are on one node, the second is on the other.
    const [anns, bobs, cems] = [aDevice(ann), aDevice(bob), aDevice(cem)];
    await sees(anns, bob, cem);
    await sees(bobs, ann, cem);
    const hears = (device: Device, text: string) =>
      vi.waitUntil(() => device.texts().includes(text), { timeout: 10_000, interval: 20 });
    await say(ann, group, 'hello');
    for (const device of [anns, bobs, cems]) await hears(device, 'hello');

    await cem.visitor.call(contract.leaveChat, { chatId: group });
    await cems.hears('outChat', group);
    await say(bob, group, 'between-us');
    for (const device of [anns, bobs]) await hears(device, 'between-us');
    expect(cems.texts()).not.toContain('between-us');
    await sees(bobs, ann);

    await cem.visitor.call(contract.logout, {});
    await vi.waitUntil(() => !cems.socket.connected, { timeout: 5000 });
    cems.socket.disconnect();
    await sees(anns, bob);
  });

  test('[CLU-8] lets them call each other and send each other files', async () => {
    const [anns, bobs] = [aDevice(ann), aDevice(bob)];
    await sees(anns, bob);
    await sees(bobs, ann);
    expect((await ann.visitor.call(contract.startVoiceCall, { chatId: direct })).status).toBe(200);
    await bobs.hears('voiceCallStart', direct);
    anns.socket.emit('joinVoiceRoom', direct, ann.id);
    await anns.hears('callingUsers');
    bobs.socket.emit('joinVoiceRoom', direct, bob.id);
    await vi.waitFor(() => expect([anns.count('callingUsers'), bobs.count('callingUsers')]).toEqual([2, 1]), 10_000);
    expect((await bob.visitor.call(contract.endVoiceCall, { chatId: direct })).status).toBe(200);
    await anns.hears('voiceCallEnd', direct);

    anns.socket.emit('sendFileRequest', { name: 'a.txt', size: 5 }, bob.id);
    await bobs.hears('fileTransferRequest');
    bobs.socket.emit('fileReceiveAccept', ann.id);
    await anns.hears('fileTransferAccept', bob.id);
    anns.socket.emit('fileTransferCancel', bob.id);
    await bobs.hears('fileTransferCancel', ann.id);
    for (const { socket } of [anns, bobs]) socket.disconnect();
  });

  test('[CLU-200] delivers messages while a node is held up by the call of another chat', async () => {
    const [anns, bobs] = [aDevice(ann), aDevice(bob)];
    await sees(anns, bob);
    await ann.visitor.call(contract.startVoiceCall, { chatId: direct });
    const [taken, over] = [createGate(), createGate()];
    const holding = database.transaction(async (tx) => {
      await tx`select from calls where chat_id = ${direct} for update`;
      taken.open();
      await over.opened;
    });
    await taken.opened;
    // One of the two API nodes now waits to end their call.
    await ann.visitor.call(contract.removeFriend, { friendId: bob.id });
    const texts = ['one', 'two', 'three', 'four'].map((number) => `meanwhile-${number}`);
    for (const text of texts) await say(ann, group, text);
    await vi.waitFor(() => expect(bobs.texts()).toEqual(expect.arrayContaining(texts)), { timeout: 10_000 });
    expect(bobs.count('voiceCallEnd')).toBe(0);
    over.open();
    await holding;
    await bobs.hears('voiceCallEnd', direct);
    await ann.visitor.call(contract.sendFriendRequest, { friendId: bob.id });
    await bob.visitor.call(contract.sendFriendRequest, { friendId: ann.id });
    for (const { socket } of [anns, bobs]) socket.disconnect();
  });
});

/** Everything that may befall a cluster, one after the other. */
async function trouble(anns: Device, bobs: Device) {
  const [chatOne, chatTwo] = nodesOf('chat');
  const [apiOne] = nodesOf('api');
  // Dan is on one of the two and does not come again; Ann and Bob are one on each.
  const dans = aDevice(dan, { comesAgain: false });
  await sees(anns, bob, dan);
  const lost = vi.waitUntil(() => !dans.socket.connected, { timeout: 60_000 });
  await chatOne?.end('SIGKILL');
  if (dans.socket.connected) {
    await chatOne?.start();
    await chatTwo?.end('SIGKILL');
    await lost;
    await chatTwo?.start();
  } else {
    await chatOne?.start();
  }
  await sees(anns, bob);
  await sees(bobs, ann);

  // One after the other, so that everybody is moved at least once.
  for (const node of [chatTwo, chatOne, apiOne]) {
    expect(await node?.end('SIGTERM')).toBe(0);
    await node?.start();
  }
  await sees(anns, bob);
  await sees(bobs, ann);

  const before = [anns.welcomes(), bobs.welcomes()];
  await cluster.redis.kill();
  await pause(1000);
  await cluster.redis.start();
  // Whoever may have missed something comes again.
  await vi.waitUntil(() => anns.welcomes() > (before[0] ?? 0) && bobs.welcomes() > (before[1] ?? 0), {
    timeout: 20_000,
  });
  await sees(anns, bob);
  await sees(bobs, ann);

  await cluster.postgres.kill();
  // They come again while there is no database to know them by.
  for (const device of [anns, bobs]) device.cut();
}

test(
  '[CLU-9] loses and doubles nothing it has said yes to, and heals, whatever befalls it',
  { timeout: 180_000 },
  async () => {
    const [anns, bobs] = [aDevice(ann), aDevice(bob)];
    const people = [ann, bob];
    const chatIds = [direct, group];
    const writers = startWriters(
      chatIds.flatMap((chatId) => people.map(({ visitor }) => ({ visitor, chatId }))),
      { pauseMs: 20 },
    );
    try {
      await trouble(anns, bobs);
      await sees(anns, bob);
      await sees(bobs, ann);
    } finally {
      await writers.stop();
    }
    for (const { visitor: reader } of people)
      expect(await tallyUp(writers.acknowledged, { database, reader })).toMatchObject(nothingAmiss);
    for (const chatId of chatIds)
      expect(writers.acknowledged.filter((one) => one.chatId === chatId).length).toBeGreaterThan(50);

    // Live again over all nodes, not only by asking.
    await say(ann, direct, 'still-there');
    await vi.waitUntil(() => bobs.texts().includes('still-there'), { timeout: 10_000, interval: 20 });

    expect(cluster.nodes.map((node) => node.isRunning())).toEqual([true, true, true, true]);
  },
);
