import { ArrowDown } from 'lucide-react';
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
      className="absolute right-4 bottom-4 z-raised flex size-11 animate-rise items-center justify-center rounded-full bg-raised text-muted shadow-card transition-colors hover:text-text roomy:right-6"
    >
      <ArrowDown aria-hidden="true" className="size-5" />
      <span aria-hidden="true" className="absolute -top-1.5 -right-1">
        <CountBadge count={newCount} label="" />
      </span>
    </button>
  );
}
