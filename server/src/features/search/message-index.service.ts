import type { ChatId } from '@chat-app/contract';
import { setTimeout as delay } from 'node:timers/promises';
import type { DomainBus } from '../../domain-events.ts';
import type { Background } from '../../platform/background.ts';
import type { Database } from '../../platform/db/database.ts';
import { isDatabaseUnavailable } from '../../platform/db/database-errors.ts';
import type { Logger } from '../../platform/logger.ts';
import { indexBatch } from './index-batch.ts';
import { messageIndexRepository, type OutdatedChat } from './message-index.repository.ts';

const chatsPerPage = 500;
/** On a busy node, a batch takes no longer than a message may be delayed. */
const batchSizes = { idle: { chats: 20, messages: 200 }, busy: { chats: 4, messages: 20 } };
const worthLogging = 1000;
/** Messages that follow each other closely are indexed together. */
const debounceMs = 1000;
/** After each batch the index rests: twice as long as the batch took, and much longer on a busy node. */
const idlePauseFactor = 2;
const busyPauseFactor = 29;
const busyUtilization = 0.3;
/** A lost connection is back soon. A database whose disk is full has no room for the index: what users do comes first. */
const outageMs = { first: 1000, longest: 30_000 };

interface MessageIndexDeps {
  readonly background: Background;
  readonly bus: DomainBus;
  readonly database: Database;
  readonly logger: Logger;
}

/**
 * Keeps the index of words up to date, in the background: what was there before the index, or changed while no node was
 * running, and what changes now. It can stop at any time, because progress is stored with every batch.
 */
export function createMessageIndex({ background, bus, database, logger }: MessageIndexDeps) {
  const waiting = new Set<ChatId>();
  const stopped = new AbortController();
  const rest = createRest(stopped.signal);
  let hasToCatchUp = true;
  let nextOutageMs = outageMs.first;
  let isRunning = false;

  function start() {
    if (isRunning || stopped.signal.aborted) return;
    isRunning = true;
    background.run('message index', run);
  }

  async function run() {
    try {
      while ((hasToCatchUp || waiting.size > 0) && !stopped.signal.aborted) {
        if (hasToCatchUp) {
          hasToCatchUp = false;
          await catchUp();
        } else {
          await rest.pause(debounceMs);
          await indexWaiting();
        }
      }
    } finally {
      isRunning = false;
    }
  }

  async function indexWaiting() {
    while (waiting.size > 0 && !stopped.signal.aborted) await index(takeBatch(waiting, rest.batchSize().chats));
  }

  /** One chat that cannot be indexed must not keep the others waiting. */
  async function index(chatIds: readonly ChatId[]) {
    try {
      await indexChats(database, chatIds, { rest, signal: stopped.signal });
      nextOutageMs = outageMs.first;
    } catch (error) {
      if (isDatabaseUnavailable(error)) {
        for (const chatId of chatIds) waiting.add(chatId);
        await rest.pause(nextOutageMs);
        nextOutageMs = Math.min(2 * nextOutageMs, outageMs.longest);
      } else if (chatIds.length > 1) {
        for (const chatId of chatIds) await index([chatId]);
      } else {
        logger.error({ err: error, chatIds }, 'a chat could not be indexed');
      }
    }
  }

  /** The latest activity first. New messages come before old ones. */
  async function catchUp() {
    for (const chatId of await messageIndexRepository.listGone(database.sql)) await index([chatId]);
    const count = await messageIndexRepository.countOutdated(database.sql);
    if (count > worthLogging) logger.info({ messages: count }, 'indexing messages for the search');
    let page: OutdatedChat[] = [];
    do {
      page = await messageIndexRepository.listOutdated(database.sql, page.at(-1) ?? null, chatsPerPage);
      for (const { chatId } of page) {
        if (stopped.signal.aborted) return;
        await index([chatId]);
        await indexWaiting();
      }
    } while (page.length === chatsPerPage);
    if (count > worthLogging) logger.info('all messages are indexed');
  }

  followChats(bus, (chatId) => {
    waiting.add(chatId);
    start();
  });
  background.everyHour('message index', async () => {
    hasToCatchUp = true;
    start();
  });
  start();
  return { depth: () => waiting.size, stop: () => stopped.abort() };
}

function takeBatch(waiting: Set<ChatId>, count: number): ChatId[] {
  const chatIds = [...waiting].slice(0, count);
  for (const chatId of chatIds) waiting.delete(chatId);
  return chatIds;
}

/** Batch by batch. */
async function indexChats(
  database: Database,
  chatIds: readonly ChatId[],
  { rest, signal }: { rest: Rest; signal: AbortSignal },
) {
  for (let remaining = chatIds; remaining.length > 0 && !signal.aborted;) {
    const startedAt = performance.now();
    remaining = await indexBatch(database, remaining, rest.batchSize().messages);
    await rest.after(performance.now() - startedAt);
  }
}

/** Calls `onChange` when something that the index has may have changed. */
function followChats(bus: DomainBus, onChange: (chatId: ChatId) => void) {
  const handle = ({ chatId }: { chatId: ChatId }) => onChange(chatId);
  bus.on('messages.sent', handle);
  bus.on('systemMessages.written', handle);
  bus.on('message.changed', handle);
  bus.on('message.deleted', handle);
  bus.on('chat.deleted', handle);
}

type Rest = ReturnType<typeof createRest>;

/** Leaves time for everything else. How busy the process is shows while the index does nothing. */
function createRest(signal: AbortSignal) {
  let isBusy = false;

  async function pause(ms: number) {
    const before = performance.eventLoopUtilization();
    await delay(ms, undefined, { signal, ref: false }).catch(() => {});
    isBusy = performance.eventLoopUtilization(before).utilization > busyUtilization;
  }
  return {
    pause,
    after: (tookMs: number) => pause(tookMs * (isBusy ? busyPauseFactor : idlePauseFactor)),
    batchSize: () => (isBusy ? batchSizes.busy : batchSizes.idle),
  };
}
