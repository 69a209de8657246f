import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

interface DisclosureProps {
  icon: ReactNode;
  title: string;
  note?: ReactNode;
  children: ReactNode;
}

/** A row that expands to show more content below it. */
export function Disclosure({ icon, title, note, children }: DisclosureProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className={rowClasses}
      >
        {icon}
        <span className="flex-1 text-left">{title}</span>
        {note && <span className="text-13 text-muted tabular-nums">{note}</span>}
        <ChevronDown
          aria-hidden="true"
          className={classNames('text-muted transition-transform', isOpen && 'rotate-180')}
        />
      </button>
      <div id={id} hidden={!isOpen} className="animate-fade-in">
        {isOpen && children}
      </div>
    </div>
  );
}

/** The style of a full-width action row, shared with plain action rows. */
export const rowClasses = classNames(
  'flex min-h-11 w-full items-center gap-3 rounded-control px-3 font-medium [&_svg]:size-4.5 [&_svg]:shrink-0',
  'transition-colors hover:bg-hover focus-visible:-outline-offset-2',
);
