import { limits } from '@chat-app/contract';
import { classNames } from '../../ui/class-names.ts';

/** The counter is shown from this length on. */
const shownFrom = limits.messageMaxLength * 0.9;

interface LengthCounterProps {
  id: string;
  length: number;
}

/** Shows a counter near the limit, and why a longer text cannot be sent. */
export function LengthCounter({ id, length }: LengthCounterProps) {
  const excess = length - limits.messageMaxLength;
  return (
    <output
      id={id}
      className={classNames(
        'block px-4 text-right text-13 tabular-nums empty:hidden',
        excess > 0 ? 'pt-1 text-danger' : 'pt-1 text-muted',
      )}
    >
      {excess > 0 && `Too long by ${count(excess)} ${excess === 1 ? 'character' : 'characters'}. `}
      {length >= shownFrom && `${count(length)} / ${count(limits.messageMaxLength)}`}
    </output>
  );
}

const count = (number: number) => number.toLocaleString('en');
