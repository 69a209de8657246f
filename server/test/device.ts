import type { ClientToServerEvents, ServerToClientEvents } from '@chat-app/contract';
import { io, type Socket } from 'socket.io-client';
import { vi } from 'vitest';
import { afterTest } from './after-test.ts';
import { deadlineMs } from './deadline.ts';
import type { Person } from './people.ts';
import type { TestApp } from './test-app.ts';

type EventName = keyof ServerToClientEvents;
type ReceivedEvent = { [Name in EventName]: { name: Name; args: Parameters<ServerToClientEvents[Name]> } }[EventName];

/** A real connection, and every event it has received. */
export interface Device {
  readonly socket: Socket<ServerToClientEvents, ClientToServerEvents>;
  readonly received: ReceivedEvent[];
  /** The arguments of each event of this name so far. */
  all: <Name extends EventName>(name: Name) => Parameters<ServerToClientEvents[Name]>[];
  /** Waits until the arguments of such an event match. */
  waitFor: <Name extends EventName>(
    name: Name,
    fits?: (...args: Parameters<ServerToClientEvents[Name]>) => boolean,
  ) => Promise<Parameters<ServerToClientEvents[Name]>>;
  /** Everything that was sent to it before has arrived afterwards. */
  settle: () => Promise<void>;
}

/** Connects without waiting for the result. */
export function openSocket(
  app: Pick<TestApp, 'socketUrl'>,
  { auth = {}, cookie, origin }: { auth?: object; cookie?: string; origin?: string },
): Device {
  const extraHeaders = { ...(cookie !== undefined && { cookie }), ...(origin !== undefined && { origin }) };
  const socket: Device['socket'] = io(app.socketUrl, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    auth,
    extraHeaders,
  });
  afterTest(() => void socket.disconnect());
  const received: ReceivedEvent[] = [];
  const checks = new Set<() => void>();
  socket.onAny((name: EventName, ...args: unknown[]) => {
    received.push({ name, args } as ReceivedEvent);
    checks.forEach((check) => check());
  });

  /** Checks whenever an event has arrived, instead of polling. */
  function until<Found>(find: () => Found | undefined): Promise<Found> {
    return new Promise((resolve, reject) => {
      const giveUp = setTimeout(() => {
        checks.delete(check);
        reject(new Error(`waited in vain; received: ${received.map(({ name }) => name).join(', ')}`));
      }, deadlineMs);
      function check() {
        try {
          const found = find();
          if (found === undefined) return;
          resolve(found);
        } catch (error) {
          reject(error);
        }
        clearTimeout(giveUp);
        checks.delete(check);
      }
      checks.add(check);
      check();
    });
  }

  const all: Device['all'] = (name) =>
    received.filter((event) => event.name === name).map((event) => event.args) as never;
  return {
    socket,
    received,
    all,
    waitFor: (name, fits = () => true) => until(() => all(name).find((args) => fits(...args))),
    settle: async () => {
      // Refused, so it changes nothing; answers and events arrive in the order in which they were sent.
      await (socket as unknown as Socket).timeout(deadlineMs).emitWithAck('online');
    },
  };
}

/** A device of a signed-in user, connected and announced as online. */
export async function connect(
  app: Pick<TestApp, 'socketUrl'>,
  person: Person,
  { isAnnounced = true } = {},
): Promise<Device> {
  const device = openSocket(app, { cookie: `session=${person.cookies.get('session')}` });
  await device.waitFor('chatHeads');
  await device.waitFor('getOnlineUsers');
  if (isAnnounced) {
    const before = device.all('getOnlineUsers').length;
    device.socket.emit('online', person.user.id);
    await vi.waitUntil(() => device.all('getOnlineUsers').length > before, { interval: 10 });
  }
  return device;
}
