import type { ChatId } from '@chat-app/contract';
import type { NodeId } from '../../platform/ids.ts';
import type { CallParts, Room } from './call-room.ts';
import { calls } from './calls.repository.ts';
import type { Seats } from './seats.ts';

/** What no node has kept for so long is left: three rounds were missed. */
const seatLapsesMs = 30_000;

/** What each node does again and again, so that nothing a dead node or a lost event left behind stays. */
export function tending({ database, seats, tell }: CallParts, { seatByDevice, ...room }: Room) {
  let wasKept = false;

  /** Those seats whose devices are connected here and in the call's room: known without asking anybody. */
  const listHere = () => [...seatByDevice.values()].filter(({ chatId, deviceId }) => tell.isIn(chatId, deviceId));

  async function keep(isGroupByChat: ReadonlyMap<ChatId, boolean>) {
    for (const seat of listHere()) {
      const isGroup = isGroupByChat.get(seat.chatId);
      // Its person has sat down elsewhere while this node was taken for dead.
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
    // After Redis was away the others must have had the time to keep theirs.
    const mayJudge = wasKept;
    wasKept = true;
    if (!mayJudge) return;
    for (const seat of await seats.listLapsed(seatLapsesMs)) await room.leave(seat);
  }

  /** Keeps what is carried here alive, first in the database, which Redis being away must not hinder, and ends what nobody carries. */
  const tend = async (): Promise<void> => {
    const carried = [...new Set(listHere().map(({ chatId }) => chatId))];
    const isGroupByChat = await calls.renew(database.sql, carried);
    await endOverdue();
    try {
      // Somebody sat down in the moment it ended.
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

/** A node died or stopped. Its people may be on their way to another one, and it may have been taken for dead wrongly. */
function burying(seats: Seats, { timers, graceMs, leave }: Pick<Room, 'timers' | 'graceMs' | 'leave'>) {
  return async (nodeId: NodeId): Promise<void> => {
    const toldAt = performance.now();
    timers.later(`dead ${nodeId}`, graceMs, async () => {
      // What it has kept since is no dead node's.
      const lapsed = await seats.listLapsed(Math.round(performance.now() - toldAt), nodeId);
      for (const seat of lapsed) await leave(seat);
    });
  };
}
