import { type AuditEntry, deletedUser, type UserId } from '@chat-app/contract';
import type { Database } from '../../platform/db/database.ts';
import { type AuditFilter, auditRepository, type AuditRow } from './audit.repository.ts';
import { csvLine } from './csv.ts';

export type Audit = ReturnType<typeof createAudit>;

const csvPageSize = 500;
const byCommandLine = 'Command line';
// Spreadsheets recognise UTF-8 by it.
const byteOrderMark = '\uFEFF';

/** The log of what administrators did. */
export function createAudit({ database: { sql } }: { database: Database }) {
  return {
    async list(filter: AuditFilter, { beforeId, limit }: { beforeId: string | null; limit: number }) {
      const rows = await auditRepository.list(sql, filter, { beforeId, limit: limit + 1 });
      const page = rows.slice(0, limit);
      return { data: page.map(present), cursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null };
    },

    async *toCsv(filter: AuditFilter): AsyncGenerator<string> {
      yield (
        byteOrderMark +
          csvLine(['Time', 'Administrator', 'Administrator id', 'Action', 'Person', 'Person id', 'Detail'])
      );
      let beforeId: string | null = null;
      for (;;) {
        const rows: AuditRow[] = await auditRepository.list(sql, filter, { beforeId, limit: csvPageSize });
        if (rows.length > 0) yield rows.map(toLine).join('');
        if (rows.length < csvPageSize) return;
        beforeId = rows.at(-1)?.id ?? null;
      }
    },
  };
}

const named = (id: UserId | null, name: string | null) => id && { _id: id, name: name ?? deletedUser.name };

function present(row: AuditRow): AuditEntry {
  return {
    _id: row.id,
    at: row.createdAt.toISOString(),
    actor: named(row.actorId, row.actorName),
    action: row.action,
    target: named(row.targetId, row.targetName),
    detail: row.detail,
  };
}

function toLine(row: AuditRow): string {
  const { at, actor, action, target, detail } = present(row);
  const cells = [at, actor?.name ?? byCommandLine, actor?._id, action, target?.name, target?._id, detail];
  return csvLine(cells.map((cell) => cell ?? ''));
}
