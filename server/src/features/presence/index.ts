import type { DomainBus } from '../../domain-events.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Broadcaster } from '../../realtime/broadcaster.ts';
import type { Gateway } from '../../realtime/gateway.ts';
import { listRelated } from './presence.repository.ts';
import { createPresence, type Presence } from './presence.service.ts';
import { followPresence } from './presence.socket.ts';

export type { Presence };

interface PresenceFeatureParts {
  bus: DomainBus;
  broadcaster: Broadcaster;
  database: Database;
  gateway: Gateway;
}

/** Presence, told to friends and co-members only, and kept right when those change. */
export function startPresence({ bus, broadcaster, database, gateway }: PresenceFeatureParts): Presence {
  const presence = createPresence({
    listRelated: (userId) => listRelated(database.sql, userId),
    tell: (userId, onlineIds) => broadcaster.toUsers([userId], 'getOnlineUsers', onlineIds),
  });
  followPresence({ gateway, presence });

  const refreshAll = ({ userIds }: { userIds: string[] }) => presence.refresh(userIds);
  bus.on('friendRequest.accepted', refreshAll);
  bus.on('friendship.ended', refreshAll);
  bus.on('chat.opened', refreshAll);
  bus.on('chat.membersAdded', refreshAll);
  bus.on('chat.deleted', refreshAll);
  bus.on('chat.memberGone', ({ userId }) => presence.refresh([userId]));
  return presence;
}
