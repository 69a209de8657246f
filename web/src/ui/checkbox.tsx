import { Check } from 'lucide-react';
import { useId } from 'react';
import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'id' | 'type'> {
  label: string;
}

export function Checkbox({ label, ...rest }: CheckboxProps) {
  const id = useId();
  return (
    <label htmlFor={id} className="group inline-flex min-h-11 items-center gap-2.5 text-14 select-none roomy:min-h-8">
      <span className="relative flex size-4.5">
        <input
          {...rest}
          id={id}
          type="checkbox"
          className={classNames(
            'peer size-4.5 cursor-pointer appearance-none rounded-[5px] border border-field-line bg-surface',
            'transition-colors group-hover:border-accent checked:border-accent-fill checked:bg-accent-fill',
          )}
        />
        <Check
          aria-hidden="true"
          strokeWidth={3}
          className="pointer-events-none absolute inset-0 m-auto size-3 text-on-accent opacity-0 peer-checked:opacity-100"
        />
      </span>
      {label}
    </label>
  );
}
