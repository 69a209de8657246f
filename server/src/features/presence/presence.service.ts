import type { UserId } from '@chat-app/contract';
import type { DomainBus } from '../../domain-events.ts';
import type { DeviceId } from '../../platform/ids.ts';
import type { Logger } from '../../platform/logger.ts';
import { createOnlineLists, type OnlineLists } from './online-lists.ts';
import type { PresenceRegistry } from './presence-registry.ts';
import { createRelations } from './relations.ts';

/** Who is online, counted over all devices, tabs and nodes. Each change costs the relations of one person, never everybody online. */
export interface Presence {
  /** A device is there. Fails when the database does; the device must come again then. */
  arrive: (userId: UserId, deviceId: DeviceId) => Promise<void>;
  /** A device is gone; one that was cut off gets a moment to come back. */
  depart: (userId: UserId, deviceId: DeviceId, options: { isDeliberate: boolean }) => void;
  /** Those of somebody's friends and co-members who are online. */
  listFor: (userId: UserId) => Promise<UserId[]>;
  isOnline: (userId: UserId) => Promise<boolean>;
  /** Those of them who are online. While Redis is away, those who are online here. */
  onlineAmong: (userIds: readonly UserId[]) => Promise<UserId[]>;
  /** A friendship or a membership of theirs has changed. Returns at once; a failure is tried again. */
  refresh: (userIds: readonly UserId[]) => void;
  /** The others may not know who is here, nor we who is there. */
  putBack: () => Promise<void>;
  close: () => void;
}

interface PresenceParts {
  bus: DomainBus;
  registry: PresenceRegistry;
  logger: Logger;
  listRelated: (userId: UserId) => Promise<UserId[]>;
  /** Told with the whole list, a short while after it changed. */
  tell: (userId: UserId, onlineIds: UserId[]) => void;
  graceMs?: number;
  retryMs?: number;
}

export function createPresence(parts: PresenceParts): Presence {
  const { listRelated, tell, graceMs = 3000, retryMs = 2000 } = parts;
  const devicesByUser = new Map<UserId, Set<DeviceId>>();
  const leavingByUser = new Map<UserId, NodeJS.Timeout>();
  const lists = createOnlineLists(tell);
  const roll = createRoll(parts, lists);
  const { onlineAmong } = roll;
  const relations = createRelations({ ...roll, lists, listRelated, retryMs });
  hearOthers(parts, { lists, onlineAmong });

  async function goOffline(userId: UserId) {
    leavingByUser.delete(userId);
    devicesByUser.delete(userId);
    await roll.leave(userId);
  }

  return {
    onlineAmong,
    isOnline: async (userId) => lists.has(userId) || (await onlineAmong([userId])).length > 0,

    refresh: (userIds) => userIds.forEach(relations.refresh),

    arrive: async (userId, deviceId) => {
      clearTimeout(leavingByUser.get(userId));
      leavingByUser.delete(userId);
      const devices = devicesByUser.get(userId) ?? new Set();
      devicesByUser.set(userId, devices.add(deviceId));
      if (lists.has(userId)) return;
      try {
        // First seen, then looking: of two who come at the same time, at least one sees the other.
        await roll.enter(userId);
        await relations.relate(userId);
      } catch (error) {
        await goOffline(userId);
        throw error;
      }
    },

    depart: (userId, deviceId, { isDeliberate }) => {
      const devices = devicesByUser.get(userId);
      if (!devices?.delete(deviceId) || devices.size > 0) return;
      if (isDeliberate) void goOffline(userId);
      else leavingByUser.set(userId, setTimeout(() => void goOffline(userId), graceMs).unref());
    },

    listFor: async (userId) => {
      const known = lists.get(userId);
      return known ? [...known] : onlineAmong(await listRelated(userId));
    },

    putBack: roll.createPutBack(async (userId) => relations.relate(userId).catch(() => relations.refresh(userId))),

    close: () => {
      lists.stop();
      relations.stop();
      leavingByUser.forEach((timer) => clearTimeout(timer));
    },
  };
}

/** Our people in the registry, and who of the others has to know. What changes is right here at once, and elsewhere by the bus. */
function createRoll({ bus, registry, logger }: PresenceParts, lists: OnlineLists) {
  // Without the registry everybody here sees everybody here; when it is back, all is put back.
  const warn = (error: unknown) => logger.warn({ err: error }, 'presence goes no further than this node');

  return {
    onlineAmong: (userIds: readonly UserId[]) =>
      registry.filter(userIds).catch((error: unknown) => {
        warn(error);
        return userIds.filter(lists.has);
      }),

    enter: async (userId: UserId) => {
      lists.open(userId);
      await registry.enter(userId).catch(warn);
    },

    leave: async (userId: UserId) => {
      const relatedIds = [...(lists.get(userId) ?? [])];
      lists.close(userId);
      const isGone = await registry.leave(userId).catch((error: unknown) => {
        warn(error);
        return true;
      });
      // Here again in the meantime, or still on another node.
      if (!isGone || lists.has(userId)) return;
      for (const id of relatedIds) lists.remove(id, userId);
      bus.publish('presence.changed', { userId, isOnline: false, relatedIds });
    },

    meet: (userId: UserId, relatedIds: UserId[]) => {
      for (const id of relatedIds) lists.add(id, userId);
      bus.publish('presence.changed', { userId, isOnline: true, relatedIds });
    },

    part: (userId: UserId, otherIds: UserId[]) => {
      for (const id of otherIds) lists.remove(id, userId);
      bus.publish('presence.parted', { userId, otherIds });
    },

    /** One person after the other: the database has other things to do. Asked for again meanwhile, it is done once more. */
    createPutBack: (relate: (userId: UserId) => Promise<void>) => {
      let wanted = 0;
      return async () => {
        wanted += 1;
        if (wanted > 1) return;
        for (let done = 0; done < wanted;) {
          done = wanted;
          await registry.restore(lists.people()).catch(warn);
          for (const userId of lists.people()) await relate(userId);
        }
        wanted = 0;
      };
    },
  };
}

interface Hearing {
  lists: OnlineLists;
  onlineAmong: (userIds: readonly UserId[]) => Promise<UserId[]>;
}

/** What happens on other nodes. What happened here comes round too, and changes nothing then. */
function hearOthers({ bus }: PresenceParts, { lists, onlineAmong }: Hearing) {
  bus.onEach('presence.changed', async ({ userId, isOnline, relatedIds }) => {
    const ours = relatedIds.filter(lists.has);
    if (ours.length === 0) return;
    if (isOnline) ours.forEach((id) => lists.add(id, userId));
    // They may have come to another node, whose word was quicker.
    else if ((await onlineAmong([userId])).length === 0) ours.forEach((id) => lists.remove(id, userId));
  });

  bus.onEach('presence.parted', ({ userId, otherIds }) => otherIds.forEach((id) => lists.remove(id, userId)));

  bus.onEach('presence.lost', async ({ userIds }) => {
    const elsewhere = new Set(await onlineAmong(userIds));
    const gone = new Set(userIds.filter((id) => !elsewhere.has(id)));
    for (const userId of lists.people()) {
      for (const id of lists.get(userId) ?? []) if (gone.has(id)) lists.remove(userId, id);
    }
  });
}
