import { useState } from 'react';
import { useHostHistory, useHostOverview } from '../../api/host-overview.ts';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { spans } from './history.ts';
import type { Span } from './history.ts';
import { HistoryCharts } from './history-charts.tsx';
import { NodeList } from './node-list.tsx';
import { OverviewTiles } from './overview-tiles.tsx';
import { Card, Section } from './section.tsx';

export function Overview() {
  const { data: overview, isError, refetch } = useHostOverview();
  return (
    <Section title="Overview" description="How this server is doing.">
      {overview && <OverviewTiles overview={overview} />}
      {!overview && (isError ? <LoadFailed what="The overview" onRetry={() => void refetch()} /> : <TilesSkeleton />)}
      <History />
      {overview && <NodeList overview={overview} />}
    </Section>
  );
}

function TilesSkeleton() {
  return (
    <div className="grid grid-cols-2 gap-3 wide:grid-cols-4">
      <output className="sr-only">Loading the overview</output>
      {Array.from({ length: 8 }, (_, index) => (
        <Skeleton key={index} className="h-26 rounded-card!" />
      ))}
    </div>
  );
}

const options = (Object.keys(spans) as Span[]).map((value) => ({ value, label: spans[value].label, icon: null }));

function History() {
  const [span, setSpan] = useState<Span>('day');
  const { data: history, isError, isPlaceholderData, refetch } = useHostHistory(span);
  return (
    <section aria-labelledby="history" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="history" className="text-15 font-semibold">
          Over time
        </h2>
        <div className="w-56">
          <SegmentedControl label="Period" isLabelHidden options={options} value={span} onChange={setSpan} />
        </div>
      </div>
      {history && <HistoryCharts history={history} span={isPlaceholderData ? otherSpan(span) : span} />}
      {!history && isError && (
        <Card>
          <LoadFailed what="The history" onRetry={() => void refetch()} />
        </Card>
      )}
      {!history && !isError && <ChartsSkeleton />}
    </section>
  );
}

const otherSpan = (span: Span): Span => (span === 'day' ? 'month' : 'day');

function ChartsSkeleton() {
  return (
    <div className="grid gap-3 roomy:grid-cols-2">
      <output className="sr-only">Loading the history</output>
      {Array.from({ length: 6 }, (_, index) => (
        <Skeleton key={index} className="h-60 rounded-card!" />
      ))}
    </div>
  );
}
