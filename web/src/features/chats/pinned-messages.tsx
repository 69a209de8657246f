import type { ChatId, Message } from '@chat-app/contract';
import { Pin, PinOff } from 'lucide-react';
import { useCanPin, usePinMessage, usePinnedMessages } from '../../api/pins.ts';
import { senderName } from '../../format/people.ts';
import { messageLabel, messageLine } from '../../format/quote-text.ts';
import { showInChat } from '../../state/show-in-chat.ts';
import { Disclosure } from '../../ui/disclosure.tsx';
import { IconButton } from '../../ui/icon-button.tsx';

/** Always present, because a row that appears late would move those below it. */
export function PinnedMessages({ chatId }: { chatId: ChatId }) {
  const pinned = usePinnedMessages(chatId);
  return (
    <Disclosure
      icon={<Pin aria-hidden="true" className="text-muted" />}
      title="Pinned messages"
      note={pinned.length > 0 ? pinned.length : null}
    >
      {pinned.length === 0 ? (
        <p className="px-3 py-2 text-13 text-muted">Nothing is pinned here</p>
      ) : (
        <PinnedList chatId={chatId} pinned={pinned} />
      )}
    </Disclosure>
  );
}

function PinnedList({ chatId, pinned }: { chatId: ChatId; pinned: readonly Message[] }) {
  const canPin = useCanPin(chatId);
  const { mutate } = usePinMessage();
  return (
    <ul aria-label="Pinned messages" className="flex flex-col gap-0.5 pb-2">
      {pinned.map((message) => (
        <li key={message._id} className="flex items-center gap-1">
          <button
            type="button"
            onClick={() => showInChat(message)}
            className="min-h-11 min-w-0 flex-1 rounded-control px-3 py-1.5 text-left text-13 transition-colors hover:bg-hover focus-visible:-outline-offset-2"
          >
            <bdi className="block truncate font-medium">{senderName(message)}</bdi>{' '}
            <span dir="auto" className="line-clamp-2 text-muted wrap-anywhere">
              {messageLine(message)}
            </span>
          </button>
          {canPin && (
            <IconButton
              label={`Unpin: ${messageLabel(message)}`}
              icon={<PinOff aria-hidden="true" />}
              onClick={() => mutate({ message, isPinned: false })}
            />
          )}
        </li>
      ))}
    </ul>
  );
}
