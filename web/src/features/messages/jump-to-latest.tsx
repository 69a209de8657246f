import { ArrowDown } from 'lucide-react';
import { classNames } from '../../ui/class-names.ts';
import { CountBadge } from '../../ui/count-badge.tsx';

interface JumpToLatestProps {
  newCount: number;
  onJump: () => void;
}

export function JumpToLatest({ newCount, onJump }: JumpToLatestProps) {
  const news = newCount === 0 ? '' : `, ${newCount} new ${newCount === 1 ? 'message' : 'messages'}`;
  return (
    <button
      type="button"
      aria-label={`Jump to latest${news}`}
      title="Jump to latest"
      onClick={onJump}
      className={classNames(
        'absolute right-4 bottom-4 z-raised flex size-11 items-center justify-center roomy:right-6',
        'animate-rise rounded-full bg-raised text-muted shadow-card transition-colors hover:text-text',
      )}
    >
      <ArrowDown aria-hidden="true" className="size-5" />
      <span aria-hidden="true" className="absolute -top-1.5 -right-1">
        <CountBadge count={newCount} label="" />
      </span>
    </button>
  );
}
