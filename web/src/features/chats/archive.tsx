import type { ChatListItem } from '@chat-app/contract';
import { Archive, ArrowLeft } from 'lucide-react';
import { flushSync } from 'react-dom';
import { setArchiveOpen } from '../../state/panels.ts';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { NotificationDot } from '../../ui/notification-dot.tsx';
import { MentionBadge } from './mention-badge.tsx';

const rowId = 'archive-row';
const backId = 'archive-back';

/** Shows or leaves the archive. The focus goes with it, because its element goes. */
function switchArchive(isOpen: boolean): void {
  flushSync(() => setArchiveOpen(isOpen));
  document.getElementById(isOpen ? backId : rowId)?.focus();
}

interface ArchiveBarProps {
  chats: readonly ChatListItem[];
  isOpen?: boolean;
}

/** The way into the archive, or out of it. One component, so that the second is loaded with the first. */
export function ArchiveBar({ chats, isOpen = false }: ArchiveBarProps) {
  return isOpen ? <ArchiveHeader /> : <ArchiveRow chats={chats} />;
}

/** The row above the chats, 48 px high, that leads to the archived ones. */
function ArchiveRow({ chats }: { chats: readonly ChatListItem[] }) {
  const unread = chats.filter(({ read }) => !read);
  return (
    <button
      id={rowId}
      type="button"
      onClick={() => switchArchive(true)}
      className={classNames(
        'mx-2 flex h-12 w-[calc(100%-1rem)] items-center gap-3 rounded-[10px] px-2.5 text-left text-muted',
        'transition-colors hover:bg-hover focus-visible:-outline-offset-2',
      )}
    >
      <span className="flex w-11 shrink-0 justify-center">
        <Archive aria-hidden="true" className="size-4.5" />
      </span>
      <span className="min-w-0 flex-1 truncate font-medium text-text">Archived</span>
      {unread.some(({ hasMention }) => hasMention) && <MentionBadge />}
      {unread.length > 0 && <NotificationDot label="unread" count={unread.length} isMuted />}
      <span className="text-13 tabular-nums">
        {chats.length} {chats.length === 1 ? 'chat' : 'chats'}
      </span>
    </button>
  );
}

/** The line above the archived chats, with the way back. */
function ArchiveHeader() {
  return (
    <div className="flex h-11 shrink-0 items-center gap-1 px-2">
      <IconButton
        id={backId}
        label="Back to all chats"
        icon={<ArrowLeft aria-hidden="true" />}
        onClick={() => switchArchive(false)}
      />
      <h3 className="text-15 font-semibold">Archived</h3>
    </div>
  );
}
