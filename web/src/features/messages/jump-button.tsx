import type { LucideIcon } from 'lucide-react';
import { classNames } from '../../ui/class-names.ts';
import { CountBadge } from '../../ui/count-badge.tsx';

interface JumpButtonProps {
  Icon: LucideIcon;
  label: string;
  title: string;
  count: number;
  onClick: () => void;
}

/** A round button over the messages. */
export function JumpButton({ Icon, label, title, count, onClick }: JumpButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={title}
      onClick={onClick}
      className={classNames(
        'relative flex size-11 items-center justify-center rounded-full bg-raised text-muted shadow-card',
        'animate-rise transition-colors hover:text-text',
      )}
    >
      <Icon aria-hidden="true" className="size-5" />
      <span aria-hidden="true" className="absolute -top-1.5 -right-1">
        <CountBadge count={count} label="" />
      </span>
    </button>
  );
}
