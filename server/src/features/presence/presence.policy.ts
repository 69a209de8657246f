import type { UserId } from '@chat-app/contract';
import { forbidden } from '../../platform/errors.ts';

/**
 * The session identifies the person; a different id is a mistake or an attack. Who may see somebody's presence is part
 * of the query in presence.repository.ts.
 */
export function assertAnnouncesSelf(userId: UserId, sessionUserId: UserId): void {
  if (userId !== sessionUserId) throw forbidden('You can only announce yourself');
}
