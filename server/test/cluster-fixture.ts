import * as contract from '@chat-app/contract';
import type { ClientToServerEvents, ServerToClientEvents } from '@chat-app/contract';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, vi } from 'vitest';
import { connectDatabase, type Database } from '../src/platform/db/database.ts';
import { asId } from './as-id.ts';
import { type ClusterNode, startCluster } from './cluster.ts';
import { createHttpClient, type HttpClient } from './http-client.ts';

export interface Person {
  readonly client: HttpClient;
  readonly id: contract.UserId;
}

interface ClusterFixture {
  readonly cluster: Awaited<ReturnType<typeof startCluster>>;
  readonly database: Database;
  /** A friend of all the others. */
  readonly ann: Person;
  readonly bob: Person;
  readonly cem: Person;
  readonly dan: Person;
  /** The chat of Ann and Bob. */
  readonly direct: contract.ChatId;
  /** With Ann, Bob and Cem. */
  readonly group: contract.ChatId;
}

/** A cluster for the tests of a file, with friends whose devices connect through its balancer. */
export function useCluster() {
  let fixture: ClusterFixture;
  const sockets: Socket[] = [];

  beforeAll(async () => {
    fixture = await createFixture();
  }, 120_000);

  afterAll(async () => {
    for (const socket of sockets) socket.disconnect();
    await fixture?.database.close();
    await fixture?.cluster.stop();
  });

  function aDevice(person: Person, options?: { isReconnecting?: boolean }) {
    const device = connectDevice(fixture.cluster.balancer.url, person, options);
    sockets.push(device.socket);
    return device;
  }

  return {
    fixture: () => fixture,
    nodesOf: (role: ClusterNode['role']) => fixture.cluster.nodes.filter((node) => node.role === role),
    aDevice,
  };
}

async function createFixture(): Promise<ClusterFixture> {
  const cluster = await startCluster();
  const database = connectDatabase(cluster.postgres.connection);
  const aPerson = async (name: string): Promise<Person> => {
    const client = createHttpClient(cluster.balancer.url);
    const account = { name, email: `${name}@example.org`, password: 'Secret1!' };
    const { status, body } = await client.call(contract.register, account);
    if (status !== 201) throw new Error(`register answered ${status}: ${JSON.stringify(body)}`);
    return { client, id: body.user.id };
  };
  const [ann, bob, cem, dan] = [await aPerson('Ann'), await aPerson('Bob'), await aPerson('Cem'), await aPerson('Dan')];
  await database.sql`update users set verified_at = now()`;
  for (const other of [bob, cem, dan]) {
    await ann.client.call(contract.sendFriendRequest, { friendId: other.id });
    await other.client.call(contract.sendFriendRequest, { friendId: ann.id });
  }
  const chat = async (...members: Person[]) =>
    (await ann.client.call(contract.createChat, { members: members.map(({ id }) => id) })).body.chatId;
  return { cluster, database, ann, bob, cem, dan, direct: await chat(bob), group: await chat(bob, cem) };
}

export type Device = ReturnType<typeof connectDevice>;

/** An open page: it reconnects when its connection is lost, and announces itself each time. */
function connectDevice(url: string, person: Person, { isReconnecting = true }: { isReconnecting?: boolean } = {}) {
  const socket: Socket<ServerToClientEvents, ClientToServerEvents> = io(url, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: isReconnecting,
    reconnectionDelay: 200,
    reconnectionDelayMax: 1000,
    extraHeaders: { cookie: `session=${person.client.cookies.get('session')}` },
  });
  const received: { name: string; args: unknown[] }[] = [];
  let online: string[] = [];
  let connects = 0;
  const refusals: string[] = [];
  socket.onAny((name: string, ...args: unknown[]) => received.push({ name, args }));
  socket.on('getOnlineUsers', (ids) => {
    online = ids;
  });
  socket.on('connect', () => socket.emit('online', person.id));
  socket.on('chatHeads', () => {
    connects += 1;
  });
  // The library does not reconnect when the server closed or refused the connection; our client does.
  const reconnect = (reason: string) => {
    if (socket.active || !isReconnecting) return;
    refusals.push(reason);
    setTimeout(() => socket.connect(), 300);
  };
  socket.on('disconnect', (reason) => {
    // The previous state is not valid after a reconnect.
    online = [];
    if (reason === 'io server disconnect') reconnect(reason);
  });
  socket.on('connect_error', ({ message }) => {
    // A device whose session has ended does not reconnect.
    if (message !== 'unauthorized') reconnect(message);
  });
  return {
    socket,
    online: () => online.toSorted(),
    connects: () => connects,
    refusals,
    /** Breaks the connection. */
    cut: () => void socket.io.engine?.close(),
    count: (name: string) => received.filter((event) => event.name === name).length,
    waitFor: (name: string, ...args: unknown[]) =>
      vi.waitUntil(
        () => received.find((event) => event.name === name && args.every((arg, at) => event.args[at] === arg)),
        { timeout: 10_000, interval: 20 },
      ),
    /** The texts of the messages it has received. */
    texts: () =>
      received
        .filter(({ name }) => name === 'newMessage')
        .map(({ args: [message] }) => (message as contract.Message).content),
  };
}

export const waitForOnline = (device: Device, ...people: Person[]) =>
  vi.waitFor(() => expect(device.online()).toEqual(people.map(({ id }) => id).toSorted()), {
    timeout: 45_000,
    interval: 100,
  });

/** The content also serves as the idempotency key. */
export const sendText = (person: Person, chatId: contract.ChatId, content: string) =>
  person.client.call(contract.sendMessage, {
    chatId,
    content,
    type: 'text',
    clientId: asId<contract.ClientId>(content),
  });
