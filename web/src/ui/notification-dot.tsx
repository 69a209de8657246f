import { classNames } from './class-names.ts';

interface NotificationDotProps {
  /** The accessible text of the dot. */
  label: string;
  /** A count inside the dot; above 99 it is '99+'. */
  count?: number;
  /** Grey, for unread content without a notification. */
  isMuted?: boolean;
  className?: string;
}

export function NotificationDot({ label, count = 0, isMuted = false, className = '' }: NotificationDotProps) {
  const tone = isMuted ? 'bg-muted text-surface' : 'bg-danger-fill text-on-accent';
  return (
    <span className={classNames('inline-flex shrink-0', className)}>
      {count > 0 ? (
        <span
          className={classNames(
            'inline-flex h-5 min-w-5 items-center justify-center rounded-full px-1.5 text-[12px] font-semibold tabular-nums',
            tone,
          )}
        >
          {count > 99 ? '99+' : count}
        </span>
      ) : (
        <span
          aria-hidden="true"
          className={classNames('size-2.5 rounded-full', isMuted ? 'bg-field-line' : 'bg-danger')}
        />
      )}
      <span className="sr-only"> {label}</span>
    </span>
  );
}
