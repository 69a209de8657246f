import type { ChatId } from '@chat-app/contract';
import type { NodeId } from '../../platform/ids.ts';
import type { CallParts, Room } from './call-room.ts';
import { calls } from './calls.repository.ts';
import type { Seats } from './seats.ts';

/** A participant expires after this time without renewal: three renewals were missed. */
const seatLapsesMs = 30_000;

/** Periodic reconciliation on each node, which removes what a dead node or a lost event left behind. */
export function tending({ database, seats, tell }: CallParts, { seatByDevice, ...room }: Room) {
  let wasKept = false;

  /** Participants whose devices are connected here and in the call's room. Needs no query. */
  const listHere = () => [...seatByDevice.values()].filter(({ chatId, deviceId }) => tell.isIn(chatId, deviceId));

  async function keep(isGroupByChat: ReadonlyMap<ChatId, boolean>) {
    for (const seat of listHere()) {
      const isGroup = isGroupByChat.get(seat.chatId);
      // The person has joined elsewhere while this node was considered dead.
      const isLost = isGroup !== undefined && !(await seats.keep(seat, { isGroup }));
      if (isLost) tell.expel(seat.chatId, seat.deviceId);
    }
    for (const chatId of isGroupByChat.keys()) {
      const seated = await seats.list(chatId);
      tell.remind(
        chatId,
        seated.map(({ userId }) => userId),
      );
    }
  }

  async function endOverdue() {
    const { ringMs, finish } = room;
    for (const chatId of await calls.listOverdue(database.sql, ringMs)) await finish(chatId, { isOverdue: true });
  }

  async function leaveLapsed() {
    // After an outage of Redis the other nodes must first have had time to renew their participants.
    const mayJudge = wasKept;
    wasKept = true;
    if (!mayJudge) return;
    for (const seat of await seats.listLapsed(seatLapsesMs)) await room.leave(seat);
  }

  /**
   * Renews the calls of this node, first in the database, which must not depend on Redis, and ends calls that no node
   * renews.
   */
  const tend = async (): Promise<void> => {
    const carried = [...new Set(listHere().map(({ chatId }) => chatId))];
    const isGroupByChat = await calls.renew(database.sql, carried);
    await endOverdue();
    try {
      // Somebody joined at the moment the call ended.
      for (const chatId of carried) if (!isGroupByChat.has(chatId)) await room.clear(chatId);
      await keep(isGroupByChat);
      await leaveLapsed();
    } catch (error) {
      wasKept = false;
      throw error;
    }
  };
  return { tend, bury: burying(seats, room) };
}

/** Handles a node that died or stopped. Its people may be reconnecting elsewhere, and it may not be dead after all. */
function burying(seats: Seats, { timers, graceMs, leave }: Pick<Room, 'timers' | 'graceMs' | 'leave'>) {
  return async (nodeId: NodeId): Promise<void> => {
    const toldAt = performance.now();
    timers.later(`dead ${nodeId}`, graceMs, async () => {
      // Participants renewed since then belong to a node that is still alive.
      const lapsed = await seats.listLapsed(Math.round(performance.now() - toldAt), nodeId);
      for (const seat of lapsed) await leave(seat);
    });
  };
}
