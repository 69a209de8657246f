import { useId } from 'react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

interface SegmentedControlProps<Value extends string> {
  label: string;
  /** Where the options explain themselves. */
  isLabelHidden?: boolean;
  options: readonly { value: Value; label: string; icon: ReactNode }[];
  value: Value;
  onChange: (value: Value) => void;
}

export function SegmentedControl<Value extends string>({
  label,
  isLabelHidden = false,
  options,
  value,
  onChange,
}: SegmentedControlProps<Value>) {
  const name = useId();
  return (
    <fieldset>
      <legend className={isLabelHidden ? 'sr-only' : 'mb-1.5 text-13 font-medium'}>{label}</legend>
      <div className="flex gap-1 rounded-[8px] bg-hover p-1">
        {options.map((option) => (
          <label
            key={option.value}
            className={classNames(
              'flex min-h-11 flex-1 cursor-pointer items-center justify-center gap-2 rounded-control text-13 font-medium roomy:min-h-8 [&_svg]:size-4',
              'text-muted transition-colors hover:text-text has-checked:bg-chosen has-checked:text-text has-checked:shadow-low',
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
            )}
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className="sr-only"
            />
            {option.icon}
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
