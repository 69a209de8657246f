/** For everybody online, those of their friends and co-members who are online too. Relations go both ways. */
export interface OnlineLists {
  has: (userId: string) => boolean;
  get: (userId: string) => ReadonlySet<string> | undefined;
  open: (userId: string) => void;
  /** They are gone: from here, and from everybody's list. */
  close: (userId: string) => void;
  link: (a: string, b: string) => void;
  unlink: (a: string, b: string) => void;
  stop: () => void;
}

const tellAfterMs = 200;
/** A long list is told less often: in a large group somebody always comes or goes. */
const tellAfterMsPerPerson = 5;
const tellAfterMaxMs = 5000;

/** `tell` gets the whole list, a short while after it changed; changes in between are told together. */
export function createOnlineLists(tell: (userId: string, onlineIds: string[]) => void): OnlineLists {
  const listByUser = new Map<string, Set<string>>();
  const tellingByUser = new Map<string, NodeJS.Timeout>();

  function tellSoon(userId: string, length: number) {
    if (tellingByUser.has(userId)) return;
    const delayMs = Math.min(tellAfterMs + length * tellAfterMsPerPerson, tellAfterMaxMs);
    const timer = setTimeout(() => {
      tellingByUser.delete(userId);
      const list = listByUser.get(userId);
      if (list) tell(userId, [...list]);
    }, delayMs);
    tellingByUser.set(userId, timer.unref());
  }

  function add(userId: string, otherId: string) {
    const list = listByUser.get(userId);
    if (!list || list.has(otherId)) return;
    list.add(otherId);
    tellSoon(userId, list.size);
  }

  function remove(userId: string, otherId: string) {
    const list = listByUser.get(userId);
    if (list?.delete(otherId)) tellSoon(userId, list.size);
  }

  return {
    has: (userId) => listByUser.has(userId),
    get: (userId) => listByUser.get(userId),
    open: (userId) => listByUser.set(userId, new Set()),
    close: (userId) => {
      const list = listByUser.get(userId) ?? [];
      listByUser.delete(userId);
      for (const otherId of list) remove(otherId, userId);
    },
    link: (a, b) => {
      add(a, b);
      add(b, a);
    },
    unlink: (a, b) => {
      remove(a, b);
      remove(b, a);
    },
    stop: () => tellingByUser.forEach((timer) => clearTimeout(timer)),
  };
}
