import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { canCopy, copyText } from '../../browser/clipboard.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { useTextWithNames } from './mention-chip.tsx';
import { useHighlighted } from './use-highlighted.ts';

const copiedMs = 2_000;

interface CodeBlockProps {
  language: string | null;
  text: string;
}

/** Code scrolls sideways and has the same colours in every bubble. Highlighting changes colours only. */
export function CodeBlock({ language, text: source }: CodeBlockProps) {
  const text = useTextWithNames(source);
  const tokens = useHighlighted(language, text);
  return (
    <figure className="max-w-full min-w-40 overflow-hidden rounded-control border border-line bg-canvas text-13 text-text">
      <figcaption className="flex min-h-9 items-center justify-between gap-2 ps-3 pe-0.5 text-muted">
        <span className="truncate">{language ?? 'Code'}</span>
        {canCopy() && <CopyButton text={text} />}
      </figcaption>
      <pre
        dir="ltr"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- needed to scroll by keyboard
        tabIndex={0}
        className="overflow-x-auto px-3 pb-2.5 font-mono whitespace-pre focus-visible:-outline-offset-2"
      >
        <code>
          {tokens === null
            ? text
            : tokens.map((token, index) =>
                token.className === '' ? (
                  token.text
                ) : (
                  // oxlint-disable-next-line react/no-array-index-key -- the tokens of one text never change places
                  <span key={index} className={token.className}>
                    {token.text}
                  </span>
                ),
              )}
        </code>
      </pre>
    </figure>
  );
}

function CopyButton({ text }: { text: string }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), copiedMs);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return (
    <>
      <IconButton
        label="Copy code"
        icon={isCopied ? <Check aria-hidden="true" className="text-success" /> : <Copy aria-hidden="true" />}
        className="size-8! [&_svg]:size-4 pointer-coarse:size-11!"
        onClick={() => void copyText(text).then(setCopied)}
      />
      <output className="sr-only">{isCopied && 'Copied'}</output>
    </>
  );
}
