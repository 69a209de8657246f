import { Check } from 'lucide-react';
import { classNames } from './class-names.ts';

interface CheckCircleProps {
  isChecked: boolean;
  /** Its position, its size and that of the tick. */
  className: string;
}

/** Shows the state of a checkbox that is hidden itself. */
export function CheckCircle({ isChecked, className }: CheckCircleProps) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'flex items-center justify-center rounded-full border text-on-accent transition-colors',
        isChecked ? 'border-accent-fill bg-accent-fill' : 'border-field-line bg-surface',
        className,
      )}
    >
      {isChecked && <Check strokeWidth={3} />}
    </span>
  );
}
