import {
  type Ack,
  type ClientEventAnswer,
  type ClientEventArgs,
  type ClientEventName,
  clientEvents,
  type ErrorCode,
  socketLimits,
  type UserId,
} from '@chat-app/contract';
import { createCallerTurns } from '../platform/caller-turns.ts';
import { toAppError } from '../platform/app-errors.ts';
import { AppError, invalidInput, unavailable } from '../platform/errors.ts';
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
  /** While true, the event is refused without any work, which would only delay what was accepted before. */
  readonly isOverloaded?: () => boolean;
  /** Handles the event of a client that asked for no acknowledgement. */
  readonly withoutAck?: Handler<Name>;
}

interface Registered {
  readonly handler: AnyHandler;
  readonly withoutAck: AnyHandler;
  readonly perSecond: number | undefined;
  readonly isOverloaded: (() => boolean) | undefined;
}

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
  /** False after too many refused events, which close the connection. */
  readonly isTolerated: () => boolean;
}

/** A person with more events that are above a limit or invalid loses the connections that send them. */
const refusedPerMinute = 1000;
const longestWindowMs = 60_000;
const abusive: ReadonlySet<ErrorCode> = new Set(['invalid_input', 'rate_limited']);

/** Handles the events of a connection once its session was checked; never, if that fails. */
type Attach = (socket: ClientSocket, admitted: Promise<unknown>) => void;

/** Dispatches incoming events. An invalid one is refused, by acknowledgement or `errorMessage`, and changes nothing. */
export function createListeners(
  logger: Logger,
  { areLimitsOn, metrics }: { areLimitsOn: boolean; metrics: Counts },
): { listen: Listen; attach: Attach } {
  const registered = new Map<string, Registered>();
  const limitsOf = createPersonLimits(registered, areLimitsOn);
  const { countRefusal, reportError } = createReports(logger, metrics);

  function handle({ socket, name, args, acknowledge }: Incoming): Promise<object | void> | void {
    const event = registered.get(name);
    if (!event || !isClientEvent(name)) throw invalidInput('This event is not known');
    const parsed = clientEvents[name].safeParse(args);
    if (!parsed.success) throw invalidInput(parsed.error.issues[0]?.message ?? 'These arguments are not valid');
    const handler = acknowledge ? event.handler : event.withoutAck;
    return handler(socket, ...parsed.data);
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
    incoming.acknowledge?.({ ok: true, ...answer });
  }

  const receiveUsual = areLimitsOn
    ? inTurn(receive, (incoming) => {
        countRefusal(incoming, overloaded);
        refuse(incoming, overloaded);
      })
    : receive;

  return {
    listen: (name, handler, options = {}) => {
      const { perSecond, isOverloaded, withoutAck = handler } = options;
      registered.set(name, {
        handler: handler as unknown as AnyHandler,
        withoutAck: withoutAck as unknown as AnyHandler,
        perSecond,
        isOverloaded,
      });
    },
    attach: (socket, admitted) => {
      const limits = limitsOf(socket);
      let isAdmitted = false;
      const whenAdmitted = async (start: () => unknown) => {
        if (await isFulfilled(admitted)) start();
      };
      void whenAdmitted(() => (isAdmitted = true));
      const isTolerated = () => {
        if (limits.allowsRefusal()) return true;
        logger.warn({ userId: socket.data.userId }, 'connection closed after too many events');
        socket.disconnect(true);
        return false;
      };
      socket.onAny((name: unknown, ...args: unknown[]) => {
        const incoming = readEvent(socket, { name, args, isTolerated });
        const { allows, isFrequent } = limits.of(incoming.name);
        if (!allows()) {
          metrics.eventReceived(metricLabelOf(incoming.name), 'limited');
          if (isTolerated()) refuse(incoming, tooManyEvents);
          return;
        }
        if (registered.get(incoming.name)?.isOverloaded?.() === true) {
          countRefusal(incoming, overloaded);
          refuse(incoming, overloaded);
          return;
        }
        // A frequent event gets an id only if it fails: following every promise with it costs too much.
        const start = () => (isFrequent ? receive(incoming) : withRequestId(newId(), () => receiveUsual(incoming)));
        if (isAdmitted) void start();
        else void whenAdmitted(start);
      });
    },
  };
}

