import { useId, useState } from 'react';
import type { PointerEvent } from 'react';
import { listRuns, listTicks, pointAt, positionOf, topOfAxis } from './chart-scale.ts';
import type { ChartPoint } from './chart-scale.ts';
import { classNames } from './class-names.ts';

interface ChartProps {
  /** What the values are: 'Messages sent'. */
  title: string;
  kind: 'area' | 'bars';
  /** Oldest first. */
  points: readonly ChartPoint[];
  format: (value: number) => string;
  /** The lowest end of the axis, for values that are usually small. */
  smallestTop?: number;
}

const ticksShown = 4;

/**
 * Values over time. The pointer and the arrow keys show the value of one point; screen readers also get a table. The
 * shapes are stretched to the size of the box, so that nothing has to be measured; texts and the marker are not.
 */
export function Chart({ title, kind, points, format, smallestTop }: ChartProps) {
  const titleId = useId();
  const top = topOfAxis(
    points.map(({ value }) => value),
    smallestTop,
  );
  return (
    <figure aria-labelledby={titleId} className="flex min-w-0 flex-col gap-3">
      <figcaption id={titleId} className="text-13 font-medium text-muted">
        {title}
      </figcaption>
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2.5 gap-y-1.5 text-13 text-muted tabular-nums">
        <div aria-hidden="true" className="flex h-36 flex-col justify-between text-right leading-none">
          {[top, top / 2, 0].map((value) => (
            <span key={value} className="-my-1.5 flex h-3 items-center justify-end">
              {format(value)}
            </span>
          ))}
        </div>
        <Plot title={title} kind={kind} points={points} format={format} top={top} />
        <div aria-hidden="true" className="relative col-start-2 h-5">
          {listTicks(points.length, ticksShown).map((index, at) => (
            <span
              key={index}
              // Four times do not fit beside each other on a phone.
              className={classNames('absolute whitespace-nowrap', at % 2 === 1 && 'hidden roomy:inline')}
              style={besidePoint(positionOf(index, points.length, kind))}
            >
              {points[index]?.tick}
            </span>
          ))}
        </div>
      </div>
      <ValueTable title={title} points={points} format={format} />
    </figure>
  );
}

type PlotProps = Omit<ChartProps, 'smallestTop'> & { top: number };

function Plot({ title, kind, points, format, top }: PlotProps) {
  const [shownIndex, setShown] = useState<number | null>(null);
  const last = points.length - 1;
  const shown = shownIndex === null ? undefined : points[Math.min(shownIndex, last)];
  const described = shown ?? points[last];
  const showAtPointer = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    setShown(pointAt(((clientX - left) / width) * 100, points.length, kind));
  };
  if (!described) return <p className="flex h-36 items-center justify-center">Nothing was measured yet</p>;
  return (
    <div
      onPointerMove={showAtPointer}
      onPointerDown={showAtPointer}
      onPointerLeave={() => setShown(null)}
      className={classNames(
        'relative h-36 touch-pan-y rounded-[2px]',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-4 has-focus-visible:outline-accent',
      )}
    >
      {/* The keyboard moves from point to point as in any slider. */}
      <input
        type="range"
        aria-label={`${title}, point in time`}
        aria-valuetext={`${described.label}: ${valueText(described, format)}`}
        min={0}
        max={last}
        value={shownIndex ?? last}
        onChange={({ target }) => setShown(Number(target.value))}
        onFocus={({ target }) => target.matches(':focus-visible') && setShown(shownIndex ?? last)}
        onBlur={() => setShown(null)}
        className="pointer-events-none absolute inset-0 size-full opacity-0"
      />
      <span aria-hidden="true" className="absolute inset-0 flex flex-col justify-between">
        <span className="border-t border-line" />
        <span className="border-t border-line" />
        <span className="border-t border-line" />
      </span>
      <svg
        aria-hidden="true"
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        className="absolute inset-0 size-full animate-fade-in overflow-visible text-accent"
      >
        {kind === 'area' ? (
          <Area points={points} top={top} />
        ) : (
          <Bars points={points} top={top} shownIndex={shownIndex} />
        )}
      </svg>
      {shown && shownIndex !== null && (
        <Marker
          point={shown}
          x={positionOf(Math.min(shownIndex, last), points.length, kind)}
          {...{ kind, top, format }}
        />
      )}
    </div>
  );
}

function Area({ points, top }: { points: readonly ChartPoint[]; top: number }) {
  return listRuns(points, top).map((run) => {
    const line = run.map(({ x, y }) => `${x} ${y}`).join('L');
    const [start, end] = [run[0]?.x, run.at(-1)?.x];
    return (
      <g key={start}>
        <path d={`M${start} 100L${line}L${end} 100Z`} fill="currentColor" fillOpacity="0.12" />
        {/* A line without length is a dot, because its ends are round. */}
        <path
          d={`M${line}${run.length === 1 ? 'h0' : ''}`}
          fill="none"
          stroke="currentColor"
          strokeWidth={run.length === 1 ? 5 : 2}
          strokeLinecap="round"
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
        />
      </g>
    );
  });
}

interface BarsProps {
  points: readonly ChartPoint[];
  top: number;
  shownIndex: number | null;
}

function Bars({ points, top, shownIndex }: BarsProps) {
  const share = 100 / points.length;
  return points.map(({ at, value }, index) => {
    const height = ((value ?? 0) / top) * 100;
    return (
      <rect
        key={at}
        x={(index + 0.14) * share}
        y={100 - height}
        width={share * 0.72}
        height={height}
        fill="currentColor"
        fillOpacity={shownIndex === null || shownIndex === index ? 0.85 : 0.4}
      />
    );
  });
}

interface MarkerProps extends Pick<ChartProps, 'kind' | 'format'> {
  point: ChartPoint;
  x: number;
  top: number;
}

/** The value of one point, and where it is. */
function Marker({ point, x, kind, top, format }: MarkerProps) {
  return (
    <span aria-hidden="true" className="pointer-events-none absolute inset-0">
      {kind === 'area' && (
        <>
          <span className="absolute inset-y-0 w-px -translate-x-1/2 bg-field-line/60" style={{ left: `${x}%` }} />
          {point.value !== null && (
            <span
              className="absolute size-2.5 -translate-x-1/2 translate-y-1/2 rounded-full bg-accent ring-2 ring-surface"
              style={{ left: `${x}%`, bottom: `${(point.value / top) * 100}%` }}
            />
          )}
        </>
      )}
      <span
        className="absolute bottom-full z-raised -mb-4 rounded-control bg-raised px-2.5 py-1.5 whitespace-nowrap shadow-raised"
        style={besidePoint(x)}
      >
        <span className="block font-semibold text-text">{valueText(point, format)}</span>
        <span className="block">{point.label}</span>
      </span>
    </span>
  );
}

/** Centred below or above a point, but never beyond the ends of the chart. */
const besidePoint = (x: number) => ({ left: `${x}%`, translate: `-${x}%` });

const valueText = ({ value }: ChartPoint, format: (value: number) => string) =>
  value === null ? 'Not measured' : format(value);

function ValueTable({ title, points, format }: Pick<ChartProps, 'title' | 'points' | 'format'>) {
  return (
    <div className="sr-only">
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">Value</th>
          </tr>
        </thead>
        <tbody>
          {points.map((point) => (
            <tr key={point.at}>
              <th scope="row">{point.label}</th>
              <td>{valueText(point, format)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
