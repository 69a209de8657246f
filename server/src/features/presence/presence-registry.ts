import type { UserId } from '@chat-app/contract';
import type { NodeId } from '../../platform/ids.ts';

/** Who is online over all nodes. A person is on a node or not; devices are the node's own business. */
export interface PresenceRegistry {
  /** They are on this node now. */
  enter: (userId: UserId) => Promise<void>;
  /** They are not any more. True when they are on no other either. */
  leave: (userId: UserId) => Promise<boolean>;
  /** Those of them who are online. */
  filter: (userIds: readonly UserId[]) => Promise<UserId[]>;
  /** Exactly these are on this node, whatever was known before. */
  restore: (userIds: readonly UserId[]) => Promise<void>;
  /** What a dead node has left is cleared away once `tell` has told of those who were on no other. */
  bury: (nodeId: NodeId, tell: (userIds: UserId[]) => void) => Promise<void>;
}

/** Of one process that is all there is. */
export function createMemoryPresenceRegistry(): PresenceRegistry {
  const online = new Set<UserId>();
  return {
    enter: async (userId) => void online.add(userId),
    leave: async (userId) => online.delete(userId),
    filter: async (userIds) => userIds.filter((id) => online.has(id)),
    restore: async () => {},
    bury: async () => {},
  };
}
