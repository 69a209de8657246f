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

/** Emits to the devices in a call and manages the call's room. */
export interface CallTeller {
  /** Emits the participants to everybody in the call. */
  present: (chatId: ChatId, userIds: UserId[]) => void;
  /** Repeats them to the devices of this node: events that two nodes emitted at once may arrive in the wrong order. */
  remind: (chatId: ChatId, userIds: UserId[]) => void;
  /** Joins a device of this node to the room. */
  admit: (chatId: ChatId, deviceId: DeviceId) => void;
  expel: (chatId: ChatId, deviceId: DeviceId) => void;
  expelAll: (chatId: ChatId) => void;
  /** Whether a device of this node is in the call. */
  isIn: (chatId: ChatId, deviceId: DeviceId) => boolean;
  /** Ends the call for one device, although others may still be in it. */
  over: (chatId: ChatId, deviceId: DeviceId) => void;
  /** The person joined on one device: their others stop ringing, and the one that was in the call leaves. */
  taken: (chatId: ChatId, by: { userId: UserId; deviceId: DeviceId }) => void;
}

export interface CallParts {
  background: Background;
  database: Database;
  transact: Transact;
  presence: Pick<Presence, 'isOnline'>;
  /** Marks the system message about the start of a call as read for a person who joins it. */
  markNoticeRead: (userId: UserId, chatId: ChatId, seq: number) => Promise<void>;
  seats: Seats;
  nodeId: NodeId;
  tell: CallTeller;
  ringMs?: number;
  graceMs?: number;
}

export type Room = ReturnType<typeof createRoom>;

/** The participants of calls and how calls end, regardless of the nodes that the participants are connected to. */
export function createRoom({
  background,
  transact,
  seats,
  tell,
  graceMs = 5000,
  ringMs = limits.callRingMs,
}: CallParts) {
  const timers = createTimers((work) => background.run('call', work));
  /** Devices that joined a call through this node. Only `seats` knows whether they are still in it. */
  const seatByDevice = new Map<DeviceId, Seat>();

  /** For `endedBy` the system message is not unread. */
  const finish = (chatId: ChatId, { endedBy = null, isOverdue = false, startedAt }: Ending = {}) =>
    transact(async (tx, emit) => {
      if (startedAt === null) return;
      const call = await calls.end(tx, chatId, { startedAt, ringMs: isOverdue ? ringMs : undefined });
      if (!call) return;
      // A declined call is not missed.
      const isMissed = call.talkedMs === null && (endedBy === null || endedBy === call.startedBy);
      const texts = [isMissed ? missedNotice : endedNotice(call.talkedMs)];
      const authorId = isMissed ? call.startedBy : endedBy;
      // A call counts as one unread message: the one about the missed call replaces the one about its start.
      if (isMissed && call.noticeSeq !== null) await quietNotice(tx, chatId, call.noticeSeq);
      await addNotices(tx, emit, { chatId, authorId, texts, isQuiet: !isMissed });
      emit('call.ended', { chatId, callerId: call.startedBy, isMissed });
    });

  /** A call of two ends when one leaves, a group call when nobody is left. False when the person was not in it. */
  async function leave(seat: Leaving, { startedAt }: Pick<Ending, 'startedAt'> = {}): Promise<boolean> {
    const left = await seats.leave(seat);
    if (!left) return false;
    tell.expel(seat.chatId, left.deviceId);
    tell.present(seat.chatId, left.people);
    if (left.people.length === 0 || !left.isGroup) await finish(seat.chatId, { endedBy: seat.userId, startedAt });
    return true;
  }

  /** Leaves a call for another one. The window of this call, possibly on another device, is notified of its end. */
  async function leaveOther(seat: { chatId: ChatId; userId: UserId }): Promise<void> {
    const deviceId = await seats.deviceOf(seat.chatId, seat.userId);
    if ((await leave(seat)) && deviceId !== null) tell.over(seat.chatId, deviceId);
  }

  /** Removes everything that belongs to a call that has ended. */
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
  /** Ends only the call that started then; null ends none. */
  readonly startedAt?: string | null | undefined;
  readonly endedBy?: UserId | null;
  /** Ends it only if it rang too long or its lease has expired. */
  readonly isOverdue?: boolean;
}
