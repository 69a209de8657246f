import { classNames } from './class-names.ts';

interface CountBadgeProps {
  count: number;
  /** The accessible text, such as '3 unread chats'. */
  label: string;
}

/** Renders nothing for a count of 0. */
export function CountBadge({ count, label }: CountBadgeProps) {
  if (count === 0) return null;
  return (
    <span
      className={classNames(
        'inline-flex h-5 min-w-5 shrink-0 animate-rise items-center justify-center rounded-full px-1.5',
        'bg-danger-fill text-[12px] font-semibold text-on-accent tabular-nums',
      )}
    >
      <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
      <span className="sr-only">{label}</span>
    </span>
  );
}
