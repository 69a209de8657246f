import type { DomainBus, Transact } from '../../domain-events.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Serve } from '../../platform/http/serve.ts';
import type { Broadcaster } from '../../realtime/broadcaster.ts';
import { createBlocks } from './blocks.service.ts';
import { broadcastFriendships } from './friendships.broadcasts.ts';
import { serveFriendships } from './friendships.routes.ts';
import { createFriendships } from './friendships.service.ts';

export { becomeFriends } from './become-friends.ts';
export { blockRepository } from './blocks.repository.ts';
export { assertNotBlocked } from './friendships.policy.ts';
export { friendshipRepository } from './friendships.repository.ts';

interface FriendshipFeatureDeps {
  readonly broadcaster: Broadcaster;
  readonly bus: DomainBus;
  readonly database: Database;
  readonly transact: Transact;
}

/** Friends, friend requests, the search for people, and who has blocked whom. */
export function startFriendships(serve: Serve, deps: FriendshipFeatureDeps) {
  const friendships = createFriendships(deps);
  serveFriendships(serve, { blocks: createBlocks(deps), friendships });
  broadcastFriendships(deps);
  return friendships;
}
