import {
  type Ack,
  type ClientEventAnswer,
  type ClientEventArgs,
  type ClientEventName,
  clientEvents,
  socketLimits,
} from '@chat-app/contract';
import { toAppError } from '../platform/app-errors.ts';
import { AppError, invalidInput } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import type { Logger } from '../platform/logger.ts';
import type { Metrics } from '../platform/metrics/metrics.ts';
import { currentRequestId, withRequestId } from '../platform/request-context.ts';
import type { ClientSocket } from './rooms.ts';

type Handler<Name extends ClientEventName> = (
  socket: ClientSocket,
  ...args: ClientEventArgs<Name>
) => HandlerResult<Name>;

/** Most events return nothing; an acknowledgement then says `ok` only. */
type HandlerResult<Name extends ClientEventName> =
  object extends ClientEventAnswer<Name> ? Promise<void> | void : Promise<ClientEventAnswer<Name>>;

type AnyHandler = (socket: ClientSocket, ...args: unknown[]) => Promise<object | void> | void;

interface EventOptions<Name extends ClientEventName> {
  /** A separate limit for frequent events, so that they do not use up the limit of the others. */
  readonly perSecond?: number;
  /** How a client that asked for no acknowledgement receives the answer. */
  readonly emitAnswer?: (socket: ClientSocket, answer: ClientEventAnswer<Name>) => void;
}

type AnyOptions = EventOptions<ClientEventName>;

/** Registers the handler of one event. Its arguments are parsed with the contract's schema first. */
export type Listen = <Name extends ClientEventName>(
  name: Name,
  handle: Handler<Name>,
  options?: EventOptions<Name>,
) => void;

/** A refusal that clients without an acknowledgement receive as a specific event instead of `errorMessage`. */
export class RefusedWithEvent extends AppError {
  constructor(
    refusal: Pick<AppError, 'code' | 'message'>,
    readonly emitTo: (socket: ClientSocket) => void,
  ) {
    super(refusal.code, refusal.message);
  }
}

/** An event before its arguments are parsed. */
interface Incoming {
  readonly socket: ClientSocket;
  readonly name: string;
  readonly args: readonly unknown[];
  readonly acknowledge: ((answer: Ack) => void) | null;
}

/** A connection with more events above its limits is closed. */
const refusedPerMinute = 1000;

/** Dispatches incoming events. An invalid one is refused, by acknowledgement or `errorMessage`, and changes nothing. */
export function createListeners(
  logger: Logger,
  { areLimitsOn, metrics }: { areLimitsOn: boolean; metrics: Counts },
): { listen: Listen; attach: (socket: ClientSocket) => void } {
  const registered = new Map<string, { handler: AnyHandler; options: AnyOptions }>();

  function handle({ socket, name, args }: Incoming): Promise<object | void> | void {
    const event = registered.get(name);
    if (!event || !isClientEvent(name)) throw invalidInput('This event is not known');
    const parsed = clientEvents[name].safeParse(args);
    if (!parsed.success) throw invalidInput(parsed.error.issues[0]?.message ?? 'These arguments are not valid');
    return event.handler(socket, ...parsed.data);
  }

  /** Reports a refused or failed event to the device, the log and the metrics. */
  function reportError(incoming: Incoming, error: unknown): void {
    const { name, socket } = incoming;
    const refusal = toAppError(error);
    const fields = { event: labelOf(name), code: refusal.code, userId: socket.data.userId };
    if (error instanceof AppError) logger.info(fields, 'event refused');
    else if (refusal.code === 'unavailable') logger.warn({ ...fields, err: error }, 'event refused');
    else logger.error({ ...fields, err: error }, 'event failed');
    metrics.eventReceived(metricLabelOf(name), refusal.code === 'internal' ? 'failed' : 'refused');
    metrics.failed(refusal.code, 'socket');
    refuse(incoming, refusal);
  }

  async function receive(incoming: Incoming): Promise<void> {
    let answer: object | void;
    try {
      answer = await handle(incoming);
      metrics.eventReceived(metricLabelOf(incoming.name), 'done');
    } catch (error) {
      withRequestId(currentRequestId() ?? newId(), () => reportError(incoming, error));
      return;
    }
    const { acknowledge, name, socket } = incoming;
    if (acknowledge) acknowledge({ ok: true, ...answer });
    else if (answer) registered.get(name)?.options.emitAnswer?.(socket, answer);
  }

  return {
    listen: (name, handler, options = {}) => {
      registered.set(name, { handler: handler as unknown as AnyHandler, options });
    },
    attach: (socket) => {
      const allowsAny = createWindow(areLimitsOn ? socketLimits.eventsPerMinute : Infinity, 60_000);
      const allowsRefusal = createWindow(refusedPerMinute, 60_000);
      const allowsByName = new Map(
        Array.from(registered).flatMap(
          ([
            name,
            {
              options: { perSecond },
            },
          ]) =>
            perSecond === undefined ? [] : [[name, createWindow(areLimitsOn ? perSecond : Infinity, 1000)] as const],
        ),
      );
      socket.onAny((name: unknown, ...args: unknown[]) => {
        const incoming = readEvent(socket, name, args);
        const allowsFrequent = allowsByName.get(incoming.name);
        const allows = allowsFrequent ?? allowsAny;
        if (allows()) {
          // A frequent event gets an id only if it fails: following every promise with it costs too much.
          if (allowsFrequent) void receive(incoming);
          else void withRequestId(newId(), () => receive(incoming));
          return;
        }
        metrics.eventReceived(metricLabelOf(incoming.name), 'limited');
        if (allowsRefusal()) {
          refuse(incoming, tooManyEvents);
          return;
        }
        logger.warn({ userId: socket.data.userId }, 'connection closed after too many events');
        socket.disconnect(true);
      });
    },
  };
}

type Counts = Pick<Metrics, 'eventReceived' | 'failed'>;

/** The protocol allows a number as an event's name, and `onAny` passes it on unchanged. */
function readEvent(socket: ClientSocket, name: unknown, args: unknown[]): Incoming {
  const last = args.at(-1);
  // Packets carry no functions: Socket.IO adds this one when the client asks for an acknowledgement.
  if (typeof last !== 'function') return { socket, name: String(name), args, acknowledge: null };
  return { socket, name: String(name), args: args.slice(0, -1), acknowledge: last as Incoming['acknowledge'] };
}

function refuse({ socket, name, acknowledge }: Incoming, refusal: AppError): void {
  const { code, message, extra, retryAfterSeconds } = refusal;
  const reason = { ...extra, code, ...(retryAfterSeconds !== null && { retryAfterSeconds }) };
  if (acknowledge) acknowledge({ ...reason, ok: false, message });
  else if (refusal instanceof RefusedWithEvent) refusal.emitTo(socket);
  else socket.emit('errorMessage', labelOf(name), message, reason);
}

const tooManyEvents = new AppError('rate_limited', 'Too many events. Please slow down.');
const labelOf = (name: string) => name.slice(0, 50);
const isClientEvent = (name: string): name is ClientEventName => Object.hasOwn(clientEvents, name);

/** Clients can invent any number of names; only those of the contract are counted by name. */
const metricLabelOf = (name: string) => (isClientEvent(name) ? name : 'unknown');

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
