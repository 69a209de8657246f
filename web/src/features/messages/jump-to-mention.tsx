import { AtSign } from 'lucide-react';
import { JumpButton } from './jump-button.tsx';

interface JumpToMentionProps {
  /** The positions of the messages that mention the user and were not shown yet. */
  seqs: readonly number[];
  onJump: (seq: number) => void;
}

/** Scrolls to one unread mention after the other, the oldest first. */
export function JumpToMention({ seqs, onJump }: JumpToMentionProps) {
  const [next] = seqs;
  if (next === undefined) return null;
  const label = `Jump to mention, ${seqs.length} unread`;
  return (
    <JumpButton Icon={AtSign} label={label} title="Jump to mention" count={seqs.length} onClick={() => onJump(next)} />
  );
}
