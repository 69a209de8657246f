import type { AuditEntry } from '@chat-app/contract';
import { Download, ScrollText } from 'lucide-react';
import { useState } from 'react';
import { auditFileUrl, useAudit } from '../../api/administration-audit.ts';
import type { AuditFilter } from '../../api/administration-audit.ts';
import { clockTime, exactTime, shortDate } from '../../format/day-label.ts';
import { useNow } from '../../lib/timing-hooks.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { AuditFilters } from './audit-filters.tsx';
import { auditText } from './audit-texts.ts';
import { DataTable } from './data-table.tsx';
import type { Column } from './data-table.tsx';
import { PagedList } from './paged-list.tsx';
import { Section } from './section.tsx';

export function AuditLog() {
  const [filter, setFilter] = useState<AuditFilter>({});
  const query = useAudit(filter);
  const entries = query.data?.pages.flatMap(({ data }) => data);
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <Section
      title="Audit log"
      description="Every act of an administrator, here and on the command line. Entries cannot be changed."
      actions={
        <a href={auditFileUrl(filter)} download className={buttonClasses('secondary')}>
          <Download aria-hidden="true" className="size-4 text-muted" />
          Download CSV
        </a>
      }
    >
      <AuditFilters filter={filter} onChange={setFilter} />
      <PagedList
        query={query}
        count={entries?.length}
        what="The audit log"
        icon={<ScrollText aria-hidden="true" />}
        emptyTitle="No entries"
        emptyText={
          isFiltered ? 'Nothing of this kind happened in this time.' : 'No administrator has done anything yet.'
        }
      >
        <EntryTable entries={entries ?? []} />
      </PagedList>
    </Section>
  );
}

const columns: readonly Column<AuditEntry>[] = [
  { header: 'Time', className: 'w-40', cell: ({ at }) => <Time at={at} /> },
  { header: 'Administrator', cell: (entry) => <Actor entry={entry} /> },
  { header: 'Action', cell: ({ action }) => auditText(action) },
  { header: 'Concerns', cell: (entry) => <Subject entry={entry} /> },
];

function EntryTable({ entries }: { entries: readonly AuditEntry[] }) {
  return (
    <DataTable label="Audit log" rows={entries} keyOf={({ _id }) => _id} columns={columns}>
      {(entry) => (
        <div className="flex flex-col gap-0.5 px-4 py-3">
          <span className="flex justify-between gap-3">
            <span className="font-medium">{auditText(entry.action)}</span>
            <Time at={entry.at} />
          </span>
          <Subject entry={entry} />
          <span className="text-13 text-muted">
            by <Actor entry={entry} />
          </span>
        </div>
      )}
    </DataTable>
  );
}

const minuteMs = 60_000;

function Time({ at }: { at: string }) {
  const nowMs = useNow(minuteMs);
  return (
    <time dateTime={at} title={exactTime(at)} className="shrink-0 text-muted tabular-nums">
      {`${shortDate(at, nowMs)}, ${clockTime(at)}`}
    </time>
  );
}

function Actor({ entry: { actor } }: { entry: AuditEntry }) {
  return actor === null ? <span className="text-muted">Command line</span> : <bdi>{actor.name}</bdi>;
}

/** Whom the act concerned, and its details. */
function Subject({ entry: { target, detail } }: { entry: AuditEntry }) {
  return (
    <>
      {target !== null && <bdi className="block wrap-anywhere">{target.name}</bdi>}
      {detail !== null && <span className="block text-13 text-muted wrap-anywhere">{detail}</span>}
    </>
  );
}
