import { type ChatId, limits, type UserId } from '@chat-app/contract';
import type { Database } from '../../platform/db/database.ts';
import { createBatchLoader } from '../../platform/db/batch-loader.ts';
import type { Gateway } from '../../realtime/gateway.ts';
import { type ChatHead, headsOf } from '../../realtime/chat-heads.ts';
import type { ClientSocket } from '../../realtime/rooms.ts';
import { chatRepository, type Membership } from './chats.repository.ts';
import type { ReadState } from './read-state.service.ts';

interface ChatSocketDeps {
  delivery: MessageDelivery;
  gateway: Gateway;
  readState: ReadState;
  database: Database;
}

/** What delivers the messages of chats to devices. */
export interface MessageDelivery {
  connect: (socket: ClientSocket, memberships: readonly Membership[]) => Promise<void>;
  compare: (head: ChatHead & { memberRev?: number }) => void;
  changeMembers: (change: { chatId: ChatId; memberRev: number | null; userIds: readonly UserId[] }) => Promise<void>;
}

/** Longer than two intervals, so that a late run misses nothing. */
const recentMs = 3 * limits.headsEveryMs;

/** People per query; some are in thousands of chats. */
const usersPerQuery = 100;

/** Joins each device to the rooms of its chats, emits the head of each to it, and moves read positions. */
export function registerChatEvents({ delivery, gateway, readState, database: { sql } }: ChatSocketDeps) {
  // After a restart everybody connects at once.
  const load = createBatchLoader((userIds: readonly UserId[]) => chatRepository.listMemberships(sql, userIds), {
    maxBatchSize: usersPerQuery,
  });
  const listMemberships = async (userId: UserId) => (await load(userId)) ?? [];

  gateway.onConnect(async (socket) => {
    const { userId } = socket.data;
    const memberships = await listMemberships(userId);
    await delivery.connect(socket, memberships);
    socket.emit('chatHeads', ...headsOf(memberships));

    // What happened between the query and the join did not reach this device.
    const now = await listMemberships(userId);
    now.forEach(delivery.compare);
    const missed = grownChats(memberships, now);
    if (missed.length > 0) socket.emit('chatHeads', ...headsOf(missed));
    for (const chatId of changedChats(memberships, now))
      await delivery.changeMembers({ chatId, memberRev: null, userIds: [userId] });
  });

  gateway.listen('chatRead', ({ data }, chatId, seq) => readState.markRead(data.userId, chatId, seq));

  let emittedRevs: ReadonlyMap<ChatId, number> = new Map();
  gateway.every(limits.headsEveryMs, async () => {
    const recent = await chatRepository.listRecentlyActive(sql, recentMs);
    recent.forEach(delivery.compare);
    const moved = recent.filter(({ chatId, rev }) => emittedRevs.get(chatId) !== rev);
    emittedRevs = new Map(recent.map(({ chatId, rev }) => [chatId, rev]));
    await gateway.emitHeads(new Map(moved.map((head) => [head.chatId, head])));
  });
}

/** The chats of both lists whose messages changed in between. */
function grownChats(before: readonly Membership[], after: readonly Membership[]): Membership[] {
  const revs = new Map(before.map(({ chatId, rev }) => [chatId, rev]));
  return after.filter(({ chatId, rev }) => rev > (revs.get(chatId) ?? Infinity));
}

/** The chats that are in one of the two lists only. */
function changedChats(before: readonly Membership[], after: readonly Membership[]): ChatId[] {
  const chatIds = [before, after].map((memberships) => new Set(memberships.map(({ chatId }) => chatId)));
  return chatIds.flatMap((some, index) => [...some].filter((chatId) => !chatIds[1 - index]?.has(chatId)));
}
