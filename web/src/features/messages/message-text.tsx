import type { ReactNode } from 'react';
import { excerptOf, displayText } from './display-text.ts';
import { linkify } from './linkify.ts';
import { classNames } from '../../ui/class-names.ts';

interface MessageTextProps {
  text: string;
  /** Follows the text. */
  mark: ReactNode;
  className: string;
  onShowFull: (opener: HTMLElement) => void;
}

/** Clips its content, so that stacked combining characters stay inside the bubble. */
export function MessageText({ text, mark, className, onShowFull }: MessageTextProps) {
  const displayed = displayText(text);
  const excerpt = excerptOf(displayed);
  return (
    <div
      dir="auto"
      className={classNames(className, 'w-fit overflow-clip px-3.5 py-2 text-15 wrap-anywhere whitespace-pre-wrap')}
    >
      <LinkedText text={excerpt === null ? displayed : `${excerpt}…`} />
      {excerpt !== null && (
        <button
          type="button"
          onClick={({ currentTarget }) => onShowFull(currentTarget)}
          className="mt-1 flex min-h-11 items-center font-semibold underline underline-offset-2 focus-visible:outline-current roomy:min-h-9"
        >
          Show more
        </button>
      )}
      {mark && <> {mark}</>}
    </div>
  );
}

/** Text with clickable links. */
export function LinkedText({ text }: { text: string }) {
  return linkify(text).map((segment, index) =>
    segment.kind === 'text' ? (
      segment.text
    ) : (
      <a
        // oxlint-disable-next-line react/no-array-index-key -- the segments of one text never change places
        key={index}
        href={segment.href}
        target="_blank"
        rel="noopener noreferrer"
        className="underline underline-offset-2 focus-visible:outline-current"
      >
        {segment.text}
      </a>
    ),
  );
}
