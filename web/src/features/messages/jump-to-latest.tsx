import { ArrowDown } from 'lucide-react';
import { JumpButton } from './jump-button.tsx';

interface JumpToLatestProps {
  newCount: number;
  onJump: () => void;
}

export function JumpToLatest({ newCount, onJump }: JumpToLatestProps) {
  const news = newCount === 0 ? '' : `, ${newCount} new ${newCount === 1 ? 'message' : 'messages'}`;
  return (
    <JumpButton
      Icon={ArrowDown}
      label={`Jump to latest${news}`}
      title="Jump to latest"
      count={newCount}
      onClick={onJump}
    />
  );
}
