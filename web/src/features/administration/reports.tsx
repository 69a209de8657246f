import { Flag } from 'lucide-react';
import { useState } from 'react';
import { useReports } from '../../api/administration-reports.ts';
import type { ReportState } from '../../api/administration-reports.ts';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { PagedList } from './paged-list.tsx';
import { ReportCard } from './report-card.tsx';
import { Section } from './section.tsx';

const states: readonly { value: ReportState; label: string; icon: null }[] = [
  { value: 'open', label: 'Open', icon: null },
  { value: 'closed', label: 'Closed', icon: null },
];

export function Reports() {
  const [state, setState] = useState<ReportState>('open');
  const query = useReports(state);
  const reports = query.data?.pages.flatMap(({ data }) => data);
  return (
    <Section
      title="Reports"
      description="What people reported. You see copies of the reported message and of a few before it, and nothing else of the chat."
      actions={
        <div className="w-52">
          <SegmentedControl label="State" isLabelHidden options={states} value={state} onChange={setState} />
        </div>
      }
    >
      <PagedList
        query={query}
        count={reports?.length}
        what="The reports"
        icon={<Flag aria-hidden="true" />}
        emptyTitle={state === 'open' ? 'No open reports' : 'No closed reports'}
        emptyText={
          state === 'open'
            ? 'When somebody reports a person or a message, it appears here.'
            : 'Reports that you dismiss or act on are kept here.'
        }
        hasFrame={false}
      >
        <ol aria-label={state === 'open' ? 'Open reports' : 'Closed reports'} className="flex flex-col gap-3">
          {reports?.map((report) => (
            <li key={report._id}>
              <ReportCard report={report} />
            </li>
          ))}
        </ol>
      </PagedList>
    </Section>
  );
}
