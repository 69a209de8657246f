import { Fragment } from 'react';

interface ShortcutKeysProps {
  /** Alternative combinations; each lists the modifiers, then the key. */
  combinations: readonly (readonly string[])[];
}

/** Shows keys as on a keyboard. */
export function ShortcutKeys({ combinations }: ShortcutKeysProps) {
  const hasCombination = combinations.some((keys) => keys.length > 1);
  return (
    <span className="inline-flex items-center gap-1">
      {combinations.map((keys, index) => (
        <Fragment key={keys.join('+')}>
          {index > 0 && <span className={hasCombination ? 'px-0.5 text-[12px] text-muted' : 'sr-only'}> or </span>}
          {keys.map((key) => (
            <kbd
              key={key}
              className="inline-flex h-6 min-w-6 items-center justify-center rounded-control border border-line bg-surface px-1.5 font-sans text-[12px] font-medium"
            >
              {key}
            </kbd>
          ))}
        </Fragment>
      ))}
    </span>
  );
}
