import { Volume1 } from 'lucide-react';
import { useState } from 'react';
import { classNames } from '../../../ui/class-names.ts';

interface VolumeSliderProps {
  name: string;
  /** The initial value; 1 leaves the audio unchanged. */
  volume: number;
  /** Shows only the icon as a label. */
  isSmall?: boolean;
  onChange: (volume: number) => void;
}

export function VolumeSlider({ name, volume, isSmall = false, onChange }: VolumeSliderProps) {
  const [percent, setPercent] = useState(Math.round(volume * 100));
  // In narrow group tiles the label is hidden first; below 140px the slider moves to its own line.
  return (
    <label
      className={classNames(
        'inline-flex min-h-11 max-w-full min-w-0 items-center gap-2 text-13 text-muted call-roomy:min-h-6',
        '@max-[140px]:flex-wrap @max-[140px]:justify-center @max-[140px]:gap-y-0',
      )}
    >
      <Volume1 aria-hidden="true" className="size-4 shrink-0" />
      <span className={isSmall ? 'sr-only' : '@max-[250px]:sr-only'}>
        Volume<span className="sr-only"> of {name}</span>
      </span>
      <input
        type="range"
        min={0}
        max={200}
        step={10}
        value={percent}
        aria-valuetext={`${percent}%`}
        onChange={({ target }) => {
          setPercent(Number(target.value));
          onChange(Number(target.value) / 100);
        }}
        className="w-28 min-w-0 shrink accent-(--accent) @max-[140px]:order-last @max-[140px]:h-8 @max-[140px]:w-full"
      />
      <span aria-hidden="true" className="w-[5ch] shrink-0 tabular-nums">
        {percent}%
      </span>
    </label>
  );
}
