import { answerTexts, limits } from '@chat-app/contract';
import type { Transact } from '../../domain-events.ts';
import type { Background } from '../../platform/background.ts';
import type { Database } from '../../platform/db/database.ts';
import { AppError, forbidden, invalidInput, notFound } from '../../platform/errors.ts';
import { addNotices } from '../chats/index.ts';
import type { Presence } from '../presence/index.ts';
import { calls, type EndOnly } from './calls.repository.ts';
import { endedNotice, missedNotice } from './call-notices.ts';
import { createSeats } from './seats.ts';

/** How the devices in a call are told, and which they are. */
export interface CallTeller {
  /** Who is in the call, to everybody in it. */
  present: (chatId: string, userIds: string[]) => void;
  admit: (chatId: string, deviceId: string) => void;
  expel: (chatId: string, deviceId: string) => void;
  /** The call is taken on one device; the person's others stop ringing, and the one that had it lets go. */
  taken: (chatId: string, by: { userId: string; deviceId: string }) => void;
}

interface CallParts {
  background: Background;
  database: Database;
  transact: Transact;
  presence: Presence;
  tell: CallTeller;
  ringMs?: number;
  graceMs?: number;
}

interface Person {
  readonly userId: string;
  readonly deviceId: string;
}

export type Calls = ReturnType<typeof createCalls>;

export function createCalls(parts: CallParts) {
  const room = createRoom(parts);
  const { seats, clear, close } = room;
  return { seats, clear, close, ...ringing(parts, room), ...sitting(parts, room), ...tending(parts, room) };
}

type Room = ReturnType<typeof createRoom>;

/** Who sits where in this process, and how a call ends. */
function createRoom({ background, transact, tell }: CallParts) {
  const seats = createSeats();
  const groups = new Set<string>();
  const timers = createTimers((work) => background.run('call', work));

  /** `endedBy`: to them it is nothing new. */
  const finish = (chatId: string, { endedBy = null, only }: Ending = {}) =>
    transact(async (tx, emit) => {
      const call = await calls.end(tx, chatId, { only });
      if (!call) return;
      // Turned down is not missed.
      const isMissed = call.talkedMs === null && (endedBy === null || endedBy === call.startedBy);
      const texts = [isMissed ? missedNotice : endedNotice(call.talkedMs)];
      await addNotices(tx, emit, { chatId, authorId: isMissed ? call.startedBy : endedBy, texts });
      emit('call.ended', { chatId });
    });

  /** A call of two is over when one goes, a call of more when nobody is left. */
  async function leave(chatId: string, userId: string) {
    const deviceId = seats.deviceOf(chatId, userId);
    if (deviceId === null) return;
    seats.leave(chatId, userId);
    tell.expel(chatId, deviceId);
    const left = seats.people(chatId);
    tell.present(chatId, left);
    if (left.length === 0 || !groups.has(chatId)) await finish(chatId, { endedBy: userId });
  }

  /** The call is over, here or elsewhere. */
  function clear(chatId: string): void {
    timers.cancel(`ring ${chatId}`);
    for (const userId of seats.people(chatId)) {
      const deviceId = seats.deviceOf(chatId, userId);
      if (deviceId !== null) tell.expel(chatId, deviceId);
    }
    seats.clear(chatId);
    groups.delete(chatId);
  }

  return { seats, groups, timers, finish, leave, clear, close: timers.cancelAll };
}

/** Work that waits for its time, by name. */
function createTimers(run: (work: () => Promise<unknown>) => void) {
  const timers = new Map<string, NodeJS.Timeout>();
  const cancel = (name: string) => {
    clearTimeout(timers.get(name));
    timers.delete(name);
  };
  return {
    cancel,
    later: (name: string, ms: number, work: () => Promise<unknown>) => {
      cancel(name);
      const timer = setTimeout(() => {
        timers.delete(name);
        run(work);
      }, ms);
      timers.set(name, timer.unref());
    },
    cancelAll: () => {
      for (const name of timers.keys()) cancel(name);
    },
  };
}