/** A crowd of events of one person delays only that person; those that wait too long find the server busy. */
function inTurn(receive: (incoming: Incoming) => Promise<void>, refuseBusy: (incoming: Incoming) => void) {
  const takeTurn = createCallerTurns({ atOnce: 4, maxWaiting: socketLimits.eventsPerMinute, maxWaitMs: 10_000 });
  return async (incoming: Incoming): Promise<void> => {
    let endTurn: () => void;
    try {
      endTurn = await takeTurn(`user:${incoming.socket.data.userId}`);
    } catch {
      refuseBusy(incoming);
      return;
    }
    await receive(incoming).finally(endTurn);
  };
}

/** Reports refused and failed events to the device, the log and the metrics. */
function createReports(logger: Logger, metrics: Counts) {
  function countRefusal({ name }: Incoming, { code }: AppError): void {
    metrics.eventReceived(metricLabelOf(name), code === 'internal' ? 'failed' : 'refused');
    metrics.failed(code, 'socket');
  }

  function reportError(incoming: Incoming, error: unknown): void {
    const { name, socket } = incoming;
    const refusal = toAppError(error);
    const fields = { event: labelOf(name), code: refusal.code, userId: socket.data.userId };
    if (error instanceof AppError) logger.info(fields, 'event refused');
    else if (refusal.code === 'unavailable') logger.warn({ ...fields, err: error }, 'event refused');
    else logger.error({ ...fields, err: error }, 'event failed');
    countRefusal(incoming, refusal);
    if (!abusive.has(refusal.code) || incoming.isTolerated()) refuse(incoming, refusal);
  }
  return { countRefusal, reportError };
}

const isFulfilled = (promise: Promise<unknown>) =>
  promise.then(
    () => true,
    () => false,
  );

type Limits = ReturnType<typeof createLimits>;

/** The limits of each person, over all their connections to this node. A reconnect does not start them afresh. */
function createPersonLimits(registered: ReadonlyMap<string, Registered>, areLimitsOn: boolean) {
  const people = new Map<UserId, { limits: Limits; connections: number; leftAt: number }>();
  let sweptAt = Date.now();

  function sweep() {
    const now = Date.now();
    if (now - sweptAt < longestWindowMs) return;
    sweptAt = now;
    for (const [userId, { connections, leftAt }] of people)
      if (connections === 0 && now - leftAt > longestWindowMs) people.delete(userId);
  }

  return (socket: ClientSocket): Limits => {
    sweep();
    const { userId } = socket.data;
    const person = people.get(userId) ?? { limits: createLimits(registered, areLimitsOn), connections: 0, leftAt: 0 };
    people.set(userId, person);
    person.connections += 1;
    socket.once('disconnect', () => {
      person.connections -= 1;
      person.leftAt = Date.now();
    });
    return person.limits;
  };
}

/** Frequent events have one limit each, all others share one. */
function createLimits(registered: ReadonlyMap<string, Registered>, areLimitsOn: boolean) {
  const window = (limit: number, ms: number) => createWindow(areLimitsOn ? limit : Infinity, ms);
  const shared = { allows: window(socketLimits.eventsPerMinute, longestWindowMs), isFrequent: false };
  const limitByName = new Map<string, typeof shared>();
  for (const [name, { perSecond }] of registered) {
    if (perSecond !== undefined) limitByName.set(name, { allows: window(perSecond, 1000), isFrequent: true });
  }
  return {
    allowsRefusal: createWindow(refusedPerMinute, longestWindowMs),
    of: (name: string) => limitByName.get(name) ?? shared,
  };
}

type Counts = Pick<Metrics, 'eventReceived' | 'failed'>;

/** The protocol allows a number as an event's name, and `onAny` passes it on unchanged. */
function readEvent(
  socket: ClientSocket,
  { name, args, isTolerated }: { name: unknown; args: unknown[] } & Pick<Incoming, 'isTolerated'>,
): Incoming {
  const last = args.at(-1);
  const incoming = { socket, name: String(name), args, acknowledge: null, isTolerated };
  // Packets carry no functions: Socket.IO adds this one when the client asks for an acknowledgement.
  if (typeof last !== 'function') return incoming;
  return { ...incoming, args: args.slice(0, -1), acknowledge: last as Incoming['acknowledge'] };
}

function refuse({ socket, name, acknowledge }: Incoming, refusal: AppError): void {
  const { code, message, extra, retryAfterSeconds } = refusal;
  const reason = { ...extra, code, ...(retryAfterSeconds !== null && { retryAfterSeconds }) };
  if (acknowledge) acknowledge({ ...reason, ok: false, message });
  else if (refusal instanceof RefusedWithEvent) refusal.emitTo(socket);
  else socket.emit('errorMessage', labelOf(name), message, reason);
}

const tooManyEvents = new AppError('rate_limited', 'Too many events. Please slow down.');
const overloaded = unavailable();
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
