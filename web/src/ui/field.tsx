import { CircleAlert } from 'lucide-react';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { RuleList } from './rule-list.tsx';
import type { Rule } from './rule-list.tsx';

/** The attributes that connect a control to its label and to the texts below it. */
export interface FieldControl {
  id: string;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
}

interface FieldProps {
  label: string;
  error?: string | undefined;
  hint?: string | undefined;
  /** The requirements for the value. Stay visible next to an error. */
  rules?: readonly Rule[] | undefined;
  children: (control: FieldControl) => ReactNode;
}

export function Field({ label, error, hint, rules, children }: FieldProps) {
  const id = useId();
  const textId = `${id}-text`;
  const rulesId = `${id}-rules`;
  const describedBy = classNames((error ?? hint) && textId, rules && rulesId);
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-13 font-medium text-text">
        {label}
      </label>
      {children({ id, 'aria-invalid': Boolean(error), 'aria-describedby': describedBy || undefined })}
      {error ? (
        <p id={textId} className="flex items-start gap-1.5 text-13 text-danger">
          <CircleAlert aria-hidden="true" className="mt-[2.5px] size-3.5 shrink-0" />
          <span>{error}</span>
        </p>
      ) : (
        hint && (
          <p id={textId} className="text-13 text-muted">
            {hint}
          </p>
        )
      )}
      {rules && <RuleList id={rulesId} rules={rules} />}
    </div>
  );
}
