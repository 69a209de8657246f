import type { ChatId, Quote } from '@chat-app/contract';
import { identityColourOf } from '@chat-app/contract';
import { useMe } from '../../api/me.ts';
import { quoteText } from '../../format/quote-text.ts';
import { jumpTo } from '../../state/jump-target.ts';

interface QuoteBlockProps {
  quote: Quote;
  chatId: ChatId;
}

/** The message that a reply refers to, above its bubble. A click jumps to it. */
export function QuoteBlock({ quote, chatId }: QuoteBlockProps) {
  const me = useMe();
  const { _id, seq, sender, isDeleted } = quote;
  const name = sender?._id === me.id ? 'You' : (sender?.name ?? '');
  return (
    <button
      type="button"
      disabled={isDeleted}
      onClick={() => jumpTo({ chatId, messageId: _id, seq })}
      className="mb-0.5 block max-w-full min-w-0 rounded-control border-l-2 border-accent bg-hover px-3 py-1.5 text-left text-13 enabled:hover:bg-accent-soft"
    >
      <span className="sr-only">Reply to </span>
      {isDeleted ? (
        <span className="text-muted italic">Deleted message</span>
      ) : (
        <>
          <span
            style={sender ? { color: `var(--name-${identityColourOf(sender._id)})` } : undefined}
            className="block truncate font-medium"
          >
            {name}
          </span>
          <span dir="auto" className="line-clamp-2 text-muted wrap-anywhere">
            {quoteText(quote)}
          </span>
        </>
      )}
    </button>
  );
}
