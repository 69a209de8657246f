import { clientEvents, type ClientToServerEvents, socketLimits } from '@chat-app/contract';
import { AppError, invalidInput } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import type { Logger } from '../platform/logger.ts';
import type { Metrics } from '../platform/metrics/metrics.ts';
import { forRequest } from '../platform/request-context.ts';
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

/** Whoever goes on and on although told to slow down is let go of. */
const refusedPerMinute = 1000;

/** Incoming events. A bad one is answered with `errorMessage` and changes nothing. */
export function createListeners(
  logger: Logger,
  { areLimitsOn, metrics }: { areLimitsOn: boolean; metrics: Counts },
): { listen: Listen; attach: (socket: ClientSocket) => void } {
  const handlerByName = new Map<string, AnyHandler>();
  const rateByName = new Map<string, OwnRate>();
  const refuse = createRefusal(logger, metrics);

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
      metrics.eventReceived(seriesOf(name), 'done');
    } catch (error) {
      refuse(socket, name, error);
    }
  }

  return {
    listen: (name, handle, rate) => {
      handlerByName.set(name, handle as AnyHandler);
      if (rate) rateByName.set(name, rate);
    },
    attach: (socket) => {
      const allowsAny = createWindow(areLimitsOn ? socketLimits.eventsPerMinute : Infinity, 60_000);
      const bearsWith = createWindow(refusedPerMinute, 60_000);
      const allowsByName = new Map(
        Array.from(rateByName, ([name, { perSecond }]) => [
          name,
          createWindow(areLimitsOn ? perSecond : Infinity, 1000),
        ]),
      );
      // The protocol lets a number stand for an event's name; `onAny` hands it on as it came.
      socket.onAny((name: unknown, ...args: unknown[]) => {
        const allows = allowsByName.get(String(name)) ?? allowsAny;
        if (allows()) {
          void forRequest(newId(), () => receive(socket, String(name), args));
          return;
        }
        metrics.eventReceived(seriesOf(String(name)), 'limited');
        if (!bearsWith()) {
          logger.warn({ userId: socket.data.userId }, 'a flood of events was ended');
          socket.disconnect(true);
          return;
        }
        socket.emit('errorMessage', labelOf(String(name)), 'Too many events. Please slow down.', {
          code: 'rate_limited',
        });
      });
    },
  };
}

type Counts = Pick<Metrics, 'eventReceived' | 'failed'>;

/** Tells the device, the log and the numbers that an event was not taken. */
function createRefusal(logger: Logger, metrics: Counts) {
  return (socket: ClientSocket, name: string, error: unknown) => {
    const { code, message, extra } = error instanceof AppError ? error : internal;
    const facts = { event: labelOf(name), code, userId: socket.data.userId };
    if (error instanceof AppError) logger.info(facts, 'event refused');
    else logger.error({ ...facts, err: error }, 'event failed');
    metrics.eventReceived(seriesOf(name), error instanceof AppError ? 'refused' : 'failed');
    metrics.failed(code, 'socket');
    socket.emit('errorMessage', labelOf(name), message, { ...extra, code });
  };
}

/** Our own fault, which is told in the log. */
const internal = new AppError('internal', 'Something went wrong. Please try again later.');
const labelOf = (name: string) => name.slice(0, 50);

/** A browser can make names up without end; only those of the contract are counted by name. */
const seriesOf = (name: string) => (Object.hasOwn(clientEvents, name) ? name : 'unknown');

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
