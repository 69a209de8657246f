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
      // It would ring, and whoever picks up would sit there alone.
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
    /** Rings, unless a call is going on already. The call of another chat is left only when this one can be had. */
    async start(userId: UserId, chatId: ChatId, { leaveCallIn = null }: Switching = {}): Promise<void> {
      const outcome = await begin(userId, chatId, leaveCallIn);
      if (outcome === 'busy') throw new AppError('peer_busy', answerTexts.peerBusy);
      if (leaveCallIn !== null && leaveCallIn !== chatId) await leaveOther({ chatId: leaveCallIn, userId });
      // Not one that another node began meanwhile: the database knows how long it has rung. Should we die, the others look too.
      const end = () => finish(chatId, { isOverdue: true });
      if (outcome === 'begun') timers.later(`ring ${chatId}`, ringMs + ringSlackMs, end);
    },

    /** Two are friends no longer: a call of theirs alone is over. */
    async part(userIds: readonly UserId[]): Promise<void> {
      const chatId = await calls.findBetween(database.sql, userIds);
      if (chatId !== null) await finish(chatId);
    },

    /** Hanging up: for two it is over, in a group one goes. */
    async hangUp(userId: UserId, chatId: ChatId): Promise<void> {
      // The lock makes it wait for a call that is being started. Ending the call locks the chat again, so it comes later,
      // and ends this call only: another may have begun by then.
      const { memberCount, call } = await database.transaction(async (tx) => ({
        memberCount: (await calls.lockMembers(tx, chatId, userId)).length,
        call: await calls.find(tx, chatId),
      }));
      if (memberCount === 0) throw notFound('Chat');
      const startedAt = call?.startedAt ?? null;
      const hadSeat = await leave({ chatId, userId }, { startedAt });
      // In a group, who turns the call down before anybody sits in it does not end it for the others.
      const mayEnd = memberCount <= 2 || hadSeat || call?.startedBy === userId;
      const isOver = memberCount <= 2 || (await seats.list(chatId)).length === 0;
      if (call && mayEnd && isOver) await finish(chatId, { endedBy: userId, startedAt });
    },
  };
}

function sitting(parts: CallParts, room: Room) {
  const { background, database, markNoticeRead, nodeId, seats, tell } = parts;
  const { seatByDevice, leave, leaveOther, timers, graceMs } = room;

  /** Before the call counts as picked up. Taking the seat looks again. */
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
      // Another device may have taken the seat, or the call may have ended, before this one was let in.
      if (!seated.some((each) => each.deviceId === deviceId)) tell.expel(chatId, deviceId);
    },

    async leave({ userId, deviceId }: Person, chatId: ChatId): Promise<void> {
      await leave({ chatId, userId, deviceId });
    },

    /** A device's connection is lost; it gets a moment to come back, which may be by way of another node. */
    depart({ deviceId }: Person): void {
      const seat = seatByDevice.get(deviceId);
      if (!seat) return;
      seatByDevice.delete(deviceId);
      timers.later(`gone ${deviceId}`, graceMs, () => leave(seat));
    },

    /** Somebody is no member any more. */
    putOut: (chatId: ChatId, userId: UserId) => leave({ chatId, userId }),
  };
}

interface Switching {
  /** The chat whose call the person gives up for this one. */
  readonly leaveCallIn?: ChatId | null | undefined;
}

/** One person is in one call at a time. */
function assertFree(current: ChatId | null, chatId: ChatId, leaveCallIn: ChatId | null): void {
  if (current !== null && current !== chatId && current !== leaveCallIn) throw inOtherCall(current);
}

/** The same for outsiders: they do not learn whether there is such a chat. */
export const callUnknown = () => new AppError('not_found', answerTexts.callUnknown);

const inOtherCall = (chatId: ChatId) => new AppError('in_other_call', answerTexts.callElsewhere, { chatId });

/** Rather a moment too late than to find that it has not rung long enough. */
const ringSlackMs = 100;
