import { classNames } from './class-names.ts';

interface ProgressBarProps {
  label: string;
  /** From 0 to 1; null if the progress is unknown. */
  share: number | null;
  tone?: keyof typeof tones;
}

const tones = { accent: 'bg-accent-fill', good: 'bg-success', danger: 'bg-danger' };

export function ProgressBar({ label, share, tone = 'accent' }: ProgressBarProps) {
  const percent = share === null ? null : Math.floor(share * 100);
  return (
    <>
      <progress aria-label={label} max={100} {...(percent !== null && { value: percent })} className="sr-only" />
      <div aria-hidden="true" className="h-2 overflow-hidden rounded-full bg-line">
        <div
          className={classNames(
            'h-full origin-left rounded-full transition-[width] duration-200',
            tones[tone],
            share === null && 'animate-pulse',
          )}
          style={{ width: `${(share ?? 0.3) * 100}%` }}
        />
      </div>
    </>
  );
}
