import { useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { findMentions } from './mention-text.ts';
import type { MentionOption } from './mention-text.ts';

interface MentionHighlightsProps {
  fieldRef: RefObject<HTMLTextAreaElement | null>;
  text: string;
  options: readonly MentionOption[];
  /** Those of the field that decide where its lines break. */
  className: string;
}

/** Draws chips behind the mentions in the field: the same text, invisible, in the same place. */
export function MentionHighlights({ fieldRef, text, options, className }: MentionHighlightsProps) {
  const layer = useRef<HTMLDivElement>(null);
  const ranges = findMentions(text, options);
  const hasRanges = ranges.length > 0;
  useLayoutEffect(() => {
    const field = fieldRef.current;
    if (!field || !hasRanges) return undefined;
    const follow = () => {
      if (!layer.current) return;
      // Without the scroll bar, so that lines break at the same places.
      layer.current.style.width = `${field.clientWidth}px`;
      layer.current.scrollTop = field.scrollTop;
    };
    follow();
    field.addEventListener('scroll', follow);
    return () => field.removeEventListener('scroll', follow);
  });
  if (!hasRanges) return null;
  return (
    <div
      ref={layer}
      aria-hidden="true"
      dir="auto"
      className={classNames(
        className,
        'pointer-events-none absolute inset-y-0 left-0 w-full overflow-hidden whitespace-pre-wrap text-transparent select-none',
        '[unicode-bidi:plaintext]',
      )}
    >
      {ranges.map(({ start, end }, index) => (
        <span key={start}>
          {text.slice(ranges[index - 1]?.end ?? 0, start)}
          <span className="rounded-[4px] bg-accent-soft box-decoration-clone shadow-[0_0_0_1px_var(--color-accent-soft)]">
            {text.slice(start, end)}
          </span>
        </span>
      ))}
      {text.slice(ranges.at(-1)?.end ?? 0)}
      {/* A line break at the end needs something after it to take up a line. */}
      {'\u200b'}
    </div>
  );
}
