import type { Message, MessageId } from '@chat-app/contract';
import { isRefusedData } from '../../platform/db/database-errors.ts';
import { withTimeout, withoutDeadline } from '../../platform/deadline.ts';
import { detached } from '../../platform/request-context.ts';
import { createGatherWindow } from './gather-window.ts';
import type { NewMessage, Written } from './message-batches.repository.ts';

const batchMax = 200;
/** About what a busy core writes in a second: more would be late, and the time spent on them is missing elsewhere. */
const queueLimit = 4000;
/** A message that waited longer is about to be reported as failed, so it must no longer be written. */
const maxWaitMs = 2000;
/** A connection that hangs must not block later messages. */
const writeTimeoutMs = 2500;
/** Above `writeTimeoutMs`, and below the three seconds that clients are promised. */
const answerWithinMs = 2700;
const checkEveryMs = 200;
/** How often the messages of a locked chat are retried. */
const busyPauseMs = 5;

/** What became of a message. */
export type Outcome = { readonly kind: 'new'; readonly message: Message } | Exclude<Written, { kind: 'new' }>;

interface QueuedMessage {
  readonly message: NewMessage;
  readonly since: number;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}

interface SendQueueDeps {
  /** Writes all of them or none, and returns the outcome of each by its id. */
  write: (batch: NewMessage[]) => Promise<Map<MessageId, Outcome>>;
  /** The error for messages that cannot wait: the queue is full, or they waited too long. */
  refuse: () => Error;
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Settles each message; returns those whose chat is locked. */
async function settle(batch: readonly QueuedMessage[], { write, refuse }: SendQueueDeps): Promise<QueuedMessage[]> {
  const oldest = Date.now() - maxWaitMs;
  const inTime: QueuedMessage[] = [];
  for (const one of batch) {
    if (one.since < oldest) one.reject(refuse());
    else inTime.push(one);
  }
  if (inTime.length === 0) return [];
  try {
    const outcomes = await withTimeout(writeTimeoutMs, write(inTime.map(({ message }) => message)));
    const isBusy = ({ message }: QueuedMessage) => outcomes.get(message.id)?.kind === 'busy';
    for (const one of inTime) {
      if (!isBusy(one)) one.resolve(outcomes.get(one.message.id) ?? { kind: 'refused' });
    }
    return inTime.filter(isBusy);
  } catch (error) {
    // One message that the database refuses must not fail the others: written separately, each gets its own result.
    // After any other error they may have been written or not; a retry with the same idempotency key finds out.
    if (inTime.length === 1 || !isRefusedData(error)) {
      for (const { reject } of inTime) reject(error);
      return [];
    }
    const busy: QueuedMessage[] = [];
    for (const single of inTime) busy.push(...(await settle([single], { write, refuse })));
    return busy;
  }
}

/**
 * Group commit: while one batch is being written, the next one gathers. One batch at a time keeps messages in order and
 * costs one flush to disk per batch instead of one per message.
 */
export function createSendQueue(deps: SendQueueDeps) {
  let waiting: QueuedMessage[] = [];
  let inFlight: QueuedMessage[] = [];
  let isDraining = false;
  const gather = createGatherWindow();
  const inFlightByKey = new Map<string, Promise<Outcome>>();

  const isFull = () => waiting.length >= queueLimit;

  /** Whatever the database does, the sender gets an answer. Those that wait are no longer written: they are late. */
  function refuseOverdue() {
    const overdue = [...inFlight, ...waiting].filter(({ since }) => Date.now() - since > answerWithinMs);
    for (const { reject } of overdue) reject(deps.refuse());
  }

  async function drain() {
    isDraining = true;
    const watch = setInterval(refuseOverdue, checkEveryMs);
    // Messages that arrive in this turn of the event loop join the batch.
    await new Promise<void>((resolve) => setImmediate(resolve));
    while (waiting.length > 0) {
      const gatherMs = gather.remainingMs();
      if (gatherMs >= 1 && waiting.length < batchMax) await pause(gatherMs);
      inFlight = waiting.slice(0, batchMax);
      waiting = waiting.slice(batchMax);
      gather.start(inFlight.length);
      const busy = await settle(inFlight, deps);
      inFlight = [];
      // Before later messages, to keep the order.
      waiting = [...busy, ...waiting];
      if (busy.length > 0) await pause(busyPauseMs);
    }
    clearInterval(watch);
    isDraining = false;
  }

  function enqueue(message: NewMessage, since: number): Promise<Outcome> {
    if (isFull()) return Promise.reject(deps.refuse());
    const outcome = new Promise<Outcome>((resolve, reject) => waiting.push({ message, since, resolve, reject }));
    // A batch belongs to no single request: the deadline of the first must not abort the others, nor its id be logged.
    if (!isDraining) void detached(() => withoutDeadline(drain));
    return outcome;
  }

  /** Of two concurrent copies of a message only one is written: the second gets the result of the first as a repeat. */
  async function send(message: NewMessage, since: number): Promise<Outcome> {
    if (message.clientId === null) return enqueue(message, since);
    const key = `${message.chatId} ${message.authorId} ${message.clientId}`;
    const first = inFlightByKey.get(key);
    if (first) return asRepeat(await first);
    const outcome = enqueue(message, since);
    inFlightByKey.set(key, outcome);
    try {
      return await outcome;
    } finally {
      inFlightByKey.delete(key);
    }
  }
  return Object.assign(send, { depth: () => waiting.length, isFull });
}

function asRepeat(outcome: Outcome): Outcome {
  return outcome.kind === 'new' ? { kind: 'earlier', messageId: outcome.message._id } : outcome;
}
