import type { Message } from '@chat-app/contract';
import { MessageSquareText } from 'lucide-react';
import type { ReactNode } from 'react';
import { showInChat } from '../../../state/show-in-chat.ts';
import { IconButton } from '../../../ui/icon-button.tsx';

interface MediaRowProps {
  message: Message;
  /** Distinguishes the button from those of other rows. */
  name: string;
  children: ReactNode;
}

/** An entry with the button that leads to its message. */
export function MediaRow({ message, name, children }: MediaRowProps) {
  return (
    <li className="flex items-center gap-1">
      {children}
      <IconButton
        label={`Show in chat: ${name}`}
        icon={<MessageSquareText aria-hidden="true" />}
        onClick={() => showInChat(message)}
      />
    </li>
  );
}

/** The style of what a row opens. */
export const rowLinkClasses =
  'flex min-h-14 min-w-0 flex-1 items-center gap-3 rounded-control px-2.5 py-2 transition-colors hover:bg-hover focus-visible:-outline-offset-2';

export const rowTileClasses =
  'flex size-10 shrink-0 items-center justify-center rounded-control bg-accent-soft font-semibold text-accent';
