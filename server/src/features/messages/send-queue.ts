import type { MessageId } from '@chat-app/contract';
import { setTimeout as pause } from 'node:timers/promises';
import { isRefusedData } from '../../platform/db/database-errors.ts';
import { within, withoutDeadline } from '../../platform/deadline.ts';
import { forNobody } from '../../platform/request-context.ts';
import type { NewMessage, Written } from './sends.repository.ts';

const batchMax = 200;
const waitingMax = 10_000;
/** Whoever waited longer is about to be told that it failed; then it must not happen after all. */
const patienceMs = 2000;
/** One connection that hangs must not hold up those who come after. */
const writeWithinMs = 2500;
/** While somebody holds a chat, its messages are tried again this often. */
const busyPauseMs = 5;

interface Waiting {
  readonly message: NewMessage;
  readonly since: number;
  readonly resolve: (written: Written) => void;
  readonly reject: (error: unknown) => void;
}

interface SendQueueParts {
  /** Writes all of them or none, and returns what became of each by its id. */
  write: (batch: NewMessage[]) => Promise<Map<MessageId, Written>>;
  /** What to answer when too many wait. */
  refuse: () => Error;
}

const isLate = ({ since }: Waiting) => Date.now() - since > patienceMs;

/** Gives each its answer; returns those whose chat somebody holds. */
async function settle(batch: readonly Waiting[], { write, refuse }: SendQueueParts): Promise<Waiting[]> {
  for (const late of batch.filter(isLate)) late.reject(refuse());
  const inTime = batch.filter((one) => !isLate(one));
  if (inTime.length === 0) return [];
  try {
    const outcomes = await within(writeWithinMs, write(inTime.map(({ message }) => message)));
    const isBusy = ({ message }: Waiting) => outcomes.get(message.id)?.kind === 'busy';
    for (const one of inTime) {
      if (!isBusy(one)) one.resolve(outcomes.get(one.message.id) ?? { kind: 'refused' });
    }
    return inTime.filter(isBusy);
  } catch (error) {
    // One message the database refuses must not take its neighbours along: alone, each gets its own answer. Anything else
    // may have been written or not; whoever sends it again under its mark learns which.
    if (inTime.length === 1 || !isRefusedData(error)) {
      for (const { reject } of inTime) reject(error);
      return [];
    }
    const busy: Waiting[] = [];
    for (const single of inTime) busy.push(...(await settle([single], { write, refuse })));
    return busy;
  }
}

/**
 * Group commit: while one batch is being written, the next gathers. One at a time keeps the order in which messages came,
 * and makes a crowd cost one flush to disk instead of one each.
 */
export function createSendQueue(parts: SendQueueParts) {
  let waiting: Waiting[] = [];
  const underWayByMark = new Map<string, Promise<Written>>();
  let isWriting = false;

  async function drain() {
    if (isWriting) return;
    isWriting = true;
    // Whoever arrives in this turn of the loop goes along.
    await new Promise<void>((resolve) => setImmediate(resolve));
    while (waiting.length > 0) {
      const batch = waiting.slice(0, batchMax);
      waiting = waiting.slice(batchMax);
      const busy = await settle(batch, parts);
      // Before what came later, so that the order stays.
      waiting = [...busy, ...waiting];
      if (busy.length > 0) await pause(busyPauseMs);
    }
    isWriting = false;
  }

  function enqueue(message: NewMessage): Promise<Written> {
    if (waiting.length >= waitingMax) return Promise.reject(parts.refuse());
    const outcome = new Promise<Written>((resolve, reject) =>
      waiting.push({ message, since: Date.now(), resolve, reject }),
    );
    // A batch is nobody's in particular: the first one's deadline must not end the others, nor its id stand in their lines.
    void forNobody(() => withoutDeadline(drain));
    return outcome;
  }

  /** Two copies of one message at the same moment are one: the second gets the first one's answer as a repeat. */
  async function send(message: NewMessage): Promise<Written> {
    if (message.clientId === null) return enqueue(message);
    const mark = `${message.chatId} ${message.authorId} ${message.clientId}`;
    const first = underWayByMark.get(mark);
    if (first) return asRepeat(await first);
    const outcome = enqueue(message);
    underWayByMark.set(mark, outcome);
    try {
      return await outcome;
    } finally {
      underWayByMark.delete(mark);
    }
  }
  return Object.assign(send, { depth: () => waiting.length });
}

function asRepeat(written: Written): Written {
  return written.kind === 'new' ? { kind: 'earlier', messageId: written.row.id } : written;
}
