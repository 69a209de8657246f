import { beginningOf, drawableText } from './shown-text.ts';
import { cutText } from './text-pieces.ts';
import { classNames } from '../../ui/class-names.ts';

interface MessageTextProps {
  text: string;
  className: string;
  onShowWhole: (opener: HTMLElement) => void;
}

/** Clips its content, so that stacked combining characters stay inside the bubble. */
export function MessageText({ text, className, onShowWhole }: MessageTextProps) {
  const drawable = drawableText(text);
  const beginning = beginningOf(drawable);
  return (
    <div
      dir="auto"
      className={classNames(className, 'w-fit overflow-clip px-3.5 py-2 text-15 wrap-anywhere whitespace-pre-wrap')}
    >
      <LinkedText text={beginning === null ? drawable : `${beginning}…`} />
      {beginning !== null && (
        <button
          type="button"
          onClick={({ currentTarget }) => onShowWhole(currentTarget)}
          className="mt-1 flex min-h-11 items-center font-semibold underline underline-offset-2 focus-visible:outline-current roomy:min-h-9"
        >
          Show more
        </button>
      )}
    </div>
  );
}

/** Text with clickable links. */
export function LinkedText({ text }: { text: string }) {
  return cutText(text).map((piece, index) =>
    piece.kind === 'text' ? (
      piece.text
    ) : (
      <a
        // oxlint-disable-next-line react/no-array-index-key -- the pieces of one text never change places
        key={index}
        href={piece.href}
        target="_blank"
        rel="noopener noreferrer"
        className="underline underline-offset-2 focus-visible:outline-current"
      >
        {piece.text}
      </a>
    ),
  );
}
