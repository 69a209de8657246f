import { Volume1 } from 'lucide-react';
import { useState } from 'react';

interface VolumeSliderProps {
  name: string;
  /** Where it begins; 1 is as it was said. */
  volume: number;
  onChange: (volume: number) => void;
}

export function VolumeSlider({ name, volume, onChange }: VolumeSliderProps) {
  const [percent, setPercent] = useState(Math.round(volume * 100));
  return (
    <label className="inline-flex min-h-11 min-w-0 items-center gap-2 text-muted roomy:min-h-6">
      <Volume1 aria-hidden="true" className="size-4 shrink-0" />
      <span className="sr-only">Volume of {name}</span>
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
        className="w-28 min-w-0 shrink accent-(--accent)"
      />
    </label>
  );
}
