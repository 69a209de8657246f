import type { SessionId } from '@chat-app/contract';
import type { Sql } from '../../platform/db/database.ts';
import { withTimeout } from '../../platform/deadline.ts';
import { firstIdOf } from '../../platform/ids.ts';
import type { Gateway } from '../../realtime/gateway.ts';
import { messageRepository } from '../messages/index.ts';
import type { ChatDelivery } from './chat-delivery.ts';
import { type AccessChange, deliveryRepository, type RecordedEvent } from './delivery.repository.ts';

interface FollowerDeps {
  readonly delivery: Pick<ChatDelivery, 'change' | 'changeMembers' | 'compare'>;
  readonly endSessions: (sessionIds: readonly SessionId[]) => void;
  readonly gateway: Pick<Gateway, 'every'>;
  readonly hasOtherNodes: boolean;
  /** Publishes an event that another process recorded. */
  readonly publish: (recorded: RecordedEvent) => void;
  readonly sql: Sql;
}

const accessEveryMs = 500;
const messagesEveryMs = 1000;
/** A message waits at most 4.5 s between its id and its commit; the rest allows for clocks that differ. */
const recentMs = 7000;
/** A connection that hangs must not keep this node from learning what was revoked. */
const readTimeoutMs = 2000;

/**
 * Reads from the database what other processes changed, because Redis may be slow, unreachable or lossy: within a second
 * this node knows of ended sessions, changed members, new messages and changed or deleted ones. The command line is such a
 * process too: it records its events, and one of the nodes publishes them to all.
 */
export async function followDatabase(deps: FollowerDeps): Promise<void> {
  const { delivery, endSessions, gateway, hasOtherNodes, publish, sql } = deps;
  let { nextXid } = await deliveryRepository.listAccessChanges(sql, null);
  let messagesReadAt = Date.now();
  // A long transaction makes the next read return the same changes again.
  let appliedIds = new Set<string>();

  function applyChange({ chatId, memberRev, rev, userIds }: AccessChange) {
    if (chatId === null) return;
    if (rev !== null) delivery.change({ chatId, rev });
    else if (userIds !== null) void delivery.changeMembers({ chatId, memberRev, userIds });
  }

  async function readAccessChanges() {
    const read = await withTimeout(readTimeoutMs, deliveryRepository.listAccessChanges(sql, nextXid));
    const fresh = read.changes.filter(({ id }) => !appliedIds.has(id));
    endSessions(fresh.flatMap(({ sessionId }) => sessionId ?? []));
    fresh.forEach(applyChange);
    const eventIds = fresh.filter(({ hasEvent }) => hasEvent).map(({ id }) => id);
    if (eventIds.length > 0) {
      const events = await withTimeout(readTimeoutMs, deliveryRepository.takeEvents(sql, eventIds));
      events.forEach(publish);
    }
    appliedIds = new Set(read.changes.map(({ id }) => id));
    ({ nextXid } = read);
  }

  async function readMessages() {
    const startedAt = Date.now();
    const fromId = firstIdOf(Math.min(startedAt, messagesReadAt) - recentMs);
    const lastSeqs = await withTimeout(readTimeoutMs, messageRepository.listLastSeqs(sql, { fromId }));
    lastSeqs.forEach(delivery.compare);
    messagesReadAt = startedAt;
  }

  gateway.every(accessEveryMs, createSingleRun(readAccessChanges));
  if (hasOtherNodes) gateway.every(messagesEveryMs, createSingleRun(readMessages));
}

/** Leaves out a run while the previous one is under way. */
function createSingleRun(work: () => Promise<void>) {
  let isRunning = false;
  return async () => {
    if (isRunning) return;
    isRunning = true;
    try {
      await work();
    } finally {
      isRunning = false;
    }
  };
}
