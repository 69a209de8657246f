import { answerTexts, type ChatId, limits, type UserId } from '@chat-app/contract';
import { AppError, forbidden, invalidInput, notFound } from '../../platform/errors.ts';
import type { DeviceId } from '../../platform/ids.ts';
import { addNotices } from '../chats/index.ts';
import { missedNotice, startedNotice } from './call-notices.ts';
import { type CallParts, createRoom, type Room } from './call-room.ts';
import { tending } from './call-tending.ts';
import { calls } from './calls.repository.ts';

interface Person {
  readonly userId: UserId;
  readonly deviceId: DeviceId;
}

export type Calls = ReturnType<typeof createCalls>;

export function createCalls(parts: CallParts) {
  const room = createRoom(parts);
  const { clear, close } = room;
  const { deviceOf } = parts.seats;
  return { deviceOf, clear, close, ...ringing(parts, room), ...sitting(parts, room), ...tending(parts, room) };
}

function ringing({ database, transact, presence, seats }: CallParts, room: Room) {
  const { finish, leave, leaveOther, timers, ringMs } = room;

  const begin = (userId: UserId, chatId: ChatId, leaveCallIn: ChatId | null) =>
    transact(async (tx, emit): Promise<'begun' | 'going on' | 'busy'> => {
      const members = await calls.lockMembers(tx, chatId, userId);
      const caller = members.find(({ id }) => id === userId);
      if (!caller) throw notFound('Chat');
      // Otherwise it would ring, and the person who answers would be alone in the call.
      assertFree(await seats.chatOf(userId), chatId, leaveCallIn);
      if (await calls.isGoingOn(tx, chatId)) return 'going on';
      const others = members.filter(({ id }) => id !== userId);
      const [only] = others;
      if (others.length === 1 && only?.isFriend === false) throw forbidden(answerTexts.callFriendsOnly);
      const areOnline = await Promise.all(others.map(({ id }) => presence.isOnline(id)));
      if (!areOnline.includes(true)) throw new AppError('peer_offline', answerTexts.nobodyOnline);
      const talksElsewhere = others.length === 1 && only !== undefined && (await seats.chatOf(only.id)) !== null;
      const texts = [talksElsewhere ? missedNotice : startedNotice(caller.name)];
      await addNotices(tx, emit, { chatId, authorId: userId, texts });
      if (talksElsewhere) return 'busy';
      await calls.begin(tx, chatId, userId);
      emit('call.started', { chatId, userId });
      return 'begun';
    });

  return {
    /** Rings, unless a call is already active. Leaves the call of another chat only if this one can be started. */
    async start(userId: UserId, chatId: ChatId, { leaveCallIn = null }: Switching = {}): Promise<void> {
      const outcome = await begin(userId, chatId, leaveCallIn);
      if (outcome === 'busy') throw new AppError('peer_busy', answerTexts.peerBusy);
      if (leaveCallIn !== null && leaveCallIn !== chatId) await leaveOther({ chatId: leaveCallIn, userId });
      // Only an overdue call, not one that another node has started since. If this node dies, the others end it.
      const end = () => finish(chatId, { isOverdue: true });
      if (outcome === 'begun') timers.later(`ring ${chatId}`, ringMs + ringSlackMs, end);
    },

    /** Ends the call of two people who are no longer friends. */
    async part(userIds: readonly UserId[]): Promise<void> {
      const chatId = await calls.findBetween(database.sql, userIds);
      if (chatId !== null) await finish(chatId);
    },

    /** Ends a call of two; leaves a group call. */
    async hangUp(userId: UserId, chatId: ChatId): Promise<void> {
      // The lock waits for a call that is being started. Ending the call locks the chat again, so it happens afterwards
      // and ends this call only: another one may have started by then.
      const { memberCount, call } = await database.transaction(async (tx) => ({
        memberCount: (await calls.lockMembers(tx, chatId, userId)).length,
        call: await calls.find(tx, chatId),
      }));
      if (memberCount === 0) throw notFound('Chat');
      const startedAt = call?.startedAt ?? null;
      const hadSeat = await leave({ chatId, userId }, { startedAt });
      // A group member who declines before anybody has joined does not end the call for the others.
      const mayEnd = memberCount <= 2 || hadSeat || call?.startedBy === userId;
      const isOver = memberCount <= 2 || (await seats.list(chatId)).length === 0;
      if (call && mayEnd && isOver) await finish(chatId, { endedBy: userId, startedAt });
    },
  };
}

