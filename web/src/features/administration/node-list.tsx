import type { HostOverview } from '@chat-app/contract';
import { relativeTime } from '../../format/relative-time.ts';
import { Card } from './section.tsx';
import { DataTable } from './data-table.tsx';
import type { Column } from './data-table.tsx';

type HostNode = HostOverview['nodes'][number];

const columns: readonly Column<HostNode>[] = [
  { header: 'Process', cell: ({ id, role }) => <NodeName id={id} role={role} /> },
  { header: 'Version', cell: ({ version }) => version },
  { header: 'Devices', isNumber: true, cell: ({ devices }) => devices.toLocaleString('en') },
  { header: 'Database connections', isNumber: true, cell: poolText },
  { header: 'Running for', isNumber: true, cell: runningFor },
];

/** The processes of this server. */
export function NodeList({ overview: { nodes } }: { overview: HostOverview }) {
  if (nodes.length === 0) return null;
  return (
    <section aria-labelledby="nodes" className="flex flex-col gap-3">
      <h2 id="nodes" className="text-15 font-semibold">
        Processes
      </h2>
      <Card className="overflow-hidden">
        <DataTable label="Processes" columns={columns} rows={nodes} keyOf={({ id }) => id}>
          {(node) => (
            <div className="flex flex-col gap-1 px-4 py-3">
              <NodeName id={node.id} role={node.role} />
              <span className="text-13 text-muted">
                {node.version} · {node.devices.toLocaleString('en')} devices · {poolText(node)} database connections ·
                running for {runningFor(node)}
              </span>
            </div>
          )}
        </DataTable>
      </Card>
    </section>
  );
}

function NodeName({ id, role }: { id: string; role: string }) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <span aria-hidden="true" className="size-2 shrink-0 rounded-full bg-online" />
      <span className="truncate font-medium">{id}</span>
      <span className="text-muted">{role}</span>
    </span>
  );
}

function poolText({ pool }: HostNode): string {
  const waiting = pool.waiting > 0 ? `, ${pool.waiting} waiting` : '';
  return `${pool.inUse} of ${pool.size}${waiting}`;
}

function runningFor({ startedAt, seenAt }: HostNode): string {
  return relativeTime(startedAt, Date.parse(seenAt));
}
