import type { ChatId, ClientId, UserId } from '@chat-app/contract';
import type { ApiError } from '../lib/api-error.ts';
import { createAttempts } from './delivery.ts';
import type { DeliveryDeps } from './delivery.ts';
import { resendDelayMs } from './resend-delay.ts';

interface QueueDeps extends DeliveryDeps {
  userId: UserId;
  /** Runs `work` in only one tab at a time per name. */
  withLock: (name: string, signal: AbortSignal, work: () => Promise<void>) => Promise<void>;
  random?: () => number;
}

export type OutboxQueue = ReturnType<typeof createOutboxQueue>;

/** Sends the entries of the store, per chat in order and one at a time, until the server accepts or rejects each. */
export function createOutboxQueue(deps: QueueDeps) {
  const { userId, store, withLock, random } = deps;
  const stopping = new AbortController();
  const stopped = stopping.signal;
  const pauses = createPauses();
  const { attempt, abort } = createAttempts(deps, stopped);
  // If the store cannot save the outcome of an entry, the entry must not be sent repeatedly.
  const sent = new Set<ClientId>();
  const rejected = new Set<ClientId>();
  const laneByChat = new Map<ChatId, () => void>();

  async function drain(chatId: ChatId): Promise<void> {
    let failedTries = 0;
    let lastError: ApiError | null = null;
    while (!stopped.aborted) {
      // Read the store each time: another tab may have sent or removed the entry while this one waited.
      const entries = await store.list(userId);
      const next = entries.find(
        ({ clientId, failure, ...entry }) =>
          entry.chatId === chatId && failure === undefined && !sent.has(clientId) && !rejected.has(clientId),
      );
      if (!next) return;
      const outcome = await attempt(next, lastError);
      if (outcome === 'sent') sent.add(next.clientId);
      if (outcome === 'rejected') rejected.add(next.clientId);
      lastError = typeof outcome === 'string' ? null : outcome;
      failedTries = lastError ? failedTries + 1 : 0;
      if (lastError) {
        const retryAfterMs = lastError.retryAfterMs ?? 0;
        await pauses.pause(retryAfterMs + resendDelayMs(failedTries, random), { isRequired: retryAfterMs > 0 });
      }
    }
  }

  const createLane = (chatId: ChatId) =>
    createRunner(() => withLock(`chat-app.outbox.${userId}.${chatId}`, stopped, () => drain(chatId)));

  return {
    /** Starts sending the entries of this chat. */
    push: (chatId: ChatId) => {
      const lane = laneByChat.get(chatId) ?? createLane(chatId);
      laneByChat.set(chatId, lane);
      lane();
    },
    /** Allows a rejected entry to be sent again. */
    reopen: (clientId: ClientId) => rejected.delete(clientId),
    /** The network may be back, so waiting entries are retried at once. */
    wake: pauses.interrupt,
    /** Aborts the request of a discarded entry. */
    abort,
    stop: () => {
      stopping.abort();
      pauses.endAll();
    },
  };
}

/** Runs the work one run at a time. A request during a run starts another run, since the current one may miss it. */
function createRunner(work: () => Promise<void>): () => void {
  let isRunning = false;
  let isRequested = false;
  const run = async () => {
    isRequested = true;
    if (isRunning) return;
    isRunning = true;
    try {
      while (isRequested) {
        isRequested = false;
        await work();
      }
    } finally {
      isRunning = false;
    }
  };
  return () => void run();
}

/** Pauses that can be ended together, when their reason may no longer exist. */
function createPauses() {
  const running = new Map<() => void, { isRequired: boolean }>();
  return {
    /** The server asked for a required pause, so only `endAll` ends it early. */
    pause: (ms: number, kind: { isRequired: boolean }) =>
      new Promise<void>((resolve) => {
        const end = () => {
          clearTimeout(timer);
          running.delete(end);
          resolve();
        };
        const timer = setTimeout(end, ms);
        running.set(end, kind);
      }),
    interrupt: () => {
      for (const [end, { isRequired }] of running) if (!isRequired) end();
    },
    endAll: () => {
      for (const end of running.keys()) end();
    },
  };
}
