import { withoutDeadline } from '../../platform/db/database.ts';
import type { NewMessage, Written } from './sends.repository.ts';

const batchMax = 200;
const waitingMax = 10_000;
/** Whoever waited longer is about to be told that it failed; then it must not happen after all. */
const patienceMs = 2000;

interface Waiting {
  readonly message: NewMessage;
  readonly since: number;
  readonly resolve: (written: Written) => void;
  readonly reject: (error: unknown) => void;
}

interface SendQueueParts {
  /** Writes all of them or none, and returns what became of each by its id. */
  write: (batch: NewMessage[]) => Promise<Map<string, Written>>;
  /** What to answer when too many wait. */
  refuse: () => Error;
}

/**
 * Group commit: while one batch is being written, the next gathers. One at a time keeps the order in which messages came,
 * and makes a crowd cost one flush to disk instead of one each.
 */
export function createSendQueue({ write, refuse }: SendQueueParts) {
  const waiting: Waiting[] = [];
  const underWayByMark = new Map<string, Promise<Written>>();
  let isWriting = false;

  async function settle(batch: Waiting[]) {
    try {
      const written = await write(batch.map(({ message }) => message));
      for (const { message, resolve } of batch) resolve(written.get(message.id) ?? { kind: 'refused' });
    } catch (error) {
      // One message the database refuses must not take its neighbours along: alone, each gets its own answer.
      if (batch.length === 1) batch[0]?.reject(error);
      else for (const single of batch) await settle([single]);
    }
  }

  async function drain() {
    if (isWriting) return;
    isWriting = true;
    // Whoever arrives in this turn of the loop goes along.
    await new Promise<void>((resolve) => setImmediate(resolve));
    while (waiting.length > 0) {
      const batch = waiting.splice(0, batchMax);
      const isLate = ({ since }: Waiting) => Date.now() - since > patienceMs;
      for (const { reject } of batch.filter(isLate)) reject(refuse());
      const inTime = batch.filter((letter) => !isLate(letter));
      if (inTime.length > 0) await settle(inTime);
    }
    isWriting = false;
  }

  function enqueue(message: NewMessage): Promise<Written> {
    if (waiting.length >= waitingMax) return Promise.reject(refuse());
    const outcome = new Promise<Written>((resolve, reject) =>
      waiting.push({ message, since: Date.now(), resolve, reject }),
    );
    // A batch is nobody's in particular: the first one's deadline must not end the others.
    void withoutDeadline(drain);
    return outcome;
  }

  /** Two copies of one message at the same moment are one: the second gets the first one's answer as a repeat. */
  return async function send(message: NewMessage): Promise<Written> {
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
  };
}

function asRepeat(written: Written): Written {
  return written.kind === 'new' ? { kind: 'earlier', messageId: written.row.id } : written;
}
