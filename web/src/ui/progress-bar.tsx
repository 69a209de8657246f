import { classNames } from './class-names.ts';

interface ProgressBarProps {
  label: string;
  /** From 0 to 1; null if the progress is unknown. */
  fraction: number | null;
  tone?: keyof typeof tones;
}

const tones = { accent: 'bg-accent-fill', good: 'bg-success', danger: 'bg-danger' };

export function ProgressBar({ label, fraction, tone = 'accent' }: ProgressBarProps) {
  const percent = fraction === null ? null : Math.floor(fraction * 100);
  return (
    <>
      <progress aria-label={label} max={100} {...(percent !== null && { value: percent })} className="sr-only" />
      <div aria-hidden="true" className="h-2 overflow-hidden rounded-full bg-line">
        <div
          className={classNames(
            'h-full origin-left rounded-full transition-[width] duration-200',
            tones[tone],
            fraction === null && 'animate-pulse',
          )}
          style={{ width: `${(fraction ?? 0.3) * 100}%` }}
        />
      </div>
    </>
  );
}
