import type { UserId } from '@chat-app/contract';
import type { NodeId } from '../../platform/ids.ts';

/** Who is online across all nodes. It tracks people per node; each node tracks its own devices. */
export interface PresenceRegistry {
  /** Adds a person to this node. */
  enter: (userId: UserId) => Promise<void>;
  /** Removes a person from this node. True when they are on no other node either. */
  leave: (userId: UserId) => Promise<boolean>;
  /** Returns those who are online. */
  filter: (userIds: readonly UserId[]) => Promise<UserId[]>;
  /** How many people are online. */
  count: () => Promise<number>;
  /** Replaces the people of this node. */
  restore: (userIds: readonly UserId[]) => Promise<void>;
  /** Removes an expired node, after `report` was called with the people who were on no other node. */
  releaseNode: (nodeId: NodeId, report: (userIds: UserId[]) => void) => Promise<void>;
}

/** The registry of a single process. */
export function createMemoryPresenceRegistry(): PresenceRegistry {
  const online = new Set<UserId>();
  return {
    enter: async (userId) => void online.add(userId),
    leave: async (userId) => online.delete(userId),
    filter: async (userIds) => userIds.filter((id) => online.has(id)),
    count: async () => online.size,
    restore: async () => {},
    releaseNode: async () => {},
  };
}
