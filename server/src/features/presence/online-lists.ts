import type { UserId } from '@chat-app/contract';
import { CompactIds, createNumbering } from './compact-ids.ts';

/** For each person online on this node, the friends and co-members who are online on any node. */
export interface OnlineLists {
  has: (userId: UserId) => boolean;
  get: (userId: UserId) => UserId[] | undefined;
  people: () => UserId[];
  open: (userId: UserId) => void;
  close: (userId: UserId) => void;
  /** Does nothing if there is no list. */
  add: (userId: UserId, otherId: UserId) => void;
  remove: (userId: UserId, otherId: UserId) => void;
  stop: () => void;
}

const emitAfterMs = 200;
/** A long list is emitted less often: in a large group somebody always comes or goes. */
const emitAfterMsPerPerson = 5;
const emitAfterMaxMs = 5000;

/** Calls `emitOnline` with the whole list a short while after it changed, once for all changes in between. */
export function createOnlineLists(emitOnline: (userId: UserId, onlineIds: UserId[]) => void): OnlineLists {
  // In a group of thousands each member has everybody else in the list.
  const numbering = createNumbering<UserId>();
  const listByUser = new Map<UserId, CompactIds<UserId>>();
  const timerByUser = new Map<UserId, NodeJS.Timeout>();

  function scheduleEmit(userId: UserId, length: number) {
    if (timerByUser.has(userId)) return;
    const delayMs = Math.min(emitAfterMs + length * emitAfterMsPerPerson, emitAfterMaxMs);
    const timer = setTimeout(() => {
      timerByUser.delete(userId);
      const list = listByUser.get(userId);
      if (list) emitOnline(userId, list.list());
    }, delayMs);
    timerByUser.set(userId, timer.unref());
  }

  return {
    has: (userId) => listByUser.has(userId),
    get: (userId) => listByUser.get(userId)?.list(),
    people: () => [...listByUser.keys()],
    open: (userId) => {
      listByUser.get(userId)?.clear();
      listByUser.set(userId, new CompactIds(numbering));
    },
    close: (userId) => {
      listByUser.get(userId)?.clear();
      listByUser.delete(userId);
    },
    add: (userId, otherId) => {
      const list = listByUser.get(userId);
      if (list?.add(otherId)) scheduleEmit(userId, list.size);
    },
    remove: (userId, otherId) => {
      const list = listByUser.get(userId);
      if (list?.delete(otherId)) scheduleEmit(userId, list.size);
    },
    stop: () => timerByUser.forEach((timer) => clearTimeout(timer)),
  };
}
