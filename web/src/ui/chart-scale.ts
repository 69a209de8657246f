/** A value at a time; null if nothing was measured then. */
export interface ChartPoint {
  /** When it was measured, the same for the reader, and in short for the axis. */
  readonly at: string;
  readonly label: string;
  readonly tick: string;
  readonly value: number | null;
}

const roundSteps = [1, 1.2, 1.6, 2, 3, 4, 6, 8, 10];

/** The highest value of the axis: a round number, whose half is round too. */
export function topOfAxis(values: readonly (number | null)[], smallestTop = 4): number {
  const highest = Math.max(0, ...values.map((value) => value ?? 0));
  if (highest <= smallestTop) return smallestTop;
  const power = 10 ** Math.floor(Math.log10(highest));
  return roundSteps.map((step) => step * power).find((top) => top >= highest) ?? highest;
}

/** The horizontal position of a point, from 0 to 100. Bars stand in the middle of their share of the width. */
export function positionOf(index: number, count: number, kind: 'area' | 'bars'): number {
  if (kind === 'bars') return ((index + 0.5) / count) * 100;
  return count === 1 ? 50 : (index / (count - 1)) * 100;
}

/** The point that is nearest to a horizontal position. */
export function pointAt(percent: number, count: number, kind: 'area' | 'bars'): number {
  const index = kind === 'bars' ? Math.floor((percent / 100) * count) : Math.round((percent / 100) * (count - 1));
  return Math.min(count - 1, Math.max(0, index));
}

/** The points between which a line is drawn: it is interrupted where nothing was measured. */
export function listRuns(points: readonly ChartPoint[], top: number): { x: number; y: number }[][] {
  const runs: { x: number; y: number }[][] = [[]];
  points.forEach(({ value }, index) => {
    if (value === null) runs.push([]);
    else runs.at(-1)?.push({ x: positionOf(index, points.length, 'area'), y: 100 - (value / top) * 100 });
  });
  return runs.filter((run) => run.length > 0);
}

/** Evenly spaced points whose time is written below the chart, beginning with the first. */
export function listTicks(count: number, most: number): number[] {
  const step = Math.max(1, Math.ceil(count / most));
  return Array.from({ length: Math.ceil(count / step) }, (_, tick) => tick * step);
}
