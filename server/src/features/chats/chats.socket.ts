import { limits, type UserId } from '@chat-app/contract';
import type { Database } from '../../platform/db/database.ts';
import { createBatchLoader } from '../../platform/db/batch-loader.ts';
import type { Gateway } from '../../realtime/gateway.ts';
import { chatRepository } from './chats.repository.ts';
import type { ReadState } from './read-state.service.ts';

interface ChatSocketDeps {
  gateway: Gateway;
  readState: ReadState;
  database: Database;
}

/** Longer than two intervals, so that a late run misses nothing. */
const recentMs = 3 * limits.headsEveryMs;

/** People per query; some are in thousands of chats. */
const usersPerQuery = 100;

/** Joins each device to the rooms of its chats, emits the last seq of each to it, and moves read positions. */
export function registerChatEvents({ gateway, readState, database: { sql } }: ChatSocketDeps) {
  // After a restart everybody connects at once.
  const loadLastSeqs = createBatchLoader((userIds: readonly UserId[]) => chatRepository.listLastSeqs(sql, userIds), {
    maxBatchSize: usersPerQuery,
  });
  const listLastSeqs = async (userId: UserId) => (await loadLastSeqs(userId)) ?? [];

  gateway.onConnect(async (socket) => {
    const { userId } = socket.data;
    const lastSeqs = await listLastSeqs(userId);
    await socket.join(lastSeqs.map(({ chatId }) => gateway.rooms.chat(chatId)));
    socket.emit('chatHeads', Object.fromEntries(lastSeqs.map(({ chatId, lastSeq }) => [chatId, lastSeq])));

    // A member removed between the query and the join would otherwise still receive events.
    const still = new Set((await listLastSeqs(userId)).map(({ chatId }) => chatId));
    for (const { chatId } of lastSeqs) if (!still.has(chatId)) await socket.leave(gateway.rooms.chat(chatId));
  });

  gateway.listen('chatRead', ({ data }, chatId, seq) => readState.markRead(data.userId, chatId, seq));

  gateway.every(limits.headsEveryMs, async () => {
    const recent = await chatRepository.listRecentlyActive(sql, recentMs);
    await gateway.emitLastSeqs(new Map(recent.map(({ chatId, lastSeq }) => [chatId, lastSeq])));
  });
}
