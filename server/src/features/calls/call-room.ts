import { type ChatId, limits, type UserId } from '@chat-app/contract';
import type { Transact } from '../../domain-events.ts';
import type { Background } from '../../platform/background.ts';
import type { Database } from '../../platform/db/database.ts';
import type { DeviceId, NodeId } from '../../platform/ids.ts';
import { addNotices, quietNotice } from '../chats/index.ts';
import type { Presence } from '../presence/index.ts';
import { endedNotice, missedNotice } from './call-notices.ts';
import { calls } from './calls.repository.ts';
import type { Seat, Seats } from './seats.ts';
import { createTimers } from './timers.ts';

/** How the devices in a call are told, and which they are. */
export interface CallTeller {
  /** Who is in the call, to everybody in it. */
  present: (chatId: ChatId, userIds: UserId[]) => void;
  /** The same, to those who are connected to this node: what was told by two nodes at once may have come in the wrong order. */
  remind: (chatId: ChatId, userIds: UserId[]) => void;
  /** A device of this node. */
  admit: (chatId: ChatId, deviceId: DeviceId) => void;
  expel: (chatId: ChatId, deviceId: DeviceId) => void;
  expelAll: (chatId: ChatId) => void;
  /** Whether a device of this node is in the call. */
  isIn: (chatId: ChatId, deviceId: DeviceId) => boolean;
  /** The call is over for one device, though others may be in it. */
  over: (chatId: ChatId, deviceId: DeviceId) => void;
  /** The call is taken on one device; the person's others stop ringing, and the one that had it lets go. */
  taken: (chatId: ChatId, by: { userId: UserId; deviceId: DeviceId }) => void;
}

export interface CallParts {
  background: Background;
  database: Database;
  transact: Transact;
  presence: Pick<Presence, 'isOnline'>;
  /** Marks the system message of a call's start as read for somebody who joins it. */
  markNoticeRead: (userId: UserId, chatId: ChatId, seq: number) => Promise<void>;
  seats: Seats;
  nodeId: NodeId;
  tell: CallTeller;
  ringMs?: number;
  graceMs?: number;
}

export type Room = ReturnType<typeof createRoom>;

/** Who sits in a call and how it ends, wherever its people are connected. */
export function createRoom({
  background,
  transact,
  seats,
  tell,
  graceMs = 5000,
  ringMs = limits.callRingMs,
}: CallParts) {
  const timers = createTimers((work) => background.run('call', work));
  /** The devices that took a seat by way of this node. Whether they still have it, only the seats know. */
  const seatByDevice = new Map<DeviceId, Seat>();

  /** `endedBy`: to them it is nothing new. */
  const finish = (chatId: ChatId, { endedBy = null, isOverdue = false, startedAt }: Ending = {}) =>
    transact(async (tx, emit) => {
      if (startedAt === null) return;
      const call = await calls.end(tx, chatId, { startedAt, ringMs: isOverdue ? ringMs : undefined });
      if (!call) return;
      // Turned down is not missed.
      const isMissed = call.talkedMs === null && (endedBy === null || endedBy === call.startedBy);
      const texts = [isMissed ? missedNotice : endedNotice(call.talkedMs)];
      const authorId = isMissed ? call.startedBy : endedBy;
      // One call is one unread message: that it was missed takes the place of its start.
      if (isMissed && call.noticeSeq !== null) await quietNotice(tx, chatId, call.noticeSeq);
      await addNotices(tx, emit, { chatId, authorId, texts, isQuiet: !isMissed });
      emit('call.ended', { chatId, callerId: call.startedBy, isMissed });
    });

  /** A call of two is over when one goes, a call of more when nobody is left. False when they had no such seat. */
  async function leave(seat: Leaving, { startedAt }: Pick<Ending, 'startedAt'> = {}): Promise<boolean> {
    const left = await seats.leave(seat);
    if (!left) return false;
    tell.expel(seat.chatId, left.deviceId);
    tell.present(seat.chatId, left.people);
    if (left.people.length === 0 || !left.isGroup) await finish(seat.chatId, { endedBy: seat.userId, startedAt });
    return true;
  }

  /** Somebody goes to another call: the window of this one, which may be on another device, learns that it is over there. */
  async function leaveOther(seat: { chatId: ChatId; userId: UserId }): Promise<void> {
    const deviceId = await seats.deviceOf(seat.chatId, seat.userId);
    if ((await leave(seat)) && deviceId !== null) tell.over(seat.chatId, deviceId);
  }

  /** The call is over. */
  async function clear(chatId: ChatId): Promise<void> {
    timers.cancel(`ring ${chatId}`);
    tell.expelAll(chatId);
    await seats.clear(chatId);
  }

  return { seatByDevice, timers, graceMs, ringMs, finish, leave, leaveOther, clear, close: timers.cancelAll };
}

interface Leaving {
  readonly chatId: ChatId;
  readonly userId: UserId;
  readonly deviceId?: DeviceId;
}

interface Ending {
  /** Only the call that began then; null for none. */
  readonly startedAt?: string | null | undefined;
  readonly endedBy?: UserId | null;
  /** Only if it rang too long or nobody carries it any more. */
  readonly isOverdue?: boolean;
}
