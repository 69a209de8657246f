import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

interface SelectFieldProps<Value extends string> extends Omit<ComponentProps<'select'>, 'value' | 'onChange'> {
  label: string;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** A choice among a few values, for filters. The browser's own list, which also fits phones. */
export function SelectField<Value extends string>({
  label,
  options,
  value,
  onChange,
  className,
  ...rest
}: SelectFieldProps<Value>) {
  return (
    <span className={classNames('relative inline-flex', className)}>
      <select
        {...rest}
        aria-label={label}
        value={value}
        onChange={({ target }) => onChange(target.value as Value)}
        className={classNames(
          'min-h-11 w-full cursor-pointer appearance-none rounded-control pr-9 pl-3 text-[16px] font-medium roomy:min-h-10 roomy:text-14',
          'border border-line bg-surface text-text transition-colors hover:bg-hover focus-visible:outline-offset-0',
        )}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 right-3 my-auto size-4 text-muted"
      />
    </span>
  );
}