function sitting(parts: CallParts, room: Room) {
  const { background, database, markNoticeRead, nodeId, seats, tell } = parts;
  const { seatByDevice, leave, leaveOther, timers, graceMs } = room;

  /** Checked before the call counts as answered; `seats.take` checks again. */
  async function assertSeat(chatId: ChatId, userId: UserId, leaveCallIn: ChatId | null) {
    const current = await seats.chatOf(userId);
    if (current === chatId) return;
    assertFree(current, chatId, leaveCallIn);
    const { length } = await seats.list(chatId);
    if (length >= limits.callParticipantsMax) throw invalidInput(answerTexts.callFull);
  }

  return {
    async join({ userId, deviceId }: Person, chatId: ChatId, { leaveCallIn = null }: Switching = {}): Promise<void> {
      await assertSeat(chatId, userId, leaveCallIn);
      const call = await calls.pickUp(database.sql, chatId, userId);
      if (!call) throw callUnknown();
      const { memberCount, noticeSeq } = call;
      if (leaveCallIn !== null && leaveCallIn !== chatId) await leaveOther({ chatId: leaveCallIn, userId });
      const seat = { chatId, userId, deviceId, nodeId };
      const taking = await seats.take(seat, { isGroup: memberCount > 2 });
      if (taking.outcome === 'elsewhere') throw inOtherCall(taking.chatId);
      if (taking.outcome === 'full') throw invalidInput(answerTexts.callFull);

      seatByDevice.set(deviceId, seat);
      if (taking.before !== null) tell.expel(chatId, taking.before);
      tell.admit(chatId, deviceId);
      tell.taken(chatId, { userId, deviceId });
      const seated = await seats.list(chatId);
      tell.present(
        chatId,
        seated.map((each) => each.userId),
      );
      if (seated.length > 1) timers.cancel(`ring ${chatId}`);
      if (noticeSeq !== null) background.run('call', () => markNoticeRead(userId, chatId, noticeSeq));
      // Another device may have joined instead, or the call may have ended, before this one joined the room.
      if (!seated.some((each) => each.deviceId === deviceId)) tell.expel(chatId, deviceId);
    },

    async leave({ userId, deviceId }: Person, chatId: ChatId): Promise<void> {
      await leave({ chatId, userId, deviceId });
    },

    /** A device disconnected; it gets a moment to reconnect, possibly to another node. */
    depart({ deviceId }: Person): void {
      const seat = seatByDevice.get(deviceId);
      if (!seat) return;
      seatByDevice.delete(deviceId);
      timers.later(`gone ${deviceId}`, graceMs, () => leave(seat));
    },

    /** The person is no longer a member of the chat. */
    putOut: (chatId: ChatId, userId: UserId) => leave({ chatId, userId }),
  };
}

interface Switching {
  /** The chat whose call the person leaves for this one. */
  readonly leaveCallIn?: ChatId | null | undefined;
}

/** A person can be in only one call at a time. */
function assertFree(current: ChatId | null, chatId: ChatId, leaveCallIn: ChatId | null): void {
  if (current !== null && current !== chatId && current !== leaveCallIn) throw inOtherCall(current);
}

/** The same error for outsiders, who must not learn whether the chat exists. */
export const callUnknown = () => new AppError('not_found', answerTexts.callUnknown);

const inOtherCall = (chatId: ChatId) => new AppError('in_other_call', answerTexts.callElsewhere, { chatId });

/** The timer fires slightly late, so that the call has certainly rung long enough. */
const ringSlackMs = 100;
