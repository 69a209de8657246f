import { useId } from 'react';
import { classNames } from './class-names.ts';

interface RadioCardsProps<Value extends string> {
  label: string;
  options: readonly { value: Value; label: string; description: string }[];
  value: Value;
  onChange: (value: Value) => void;
  isDisabled?: boolean;
  /** The id of a text about the whole choice. */
  describedBy?: string | undefined;
}

/** A choice among a few values that need an explanation. */
export function RadioCards<Value extends string>({
  label,
  options,
  value,
  onChange,
  isDisabled = false,
  describedBy,
}: RadioCardsProps<Value>) {
  const name = useId();
  return (
    <fieldset disabled={isDisabled} aria-describedby={describedBy} className="min-w-0">
      <legend className="mb-2 text-13 font-medium">{label}</legend>
      <div className="grid gap-2.5 beside:grid-cols-3">
        {options.map((option) => (
          <label
            key={option.value}
            htmlFor={`${name}-${option.value}`}
            className={classNames(
              'flex min-h-11 gap-3 rounded-card border border-line bg-surface p-4 transition-colors',
              'has-checked:border-accent has-checked:bg-accent-soft',
              isDisabled ? 'cursor-not-allowed has-not-checked:opacity-55' : 'cursor-pointer hover:border-field-line',
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
            )}
          >
            <input
              id={`${name}-${option.value}`}
              type="radio"
              name={name}
              value={option.value}
              aria-label={option.label}
              aria-describedby={`${name}-${option.value}-text`}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className={classNames(
                'mt-0.5 size-4 shrink-0 appearance-none rounded-full border border-field-line bg-surface transition-colors',
                'outline-none checked:border-[5px] checked:border-accent-fill',
              )}
            />
            <span className="min-w-0">
              <span className="block font-medium">{option.label}</span>
              <span id={`${name}-${option.value}-text`} className="mt-0.5 block text-13 text-muted">
                {option.description}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
