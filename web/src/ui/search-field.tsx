import { Search, X } from 'lucide-react';
import type { Ref } from 'react';
import { classNames } from './class-names.ts';

interface SearchFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  maxLength: number;
  className?: string;
  /** Takes the focus when its dialog opens. */
  hasInitialFocus?: boolean;
  ref?: Ref<HTMLInputElement>;
}

/** The label is also the placeholder, because there is no room for both. */
export function SearchField({ label, value, onChange, maxLength, className, hasInitialFocus, ref }: SearchFieldProps) {
  return (
    <div className={classNames('relative', className)}>
      <Search aria-hidden="true" className="pointer-events-none absolute inset-y-0 left-3 my-auto size-4 text-muted" />
      <input
        ref={ref}
        type="search"
        data-first-focus={hasInitialFocus || undefined}
        aria-label={label}
        placeholder={label}
        value={value}
        maxLength={maxLength}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        onChange={({ target }) => onChange(target.value)}
        className={classNames(
          'min-h-11 w-full rounded-control pr-3 pl-9.5 text-[16px] text-ellipsis not-placeholder-shown:pr-10 roomy:min-h-10 roomy:text-14',
          'border border-transparent bg-hover transition-colors placeholder:text-muted hover:border-line',
          'focus-visible:border-accent focus-visible:bg-surface focus-visible:outline-offset-0',
        )}
      />
      {value !== '' && (
        <button
          type="button"
          aria-label="Clear search"
          onClick={(event) => {
            onChange('');
            event.currentTarget.parentElement?.querySelector('input')?.focus();
          }}
          className="absolute inset-y-0 right-0 flex w-10 items-center justify-center rounded-control text-muted transition-colors hover:text-text focus-visible:-outline-offset-2"
        >
          <X aria-hidden="true" className="size-4" />
        </button>
      )}
    </div>
  );
}
