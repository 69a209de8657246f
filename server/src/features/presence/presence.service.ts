import { createOnlineLists } from './online-lists.ts';
import { createRelations } from './relations.ts';

/** Who is online, counted over all devices and tabs. Each change costs the relations of one person, never everybody online. */
export interface Presence {
  /** A device is there. Fails when the database does; the device must come again then. */
  arrive: (userId: string, deviceId: string) => Promise<void>;
  /** A device is gone; one that was cut off gets a moment to come back. */
  depart: (userId: string, deviceId: string, options: { isDeliberate: boolean }) => void;
  /** Those of somebody's friends and co-members who are online. */
  listFor: (userId: string) => Promise<string[]>;
  isOnline: (userId: string) => boolean;
  /** A friendship or a membership of theirs has changed. Returns at once; a failure is tried again. */
  refresh: (userIds: readonly string[]) => void;
  close: () => void;
}

interface PresenceParts {
  listRelated: (userId: string) => Promise<string[]>;
  /** Told with the whole list, a short while after it changed. */
  tell: (userId: string, onlineIds: string[]) => void;
  graceMs?: number;
  retryMs?: number;
}

export function createPresence({ listRelated, tell, graceMs = 3000, retryMs = 2000 }: PresenceParts): Presence {
  const devicesByUser = new Map<string, Set<string>>();
  const leavingByUser = new Map<string, NodeJS.Timeout>();
  const lists = createOnlineLists(tell);
  const relations = createRelations({ lists, listRelated, retryMs });

  function goOffline(userId: string) {
    leavingByUser.delete(userId);
    devicesByUser.delete(userId);
    lists.close(userId);
  }

  return {
    isOnline: (userId) => devicesByUser.has(userId),

    refresh: (userIds) => userIds.forEach(relations.refresh),

    arrive: async (userId, deviceId) => {
      clearTimeout(leavingByUser.get(userId));
      leavingByUser.delete(userId);
      const devices = devicesByUser.get(userId) ?? new Set();
      devicesByUser.set(userId, devices.add(deviceId));
      if (lists.has(userId)) return;
      lists.open(userId);
      try {
        await relations.relate(userId);
      } catch (error) {
        goOffline(userId);
        throw error;
      }
    },

    depart: (userId, deviceId, { isDeliberate }) => {
      const devices = devicesByUser.get(userId);
      if (!devices?.delete(deviceId) || devices.size > 0) return;
      if (isDeliberate) goOffline(userId);
      else leavingByUser.set(userId, setTimeout(() => goOffline(userId), graceMs).unref());
    },

    listFor: async (userId) => {
      const known = lists.get(userId);
      return known ? [...known] : (await listRelated(userId)).filter((id) => lists.has(id));
    },

    close: () => {
      lists.stop();
      relations.stop();
      leavingByUser.forEach((timer) => clearTimeout(timer));
    },
  };
}
