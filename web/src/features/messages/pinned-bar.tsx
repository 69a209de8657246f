import type { ChatId, MessageId } from '@chat-app/contract';
import { Pin } from 'lucide-react';
import { useState } from 'react';
import { usePinnedMessages } from '../../api/pins.ts';
import { messageLine } from '../../format/quote-text.ts';
import { jumpTo } from '../../state/jump-target.ts';
import { classNames } from '../../ui/class-names.ts';

/** The list of messages reserves this height above its first message. */
export const pinnedBarPx = 48;

/** Overlays the messages, so that it appears without moving them. Each click jumps to the next older pinned message. */
export function PinnedBar({ chatId }: { chatId: ChatId }) {
  const pinned = usePinnedMessages(chatId);
  const newestId = pinned[0]?._id ?? null;
  const [step, setStep] = useState<{ newestId: MessageId | null; index: number }>({ newestId, index: 0 });
  // A new pin is shown first.
  const index = step.newestId === newestId && pinned.length > 0 ? step.index % pinned.length : 0;
  const message = pinned[index];
  if (!message) return null;
  const jump = () => {
    jumpTo({ chatId, messageId: message._id, seq: message.seq });
    setStep({ newestId, index: index + 1 });
  };
  const title = pinned.length > 1 ? `Pinned message ${index + 1} of ${pinned.length}` : 'Pinned message';
  return (
    <button
      type="button"
      onClick={jump}
      style={{ height: pinnedBarPx }}
      className={classNames(
        'absolute inset-x-0 top-0 z-raised flex items-center gap-3 border-b border-line bg-surface px-5 text-left',
        'transition-colors hover:bg-hover focus-visible:-outline-offset-2',
      )}
    >
      <Pin aria-hidden="true" className="size-4 shrink-0 text-accent" />
      <span className="min-w-0 flex-1">
        <span className="block truncate text-13 leading-4 font-medium text-accent">{title}</span>{' '}
        <bdi className="block truncate text-left text-13 leading-5 text-muted">{messageLine(message)}</bdi>
      </span>
    </button>
  );
}
