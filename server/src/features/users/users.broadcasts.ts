import type { DomainBus } from '../../domain-events.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Broadcaster } from '../../realtime/broadcaster.ts';
import { presentPrivacy } from './users.presenter.ts';
import { userRepository } from './users.repository.ts';

export interface UserBroadcastDeps {
  bus: DomainBus;
  broadcaster: Broadcaster;
  database: Database;
}

/** Privacy settings and rights concern nobody but their owner. */
export function broadcastUsers({ bus, broadcaster, database }: UserBroadcastDeps) {
  bus.on('user.rightsChanged', ({ userId }) => broadcaster.toUsers([userId], 'accountChanged'));
  bus.on('user.privacyUpdated', async ({ userId }) => {
    const user = await userRepository.find(database.sql, userId);
    if (user) broadcaster.toUsers([userId], 'privacyUpdated', presentPrivacy(user));
  });
}
