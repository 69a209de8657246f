import { useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';

/** Text that is hidden until it is clicked. An element `button` cannot be broken into lines. */
export function Spoiler({ children }: { children: ReactNode }) {
  const [isShown, setShown] = useState(false);
  const hidden = {
    role: 'button',
    tabIndex: 0,
    'aria-label': 'Show the spoiler',
    title: 'Show the spoiler',
    onClick: () => setShown(true),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      setShown(true);
    },
  };
  return (
    // Announces the text when it appears.
    <span aria-live="polite">
      <span
        // The same element in both states, so that the focus is not lost.
        {...(isShown ? { tabIndex: -1 } : hidden)}
        className={classNames(
          'rounded-[4px] box-decoration-clone focus-visible:outline-current',
          isShown ? 'bg-[var(--inset,var(--hover))]' : 'cursor-pointer bg-[var(--cover,var(--muted))]',
        )}
      >
        {/* Hidden text is neither read aloud nor selected, and its links cannot be followed. */}
        <span className={isShown ? '' : 'invisible'}>{children}</span>
      </span>
    </span>
  );
}