function ringing({ database, transact, presence, ringMs = limits.callRingMs }: CallParts, room: Room) {
  const { seats, finish, leave, timers } = room;

  const begin = (userId: string, chatId: string) =>
    transact(async (tx, emit): Promise<'begun' | 'going on' | 'busy'> => {
      const members = await calls.lockMembers(tx, chatId, userId);
      const caller = members.find(({ id }) => id === userId);
      if (!caller) throw notFound('Chat');
      if (await calls.isGoingOn(tx, chatId)) return 'going on';
      const others = members.filter(({ id }) => id !== userId);
      const [only] = others;
      if (others.length === 1 && only?.isFriend === false) throw forbidden(answerTexts.callFriendsOnly);
      if (!others.some(({ id }) => presence.isOnline(id))) throw new AppError('peer_offline', answerTexts.nobodyOnline);
      const talksElsewhere = others.length === 1 && only !== undefined && seats.chatOf(only.id) !== null;
      const texts = [talksElsewhere ? missedNotice : `${caller.name} started a voice call`];
      await addNotices(tx, emit, { chatId, authorId: userId, texts });
      if (talksElsewhere) return 'busy';
      await calls.begin(tx, chatId, userId);
      emit('call.started', { chatId, userId });
      return 'begun';
    });

  return {
    /** Rings, unless a call is going on already. */
    async start(userId: string, chatId: string): Promise<void> {
      const outcome = await begin(userId, chatId);
      if (outcome === 'busy') throw new AppError('peer_busy', answerTexts.peerBusy);
      if (outcome === 'begun') timers.later(`ring ${chatId}`, ringMs, () => finish(chatId, { only: 'unanswered' }));
    },

    /** Hanging up: for two it is over, in a group one goes. */
    async hangUp(userId: string, chatId: string): Promise<void> {
      const members = await calls.lockMembers(database.sql, chatId, userId);
      if (members.length === 0) throw notFound('Chat');
      const hadSeat = seats.deviceOf(chatId, userId) !== null;
      await leave(chatId, userId);
      // In a group, who turns the call down before anybody sits in it does not end it for the others.
      const mayEnd = members.length <= 2 || hadSeat || (await calls.isStarter(database.sql, chatId, userId));
      const isOver = members.length <= 2 || seats.people(chatId).length === 0;
      if (mayEnd && isOver) await finish(chatId, { endedBy: userId });
    },
  };
}

function sitting({ database, tell, graceMs = 5000 }: CallParts, { seats, groups, leave, timers }: Room) {
  function assertSeat(chatId: string, userId: string) {
    const elsewhere = seats.chatOf(userId);
    if (elsewhere !== null && elsewhere !== chatId) throw invalidInput(answerTexts.callElsewhere);
    const people = seats.people(chatId);
    const isFull = people.length >= limits.callParticipantsMax && !people.includes(userId);
    if (isFull) throw invalidInput(answerTexts.callFull);
  }

  return {
    async join({ userId, deviceId }: Person, chatId: string): Promise<void> {
      assertSeat(chatId, userId);
      const memberCount = await calls.pickUp(database.sql, chatId, userId);
      if (memberCount === null) throw invalidInput(answerTexts.callUnknown);
      // Others may have sat down meanwhile.
      assertSeat(chatId, userId);

      timers.cancel(`gone ${userId}`);
      if (memberCount > 2) groups.add(chatId);
      else groups.delete(chatId);
      const before = seats.take(chatId, userId, deviceId);
      if (before !== null) tell.expel(chatId, before);
      tell.admit(chatId, deviceId);
      tell.taken(chatId, { userId, deviceId });
      tell.present(chatId, seats.people(chatId));
      if (seats.people(chatId).length > 1) timers.cancel(`ring ${chatId}`);
    },

    async leave({ userId, deviceId }: Person, chatId: string): Promise<void> {
      if (seats.deviceOf(chatId, userId) === deviceId) await leave(chatId, userId);
    },

    /** A device's connection is lost; it gets a moment to come back. */
    depart({ userId, deviceId }: Person): void {
      const chatId = seats.chatOf(userId);
      if (chatId === null || seats.deviceOf(chatId, userId) !== deviceId) return;
      timers.later(`gone ${userId}`, graceMs, async () => {
        if (seats.deviceOf(chatId, userId) === deviceId) await leave(chatId, userId);
      });
    },

    /** Somebody is no member any more. */
    putOut: (chatId: string, userId: string) => leave(chatId, userId),
  };
}

function tending({ database }: CallParts, { seats, clear, finish }: Room) {
  return {
    /** Keeps ours alive and ends what a process that died has left. */
    async tend(): Promise<void> {
      const seated = seats.chats();
      const alive = new Set(await calls.renew(database.sql, seated));
      // Somebody sat down in the moment it ended.
      for (const chatId of seated) if (!alive.has(chatId)) clear(chatId);
      for (const chatId of await calls.listAbandoned(database.sql)) await finish(chatId, { only: 'abandoned' });
    },
  };
}

interface Ending {
  readonly endedBy?: string | null;
  readonly only?: EndOnly;
}
