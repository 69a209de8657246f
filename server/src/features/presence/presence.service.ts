import type { UserId } from '@chat-app/contract';
import type { DomainBus } from '../../domain-events.ts';
import type { DeviceId } from '../../platform/ids.ts';
import type { Logger } from '../../platform/logger.ts';
import { createOnlineLists, type OnlineLists } from './online-lists.ts';
import type { PresenceRegistry } from './presence-registry.ts';
import { createRelations } from './relations.ts';

/** Who is online, across all devices, tabs and nodes. A change costs one person's relations, never everybody online. */
export interface Presence {
  /** Adds a device. Fails when the database fails; the device must reconnect then. */
  handleOnline: (userId: UserId, deviceId: DeviceId) => Promise<void>;
  /** Removes a device. One that lost its connection gets a moment to reconnect. */
  handleDisconnect: (userId: UserId, deviceId: DeviceId, options: { isDeliberate: boolean }) => void;
  /** The friends and co-members of a person who are online. */
  listFor: (userId: UserId) => Promise<UserId[]>;
  isOnline: (userId: UserId) => Promise<boolean>;
  /** Returns those who are online; while Redis is unreachable, those who are online on this node. */
  onlineAmong: (userIds: readonly UserId[]) => Promise<UserId[]>;
  /** How many people are online, over all nodes; while Redis is unreachable, on this node. */
  count: () => Promise<number>;
  /** Recomputes relations after a friendship or membership changed. Returns at once and retries failures. */
  refresh: (userIds: readonly UserId[]) => void;
  /** Restores this node's people in the registry, and compares all relations again. */
  restore: () => Promise<void>;
  close: () => void;
}

interface PresenceDeps {
  bus: DomainBus;
  registry: PresenceRegistry;
  logger: Logger;
  listRelated: (userId: UserId) => Promise<UserId[]>;
  /** Called with the whole list a short while after it changed. */
  emitOnline: (userId: UserId, onlineIds: UserId[]) => void;
  graceMs?: number;
  retryMs?: number;
}

export function createPresence(deps: PresenceDeps): Presence {
  const { listRelated, emitOnline, graceMs = 3000, retryMs = 2000 } = deps;
  const devicesByUser = new Map<UserId, Set<DeviceId>>();
  const leavingByUser = new Map<UserId, NodeJS.Timeout>();
  const lists = createOnlineLists(emitOnline);
  const announcer = createAnnouncer(deps, lists);
  const { onlineAmong } = announcer;
  const relations = createRelations({ ...announcer, lists, listRelated, retryMs });
  followOtherNodes(deps, { lists, onlineAmong });

  async function goOffline(userId: UserId) {
    leavingByUser.delete(userId);
    devicesByUser.delete(userId);
    await announcer.leave(userId);
  }

  return {
    onlineAmong,
    isOnline: async (userId) => lists.has(userId) || (await onlineAmong([userId])).length > 0,

    count: () => deps.registry.count().catch(() => lists.people().length),

    refresh: (userIds) => userIds.forEach(relations.refresh),

    handleOnline: async (userId, deviceId) => {
      clearTimeout(leavingByUser.get(userId));
      leavingByUser.delete(userId);
      const devices = devicesByUser.get(userId) ?? new Set();
      devicesByUser.set(userId, devices.add(deviceId));
      if (lists.has(userId)) return;
      try {
        // Enter first, then query: of two people who connect at the same time, at least one sees the other.
        await announcer.enter(userId);
        await relations.relate(userId);
      } catch (error) {
        await goOffline(userId);
        throw error;
      }
    },

    handleDisconnect: (userId, deviceId, { isDeliberate }) => {
      const devices = devicesByUser.get(userId);
      if (!devices?.delete(deviceId) || devices.size > 0) return;
      if (isDeliberate) void goOffline(userId);
      else leavingByUser.set(userId, setTimeout(() => void goOffline(userId), graceMs).unref());
    },

    listFor: async (userId) => {
      return lists.get(userId) ?? onlineAmong(await listRelated(userId));
    },

    restore: announcer.createRestore(async (userId) => relations.relate(userId).catch(() => relations.refresh(userId))),

    close: () => {
      lists.stop();
      relations.stop();
      leavingByUser.forEach((timer) => clearTimeout(timer));
    },
  };
}

/** Updates the registry and notifies related people: on this node directly, on other nodes through the bus. */
function createAnnouncer({ bus, registry, logger }: PresenceDeps, lists: OnlineLists) {
  // Without the registry people see only others on this node; `restore` adds the rest when it returns.
  const warn = (error: unknown) => logger.warn({ err: error }, 'presence is limited to this node');

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
      const relatedIds = lists.get(userId) ?? [];
      lists.close(userId);
      const isGone = await registry.leave(userId).catch((error: unknown) => {
        warn(error);
        return true;
      });
      // The person has returned meanwhile, or is still on another node.
      if (!isGone || lists.has(userId)) return;
      for (const id of relatedIds) lists.remove(id, userId);
      bus.publish('presence.changed', { userId, isOnline: false, relatedIds });
    },

    addToLists: (userId: UserId, relatedIds: UserId[]) => {
      for (const id of relatedIds) lists.add(id, userId);
      bus.publish('presence.changed', { userId, isOnline: true, relatedIds });
    },

    removeFromLists: (userId: UserId, otherIds: UserId[]) => {
      for (const id of otherIds) lists.remove(id, userId);
      bus.publish('presence.parted', { userId, otherIds });
    },

    /** Handles one person after the other to spare the database. A request during a run starts one more run. */
    createRestore: (relate: (userId: UserId) => Promise<void>) => {
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

interface FollowDeps {
  lists: OnlineLists;
  onlineAmong: (userIds: readonly UserId[]) => Promise<UserId[]>;
}

/** Applies events of other nodes. Events of this node arrive as well and have no effect. */
function followOtherNodes({ bus }: PresenceDeps, { lists, onlineAmong }: FollowDeps) {
  bus.onEveryNode('presence.changed', async ({ userId, isOnline, relatedIds }) => {
    const ours = relatedIds.filter(lists.has);
    if (ours.length === 0) return;
    if (isOnline) ours.forEach((id) => lists.add(id, userId));
    // They may have reconnected to another node, whose event arrived first.
    else if ((await onlineAmong([userId])).length === 0) ours.forEach((id) => lists.remove(id, userId));
  });

  bus.onEveryNode('presence.parted', ({ userId, otherIds }) => otherIds.forEach((id) => lists.remove(id, userId)));

  bus.onEveryNode('presence.lost', async ({ userIds }) => {
    const elsewhere = new Set(await onlineAmong(userIds));
    const gone = new Set(userIds.filter((id) => !elsewhere.has(id)));
    for (const userId of lists.people()) {
      for (const id of lists.get(userId) ?? []) if (gone.has(id)) lists.remove(userId, id);
    }
  });
}
