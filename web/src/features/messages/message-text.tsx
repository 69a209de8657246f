import { cutText } from '../../lib/text-pieces.ts';
import { classNames } from '../../ui/class-names.ts';

/** Clipped: a thousand marks on one letter stay inside their own bubble. */
export function MessageText({ text, className }: { text: string; className: string }) {
  return (
    <div
      dir="auto"
      className={classNames(className, 'w-fit overflow-clip px-3.5 py-2 text-15 wrap-anywhere whitespace-pre-wrap')}
    >
      {cutText(text).map((piece, index) =>
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
      )}
    </div>
  );
}
