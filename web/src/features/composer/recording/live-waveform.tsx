import { useEffect, useRef, useState } from 'react';
import { minutesAndSeconds } from '../../../format/relative-time.ts';
import type { RecordingSession } from './recording-session.ts';

const tickMs = 60;
const blocksPerBar = 4;
const barPx = 4;
/** The last minute before the limit counts down. */
const warningMs = 60_000;

/** Renders again while something is recorded. */
function useTick(): void {
  const [, setTick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTick((tick) => tick + 1), tickMs);
    return () => clearInterval(timer);
  }, []);
}

/** How long the recording is; near its limit, how much is left. */
export function RecordedTime({ session, maxMs }: { session: RecordingSession; maxMs: number }) {
  useTick();
  const ms = session.recordedMs();
  const leftMs = maxMs - ms;
  const isNearEnd = leftMs <= warningMs;
  return (
    <span role="timer" className={`shrink-0 tabular-nums ${isNearEnd ? 'font-medium text-danger' : ''}`}>
      {isNearEnd ? `${minutesAndSeconds(leftMs)} left` : minutesAndSeconds(Math.floor(ms / 1000) * 1000)}
    </span>
  );
}

/** The loudness of the last seconds, the newest on the right. */
export function LiveWaveform({ session }: { session: RecordingSession }) {
  useTick();
  const box = useRef<HTMLSpanElement>(null);
  const [barCount, setBarCount] = useState(0);
  useEffect(() => {
    const view = box.current;
    if (!view) return undefined;
    const observer = new ResizeObserver(() => setBarCount(Math.floor(view.clientWidth / barPx)));
    observer.observe(view);
    return () => observer.disconnect();
  }, []);
  const bars = barsOf(session.levels(), barCount);
  return (
    <span
      ref={box}
      aria-hidden="true"
      className="flex h-7 min-w-0 flex-1 items-center justify-end gap-0.5 overflow-clip text-accent"
    >
      {bars.map(({ at, height }) => (
        <span key={at} style={{ height: `${height}%` }} className="w-0.5 shrink-0 rounded-full bg-current" />
      ))}
    </span>
  );
}

/** Bars begin at multiples of their width, so that they move on without changing their height. */
function barsOf(levels: readonly number[], count: number) {
  const last = Math.floor(levels.length / blocksPerBar);
  const first = Math.max(0, last - count);
  return Array.from({ length: last - first }, (_, index) => {
    const at = first + index;
    const loudest = Math.max(...levels.slice(at * blocksPerBar, (at + 1) * blocksPerBar));
    return { at, height: Math.max(9, Math.min(100, Math.sqrt(loudest) * 160)) };
  });
}
