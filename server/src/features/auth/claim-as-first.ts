import type { UserId } from '@chat-app/contract';
import type { Sql } from '../../platform/db/database.ts';
import { recordAudit } from '../audit/index.ts';
import { claimAdministration } from '../users/index.ts';

/** For an account that was created on the server's own machine: its owner is likely to set the server up. */
export async function claimAsFirst(tx: Sql, userId: UserId): Promise<boolean> {
  const isClaimed = await claimAdministration(tx, userId);
  if (isClaimed) await recordAudit(tx, { actorId: userId, action: 'admin.claim', targetId: userId });
  return isClaimed;
}
