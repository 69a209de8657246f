/** Who is online, counted over all devices and tabs. Each change costs the relations of one person, never everybody online. */
export interface Presence {
  isOnline: (userId: string) => boolean;
  /** A device is there. */
  arrive: (userId: string, deviceId: string) => Promise<void>;
  /** A device is gone; one that was cut off gets a moment to come back. */
  depart: (userId: string, deviceId: string, options: { isDeliberate: boolean }) => void;
  /** Those of somebody's friends and co-members who are online. */
  listFor: (userId: string) => Promise<string[]>;
  /** A friendship or a membership of theirs has changed. */
  refresh: (userId: string) => Promise<void>;
  close: () => void;
}

interface PresenceParts {
  listRelated: (userId: string) => Promise<string[]>;
  /** Told with the whole list, a short while after it changed. */
  tell: (userId: string, onlineIds: string[]) => void;
  graceMs?: number;
}

const tellAfterMs = 200;
/** A long list is told less often: in a large group somebody always comes or goes. */
const tellAfterMsPerPerson = 5;
const tellAfterMaxMs = 5000;

export function createPresence({ listRelated, tell, graceMs = 3000 }: PresenceParts): Presence {
  const devicesByUser = new Map<string, Set<string>>();
  const onlineRelatedByUser = new Map<string, Set<string>>();
  const leavingByUser = new Map<string, NodeJS.Timeout>();
  const tellingByUser = new Map<string, NodeJS.Timeout>();

  function tellSoon(userId: string) {
    const related = onlineRelatedByUser.get(userId);
    if (!related || tellingByUser.has(userId)) return;
    const delayMs = Math.min(tellAfterMs + related.size * tellAfterMsPerPerson, tellAfterMaxMs);
    const timer = setTimeout(() => {
      tellingByUser.delete(userId);
      const now = onlineRelatedByUser.get(userId);
      if (now) tell(userId, [...now]);
    }, delayMs);
    tellingByUser.set(userId, timer.unref());
  }

  /** Relations go both ways, so both lists change together. */
  function link(a: string, b: string) {
    for (const [one, other] of [[a, b] as const, [b, a] as const]) {
      const related = onlineRelatedByUser.get(one);
      if (related && !related.has(other)) {
        related.add(other);
        tellSoon(one);
      }
    }
  }

  function unlink(a: string, b: string) {
    for (const [one, other] of [[a, b] as const, [b, a] as const]) {
      if (onlineRelatedByUser.get(one)?.delete(other)) tellSoon(one);
    }
  }

  async function refresh(userId: string) {
    if (!onlineRelatedByUser.has(userId)) return;
    const related = new Set(await listRelated(userId));
    // They may have gone while the database was asked.
    const before = onlineRelatedByUser.get(userId);
    if (!before) return;
    for (const id of before) if (!related.has(id)) unlink(userId, id);
    for (const id of related) if (onlineRelatedByUser.has(id)) link(userId, id);
  }

  function goOffline(userId: string) {
    leavingByUser.delete(userId);
    if ((devicesByUser.get(userId)?.size ?? 0) > 0) return;
    devicesByUser.delete(userId);
    const related = onlineRelatedByUser.get(userId) ?? [];
    onlineRelatedByUser.delete(userId);
    for (const id of related) unlink(id, userId);
  }

  return {
    isOnline: (userId) => onlineRelatedByUser.has(userId),
    refresh,

    arrive: async (userId, deviceId) => {
      clearTimeout(leavingByUser.get(userId));
      leavingByUser.delete(userId);
      const devices = devicesByUser.get(userId) ?? new Set();
      devicesByUser.set(userId, devices.add(deviceId));
      if (onlineRelatedByUser.has(userId)) return;
      onlineRelatedByUser.set(userId, new Set());
      await refresh(userId);
    },

    depart: (userId, deviceId, { isDeliberate }) => {
      const devices = devicesByUser.get(userId);
      if (!devices?.delete(deviceId) || devices.size > 0) return;
      if (isDeliberate) goOffline(userId);
      else leavingByUser.set(userId, setTimeout(() => goOffline(userId), graceMs).unref());
    },

    listFor: async (userId) => {
      const known = onlineRelatedByUser.get(userId);
      if (known) return [...known];
      return (await listRelated(userId)).filter((id) => onlineRelatedByUser.has(id));
    },

    close: () => {
      for (const timer of [...leavingByUser.values(), ...tellingByUser.values()]) clearTimeout(timer);
    },
  };
}
