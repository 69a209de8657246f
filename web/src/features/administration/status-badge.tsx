import type { ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';

const tones = {
  neutral: 'bg-hover text-muted',
  accent: 'bg-accent-soft text-accent',
  danger: 'bg-danger-soft text-danger',
  success: 'bg-hover text-success',
};

/** A word about the state of an account or a report. */
export function StatusBadge({ tone, children }: { tone: keyof typeof tones; children: ReactNode }) {
  return (
    <span
      className={classNames(
        'inline-flex h-6 items-center rounded-full px-2.5 text-13 font-medium whitespace-nowrap',
        tones[tone],
      )}
    >
      {children}
    </span>
  );
}
