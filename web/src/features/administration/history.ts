import type { HostSample } from '@chat-app/contract';
import { dateFormat } from '../../format/date-format.ts';
import type { ChartPoint } from '../../ui/chart-scale.ts';

/** What a chart can show over time. */
export type Measure = Exclude<keyof HostSample, 'at'>;

interface History {
  readonly from: string;
  readonly to: string;
  readonly data: readonly HostSample[];
}

/** The spans that can be chosen, and into how many points a chart divides them. */
export const spans = {
  day: { label: '24 hours', barMs: 3_600_000, pointMs: 30 * 60_000 },
  month: { label: '30 days', barMs: 86_400_000, pointMs: 86_400_000 },
} as const;
export type Span = keyof typeof spans;

const clock = dateFormat([], { hour: 'numeric', minute: '2-digit' });
const day = dateFormat('en', { month: 'short', day: 'numeric' });

/** The samples in steps of equal length, oldest first: what was sent is added up, of everything else the peak is taken. */
export function listPoints(history: History, measure: Measure, span: Span, stepMs: number): ChartPoint[] {
  const end = endOfStep(new Date(history.to), stepMs);
  const count = Math.round((Date.parse(history.to) - Date.parse(history.from)) / stepMs);
  const start = end - count * stepMs;
  const values = Array.from<number | null>({ length: count }).fill(null);
  for (const sample of history.data) {
    const index = Math.floor((Date.parse(sample.at) - start) / stepMs);
    const value = sample[measure];
    if (index < 0 || index >= count || value === null) continue;
    const before = values[index] ?? 0;
    values[index] = measure === 'messages' ? before + value : Math.max(before, value);
  }
  return values.map((value, index) => ({ ...labelsOf(start + index * stepMs, span, stepMs), value }));
}

/** Steps end at full hours or at midnight, so that the times below the chart are round. */
function endOfStep(to: Date, stepMs: number): number {
  if (stepMs <= spans.day.barMs) return Math.ceil(to.getTime() / stepMs) * stepMs;
  return new Date(to.getFullYear(), to.getMonth(), to.getDate() + 1).getTime();
}

function labelsOf(startMs: number, span: Span, stepMs: number) {
  const at = new Date(startMs);
  // The middle, because a day may begin an hour earlier or later when the clocks change.
  const date = day(new Date(startMs + stepMs / 2));
  if (span === 'day') return { at: at.toISOString(), label: clock(at), tick: clock(at) };
  return {
    at: at.toISOString(),
    label: stepMs < spans.month.barMs ? `${date}, ${clock(at)}` : date,
    tick: date,
  };
}

export const countText = (count: number): string => count.toLocaleString('en');

/** Short enough for an axis: '12K'. */
export const axisCount = (count: number): string =>
  count.toLocaleString('en', { notation: 'compact', maximumFractionDigits: 1 });
