import type { getHostHistory, OutputOf } from '@chat-app/contract';
import { Chart } from '../../ui/chart.tsx';
import { byteText } from './byte-text.ts';
import { axisCount, listPoints, spans } from './history.ts';
import type { Measure, Span } from './history.ts';
import { Card } from './section.tsx';

interface HistoryChartsProps {
  history: OutputOf<typeof getHostHistory>;
  span: Span;
}

interface Drawn {
  readonly title: string;
  readonly measure: Measure;
  readonly format: (value: number) => string;
  readonly smallestTop?: number;
}

const megabyte = 1e6;
const milliseconds = (value: number) => `${value.toLocaleString('en', { maximumFractionDigits: 1 })} ms`;

const areas: readonly Drawn[] = [
  { title: 'People online', measure: 'onlinePeople', format: axisCount },
  { title: 'Accounts', measure: 'people', format: axisCount },
  { title: 'Uploads', measure: 'uploadBytes', format: byteText, smallestTop: 4 * megabyte },
  { title: 'Jobs waiting', measure: 'queued', format: axisCount },
  { title: 'Database, time of an answer', measure: 'latencyMs', format: milliseconds },
];

export function HistoryCharts({ history, span }: HistoryChartsProps) {
  const { barMs, pointMs } = spans[span];
  return (
    <div className="grid gap-3 roomy:grid-cols-2">
      <Card>
        <Chart
          title={span === 'day' ? 'Messages an hour' : 'Messages a day'}
          kind="bars"
          points={listPoints(history, 'messages', span, barMs)}
          format={axisCount}
        />
      </Card>
      {areas.map(({ measure, ...chart }) => (
        <Card key={measure}>
          <Chart {...chart} kind="area" points={listPoints(history, measure, span, pointMs)} />
        </Card>
      ))}
    </div>
  );
}
