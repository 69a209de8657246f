import type { OutgoingMessage } from '../../outbox/outgoing.ts';
import { classNames } from '../../ui/class-names.ts';
import type { GroupPosition } from './layout-messages.ts';

interface Bubble {
  isMine: boolean;
  position: GroupPosition;
  phase: OutgoingMessage['phase'] | 'sent';
}

/** Corners on the sender's side are smaller next to another bubble of the group. */
const mineJoined = { start: 'rounded-br-joined', middle: 'rounded-r-joined', end: 'rounded-tr-joined', alone: '' };
const othersJoined = { start: 'rounded-bl-joined', middle: 'rounded-l-joined', end: 'rounded-tl-joined', alone: '' };

const mineVariants = {
  sent: 'border-accent-fill bg-accent-fill text-on-accent [--cover:var(--accent-cover)] [--inset:var(--accent-inset)]',
  waiting: 'border-accent-soft bg-accent-soft text-text',
  sending: 'border-accent-soft bg-accent-soft text-text',
  failed: 'border-danger bg-danger-soft text-text',
};

export function bubbleClasses({ isMine, position, phase }: Bubble): string {
  return classNames(
    'min-w-0 max-w-full rounded-bubble border transition-colors',
    isMine ? mineJoined[position] : othersJoined[position],
    isMine ? mineVariants[phase] : 'border-line bg-surface',
  );
}
