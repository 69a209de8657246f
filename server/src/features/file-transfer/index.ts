import type { Database } from '../../platform/db/database.ts';
import type { RateLimiter } from '../../platform/rate-limiter.ts';
import type { Gateway } from '../../realtime/gateway.ts';
import type { Presence } from '../presence/index.ts';
import { createTransferTeller } from './file-transfer.broadcasts.ts';
import { mayTransfer } from './file-transfer.repository.ts';
import { followTransfers } from './file-transfer.socket.ts';
import { createTransfers } from './transfers.ts';

interface FileTransferParts {
  database: Database;
  gateway: Gateway;
  limiter: RateLimiter;
  presence: Presence;
}

/** Files straight from browser to browser: the server only introduces the two. */
export function startFileTransfer({ database, gateway, limiter, presence }: FileTransferParts) {
  const transfers = createTransfers(createTransferTeller(gateway));
  const canReach = async (userId: string, targetId: string) =>
    presence.isOnline(targetId) && (await mayTransfer(database.sql, userId, targetId));
  followTransfers({ gateway, transfers, limiter, canReach });
  return transfers;
}
