import type { AuditAction, UserId } from '@chat-app/contract';
import type { Sql } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import { auditRepository } from './audit.repository.ts';

interface Act {
  /** Null for the command line. */
  readonly actorId: UserId | null;
  readonly action: AuditAction;
  /** Whom it concerns. */
  readonly targetId?: UserId;
  /** Without names and addresses: entries outlive accounts. */
  readonly detail?: string;
}

/** Records what an administrator does, in the transaction that does it. */
export async function recordAudit(tx: Sql, { actorId, action, targetId, detail }: Act): Promise<void> {
  await auditRepository.add(tx, {
    id: newId(),
    actorId,
    action,
    targetId: targetId ?? null,
    detail: detail ?? null,
  });
}
