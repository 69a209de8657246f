import type { KeyboardEvent } from 'react';
import { classNames } from './class-names.ts';

interface WaveformSliderProps {
  label: string;
  /** The position in words. */
  valueText: string;
  /** Loudness over the length, each from 0 to 31. */
  waveform: readonly number[];
  positionMs: number;
  durationMs: number;
  isDisabled?: boolean;
  onSeek: (toMs: number) => void;
}

const loudest = 31;
const stepMs = 1_000;
const pageMs = 10_000;
const steps: Partial<Record<string, number>> = {
  ArrowRight: stepMs,
  ArrowUp: stepMs,
  ArrowLeft: -stepMs,
  ArrowDown: -stepMs,
  PageUp: pageMs,
  PageDown: -pageMs,
};

/** The waveform of a sound, which is a slider. */
export function WaveformSlider(props: WaveformSliderProps) {
  const { label, valueText, waveform, positionMs, durationMs, isDisabled = false, onSeek } = props;
  const fraction = durationMs > 0 ? Math.min(1, positionMs / durationMs) : 0;
  const handleKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    // The step of the element itself is as fine as a pointer.
    event.preventDefault();
    onSeek(Math.max(0, Math.min(durationMs, positionMs + step)));
  };
  return (
    <span className="@container relative block h-8 min-w-0 rounded-joined outline-offset-2 outline-current has-focus-visible:outline-2">
      <span aria-hidden="true" className="flex h-full items-center justify-between gap-px overflow-clip">
        {waveform.map((loudness, index) => (
          <span
            // oxlint-disable-next-line react/no-array-index-key -- they never change
            key={index}
            style={{ height: `${Math.max(8, Math.min(1, loudness / loudest) * 100)}%` }}
            className={classNames(
              // Where it is narrow, bars of less than a pixel would run into each other.
              'max-w-1 min-w-0 flex-1 rounded-full bg-current @max-[10rem]:even:hidden',
              (index + 0.5) / waveform.length > fraction && 'opacity-50',
            )}
          />
        ))}
      </span>
      <input
        type="range"
        aria-label={label}
        aria-valuetext={valueText}
        min={0}
        max={Math.round(durationMs)}
        step={10}
        value={Math.min(positionMs, durationMs)}
        disabled={isDisabled}
        onKeyDown={handleKeyDown}
        onChange={({ target }) => onSeek(Number(target.value))}
        // A drag would otherwise swipe or open what is around it.
        onPointerDown={(event) => event.stopPropagation()}
        className="absolute inset-x-0 -inset-y-1.5 m-0 w-full cursor-pointer touch-none appearance-none bg-transparent opacity-0 disabled:cursor-default"
      />
    </span>
  );
}
