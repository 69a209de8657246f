import { Check, Circle } from 'lucide-react';
import { classNames } from './class-names.ts';

export interface Rule {
  readonly label: string;
  readonly isMet: boolean;
}

interface RuleListProps {
  id: string;
  rules: readonly Rule[];
}

/** The rules for a value, with a tick next to each fulfilled one. Screen readers announce what is still missing. */
export function RuleList({ id, rules }: RuleListProps) {
  const missing = rules.filter(({ isMet }) => !isMet);
  return (
    <>
      <ul id={id} aria-label="Rules" className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-13">
        {rules.map(({ label: rule, isMet }) => (
          <li
            key={rule}
            className={classNames('flex items-center gap-1 transition-colors', isMet ? 'text-success' : 'text-muted')}
          >
            {isMet ? (
              <Check aria-hidden="true" className="size-3.5 shrink-0" strokeWidth={3} />
            ) : (
              <Circle aria-hidden="true" className="size-3.5 shrink-0 p-[3px]" strokeWidth={4} />
            )}
            {rule}
            <span className="sr-only">{isMet ? ', met' : ', not met yet'}</span>
          </li>
        ))}
      </ul>
      <output className="sr-only">
        {missing.length === 0 ? 'All rules are met' : `Still missing: ${missing.map((rule) => rule.label).join(', ')}`}
      </output>
    </>
  );
}
