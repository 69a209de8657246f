import { clientEvents, type ClientToServerEvents } from '@chat-app/contract';
import { AppError, invalidInput } from '../platform/errors.ts';
import type { Logger } from '../platform/logger.ts';
import type { ClientSocket } from './rooms.ts';

type EventName = keyof ClientToServerEvents;
type Handler<Name extends EventName> = (
  socket: ClientSocket,
  ...args: Parameters<ClientToServerEvents[Name]>
) => Promise<void> | void;

type AnyHandler = (socket: ClientSocket, ...args: unknown[]) => Promise<void> | void;

/** For what comes often by its nature: counted for itself, so that it cannot crowd out the rest. */
interface OwnRate {
  readonly perSecond: number;
}

/** Answers one event; what a browser sent is parsed with the contract's schema first. */
export type Listen = <Name extends EventName>(name: Name, handle: Handler<Name>, rate?: OwnRate) => void;

const eventsPerMinute = 300;

/** Incoming events. A bad one is answered with `errorMessage` and changes nothing. */
export function createListeners(
  logger: Logger,
  { areLimitsOn }: { areLimitsOn: boolean },
): { listen: Listen; attach: (socket: ClientSocket) => void } {
  const handlerByName = new Map<string, AnyHandler>();
  const rateByName = new Map<string, OwnRate>();

  async function answer(socket: ClientSocket, name: string, args: unknown[]): Promise<void> {
    const handle = handlerByName.get(name);
    if (!handle || !Object.hasOwn(clientEvents, name)) throw invalidInput('This event is not known');
    const parsed = clientEvents[name as EventName].safeParse(args.filter((arg) => typeof arg !== 'function'));
    if (!parsed.success) throw invalidInput(parsed.error.issues[0]?.message ?? 'These arguments are not valid');
    await handle(socket, ...parsed.data);
  }

  async function receive(socket: ClientSocket, name: string, args: unknown[]): Promise<void> {
    try {
      await answer(socket, name, args);
    } catch (error) {
      if (!(error instanceof AppError)) logger.error({ err: error, event: name }, 'event failed');
      const message = error instanceof AppError ? error.message : 'Something went wrong. Please try again later.';
      socket.emit('errorMessage', labelOf(name), message);
    }
  }

  return {
    listen: (name, handle, rate) => {
      handlerByName.set(name, handle as AnyHandler);
      if (rate) rateByName.set(name, rate);
    },
    attach: (socket) => {
      const allowsAny = createWindow(areLimitsOn ? eventsPerMinute : Infinity, 60_000);
      const allowsByName = new Map(
        Array.from(rateByName, ([name, { perSecond }]) => [
          name,
          createWindow(areLimitsOn ? perSecond : Infinity, 1000),
        ]),
      );
      // The protocol lets a number stand for an event's name; `onAny` hands it on as it came.
      socket.onAny((name: unknown, ...args: unknown[]) => {
        const allows = allowsByName.get(String(name)) ?? allowsAny;
        if (allows()) void receive(socket, String(name), args);
        else socket.emit('errorMessage', labelOf(String(name)), 'Too many events. Please slow down.');
      });
    },
  };
}

const labelOf = (name: string) => name.slice(0, 50);

function createWindow(limit: number, windowMs: number): () => boolean {
  let endsAt = 0;
  let taken = 0;
  return () => {
    const now = Date.now();
    if (now >= endsAt) [endsAt, taken] = [now + windowMs, 0];
    taken += 1;
    return taken <= limit;
  };
}
