import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'title' | 'children'> {
  label: string;
  icon: ReactNode;
  tone?: keyof typeof tones;
  /** Why the button does nothing at the moment. It can still be focused, so that the reason is read out. */
  reason?: string | null;
}

const tones = {
  quiet: 'text-muted hover:bg-hover hover:text-text',
  accent: 'text-accent enabled:hover:bg-accent-soft disabled:text-muted',
  filled:
    'bg-accent-fill text-on-accent enabled:hover:bg-accent-fill-hover disabled:bg-transparent disabled:text-muted',
  active: 'bg-accent-soft text-accent',
  danger: 'text-muted hover:bg-danger-soft hover:text-danger',
};

export function IconButton({ label, icon, tone = 'quiet', reason, className, ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type="button"
      aria-label={label}
      title={reason ?? label}
      aria-disabled={reason ? true : rest['aria-disabled']}
      onClick={reason ? undefined : rest.onClick}
      className={classNames(
        'inline-flex size-11 shrink-0 items-center justify-center rounded-control transition-colors roomy:size-9 [&_svg]:size-4.5',
        tones[tone],
        'disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-not-allowed aria-disabled:opacity-55',
        className,
      )}
    >
      {icon}
    </button>
  );
}
