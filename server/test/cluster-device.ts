import type { ClientToServerEvents, Message, ServerToClientEvents } from '@chat-app/contract';
import { io, type Socket } from 'socket.io-client';
import { expect, vi } from 'vitest';
import { deadlineMs } from './deadline.ts';
import type { TestUser } from './faults/users.ts';

interface ReceivedEvent {
  readonly name: string;
  readonly args: readonly unknown[];
  readonly at: number;
}

export type Device = ReturnType<typeof connectDevice>;

/** An open page: it reconnects when its connection is lost, and announces itself each time. */
export function connectDevice(
  url: string,
  { client, id }: TestUser,
  { isReconnecting = true }: { isReconnecting?: boolean } = {},
) {
  const socket: Socket<ServerToClientEvents, ClientToServerEvents> = io(url, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: isReconnecting,
    reconnectionDelay: 200,
    reconnectionDelayMax: 1000,
    extraHeaders: { cookie: `session=${client.cookies.get('session')}` },
  });
  const received: ReceivedEvent[] = [];
  const disconnects: { reason: string; at: number }[] = [];
  let online: string[] = [];
  const connectedAt: number[] = [];
  let isConnecting = false;
  let isClosed = false;
  socket.onAny((name: string, ...args: unknown[]) => received.push({ name, args, at: performance.now() }));
  socket.on('getOnlineUsers', (ids) => {
    online = ids;
  });
  socket.on('connect', () => {
    isConnecting = true;
    socket.emit('online', id);
  });
  // The last of the initial events: from here on the device receives what happens in its chats.
  socket.on('chatHeads', () => {
    if (isConnecting) connectedAt.push(performance.now());
    isConnecting = false;
  });
  // The library does not reconnect when the server closed or refused the connection; our client does.
  const reconnect = () => {
    if (!socket.active && isReconnecting) setTimeout(() => isClosed || socket.connect(), 300);
  };
  socket.on('disconnect', (reason) => {
    // The previous state is not valid after a reconnect.
    online = [];
    disconnects.push({ reason, at: performance.now() });
    if (reason === 'io server disconnect') reconnect();
  });
  socket.on('connect_error', ({ message }) => {
    // A device whose session has ended does not reconnect.
    if (message !== 'unauthorized') reconnect();
  });
  return {
    socket,
    online: () => online.toSorted(),
    connects: () => connectedAt.length,
    connectedAt: connectedAt as readonly number[],
    /** In the order of arrival. */
    received: received as readonly ReceivedEvent[],
    disconnects: disconnects as readonly { reason: string; at: number }[],
    /** Breaks the connection. */
    cut: () => void socket.io.engine?.close(),
    /** Disconnects for good. */
    close: () => {
      isClosed = true;
      socket.disconnect();
    },
    count: (name: string) => received.filter((event) => event.name === name).length,
    waitFor: (name: string, ...args: unknown[]) =>
      vi.waitUntil(
        () => received.find((event) => event.name === name && args.every((arg, at) => event.args[at] === arg)),
        { interval: 20 },
      ),
    /** The texts of the messages it has received. */
    texts: () =>
      received.filter(({ name }) => name === 'newMessage').map(({ args: [message] }) => (message as Message).content),
  };
}

export const waitForOnline = (device: Device, ...people: TestUser[]) =>
  vi.waitFor(() => expect(device.online()).toEqual(people.map(({ id }) => id).toSorted()), {
    // Presence of a node that died ends after its term.
    timeout: 3 * deadlineMs,
    interval: 100,
  });
