import type { AuditAction, UserId } from '@chat-app/contract';
import type { Sql } from '../../platform/db/database.ts';

export interface AuditRow {
  readonly id: string;
  readonly createdAt: Date;
  readonly actorId: UserId | null;
  /** Null when the account was deleted. */
  readonly actorName: string | null;
  readonly action: string;
  readonly targetId: UserId | null;
  readonly targetName: string | null;
  readonly detail: string | null;
}

interface NewEntry {
  readonly id: string;
  readonly actorId: UserId | null;
  readonly action: AuditAction;
  readonly targetId: UserId | null;
  readonly detail: string | null;
}

export interface AuditFilter {
  readonly actor?: UserId | 'command-line' | undefined;
  readonly action?: AuditAction | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

export const auditRepository = {
  async add(tx: Sql, { id, actorId, action, targetId, detail }: NewEntry): Promise<void> {
    await tx`
      insert into audit_entries (id, actor_id, action, target_id, detail)
      values (${id}, ${actorId}, ${action}, ${targetId}, ${detail})`;
  },

  /** The newest first, from before this one. */
  async list(
    sql: Sql,
    { actor, action, since, until }: AuditFilter,
    { beforeId, limit }: { beforeId: string | null; limit: number },
  ): Promise<AuditRow[]> {
    const isCommandLine = actor === 'command-line';
    const actorId = isCommandLine ? null : (actor ?? null);
    return sql<AuditRow[]>`
      select
        audit_entries.id, audit_entries.created_at, actor_id, actor.name as actor_name, action, target_id,
        target.name as target_name, detail
      from audit_entries
      left join users as actor on actor.id = actor_id
      left join users as target on target.id = target_id
      where (${beforeId}::uuid is null or audit_entries.id < ${beforeId})
        and (${actorId}::uuid is null or actor_id = ${actorId})
        and (not ${isCommandLine}::boolean or actor_id is null)
        and (${action ?? null}::text is null or action = ${action ?? null})
        and (${since ?? null}::timestamptz is null or audit_entries.created_at >= ${since ?? null})
        and (${until ?? null}::timestamptz is null or audit_entries.created_at < ${until ?? null})
      order by audit_entries.id desc
      limit ${limit}`;
  },
};
