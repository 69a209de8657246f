import { X } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import type { ReactNode } from 'react';
import { useEscape } from '../../../browser/use-escape.ts';
import { classNames } from '../../../ui/class-names.ts';
import { IconButton } from '../../../ui/icon-button.tsx';

interface CallPanelProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** Beside the pictures, so that the call is still seen. Inside the frame, which may be the full screen. */
export function CallPanel({ title, onClose, children }: CallPanelProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  useEscape(true, onClose);
  return (
    <section
      aria-labelledby={id}
      className={classNames(
        'absolute top-2 right-2 z-panel flex max-h-[calc(100%-16px)] w-[min(340px,calc(100%-16px))] flex-col',
        'animate-rise overflow-hidden rounded-card bg-raised shadow-raised',
      )}
    >
      <div className="flex shrink-0 items-center justify-between gap-3 pt-2 pr-2 pl-4">
        <h2 id={id} ref={heading} tabIndex={-1} className="text-15 font-semibold">
          {title}
        </h2>
        <IconButton label={`Close ${title.toLowerCase()}`} icon={<X aria-hidden="true" />} onClick={onClose} />
      </div>
      <div
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must be able to scroll it
        tabIndex={0}
        className="min-h-0 flex-1 overflow-y-auto px-4 pt-1 pb-4 focus-visible:-outline-offset-2"
      >
        {children}
      </div>
    </section>
  );
}
