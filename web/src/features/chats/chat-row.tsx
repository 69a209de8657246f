import type { ChatId, ChatListItem } from '@chat-app/contract';
import { Archive, BellOff, Pin } from 'lucide-react';
import { Fragment, memo } from 'react';
import type { KeyboardEvent } from 'react';
import { Link } from 'react-router';
import { chatPath } from '../../format/paths.ts';
import { facesOf } from '../../format/people.ts';
import { relativeTime } from '../../format/relative-time.ts';
import { useIsBlocked } from '../../state/blocked-users.ts';
import { useDraftText } from '../../state/drafts.ts';
import { useIsAnyOnline } from '../../state/online-users.ts';
import { setSidebarOpen } from '../../state/panels.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { classNames } from '../../ui/class-names.ts';
import { NotificationDot } from '../../ui/notification-dot.tsx';
import { ActiveCallBadge } from './active-call-badge.tsx';
import { MentionBadge } from './mention-badge.tsx';
import { TypingText } from './typing-text.tsx';
import { useTypingNames } from './use-typing-names.ts';

interface ChatRowProps {
  chat: ChatListItem;
  nowMs: number;
  isSelected: boolean;
  /** The only row that Tab reaches; the arrow keys move from there. */
  isTabStop: boolean;
  /** A pinned row that can be dragged to another place among the pinned ones. */
  isMovable: boolean;
  /** Shows whether the chat is archived. */
  marksArchived: boolean;
  /** The list overlays the chat: Back then leads to the list instead of through every visited chat. */
  replacesChat: boolean;
  onFocus: (chatId: ChatId) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

// Scrolling renders the list on every frame; unchanged rows would take a quarter of that time.
export const ChatRow = memo(function ChatRow({
  chat,
  nowMs,
  isSelected,
  isTabStop,
  isMovable,
  marksArchived,
  replacesChat,
  onFocus,
  onKeyDown,
}: ChatRowProps) {
  const isOnline = useIsAnyOnline(chat.members);
  const isUnread = !chat.read && !isSelected;
  const isLoud = isUnread && (!isQuiet(chat) || chat.hasMention === true);
  return (
    <Link
      to={chatPath(chat._id)}
      // The row of the open chat adds no history entry; otherwise Back would seem to do nothing.
      replace={replacesChat || isSelected}
      tabIndex={isTabStop ? 0 : -1}
      aria-current={isSelected ? 'page' : undefined}
      // Also if the chat is already open, because no navigation would hide the list then.
      onClick={() => setSidebarOpen(false)}
      onFocus={() => onFocus(chat._id)}
      onKeyDown={onKeyDown}
      // For the handlers of the list.
      data-chat={chat._id}
      data-pin={isMovable ? chat._id : undefined}
      className={classNames(
        'mx-2 flex h-16 items-center gap-3 rounded-[10px] px-2.5 transition-colors focus-visible:-outline-offset-2',
        '[-webkit-touch-callout:none] data-raised:cursor-grabbing data-raised:shadow-raised pointer-coarse:select-none',
        isSelected ? 'bg-accent-soft' : 'hover:bg-hover data-raised:bg-raised',
      )}
    >
      <Avatar
        src={chat.avatar}
        name={chat.name}
        memberAvatars={facesOf(chat)}
        hasDot={isOnline}
        className="size-11 text-17"
      />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          {/* `bdi` truncates the text at its end in both writing directions. */}
          <bdi className="block min-w-0 flex-1 truncate text-left font-semibold" title={chat.name}>
            {chat.name}
          </bdi>
          {isOnline && <span className="sr-only">, online</span>}
          <Marks chat={chat} marksArchived={marksArchived} />
          <time
            dateTime={chat.lastTime}
            className={classNames('shrink-0 text-[12px] tabular-nums', isLoud ? 'font-medium text-text' : 'text-muted')}
          >
            {relativeTime(chat.lastTime, nowMs)}
          </time>
        </span>
        <span className="mt-0.5 flex items-center gap-2">
          <span className={classNames('flex min-w-0 flex-1 text-13', isLoud ? 'font-medium text-text' : 'text-muted')}>
            <LastLine chat={chat} isSelected={isSelected} />
          </span>
          <Badges chat={chat} isUnread={isUnread} />
        </span>
      </span>
    </Link>
  );
});

/** Its unread messages are not counted. */
const isQuiet = ({ isMuted, isArchived = false }: ChatListItem) => isMuted || isArchived;

function Marks({ chat, marksArchived }: Pick<ChatRowProps, 'chat' | 'marksArchived'>) {
  const marks = [
    { icon: Archive, text: ', archived', isShown: marksArchived && chat.isArchived },
    { icon: Pin, text: ', pinned', isShown: chat.pinOrder !== undefined },
    { icon: BellOff, text: ', muted', isShown: chat.isMuted },
  ];
  return marks.map(
    ({ icon: Icon, text, isShown = false }) =>
      isShown && (
        <Fragment key={text}>
          <Icon aria-hidden="true" className="size-3.5 shrink-0 self-center text-muted" />
          <span className="sr-only">{text}</span>
        </Fragment>
      ),
  );
}

function Badges({ chat, isUnread }: Pick<ChatRowProps, 'chat'> & { isUnread: boolean }) {
  return (
    <>
      {chat.calling !== null && <ActiveCallBadge kind={chat.calling} />}
      {isUnread && chat.hasMention && <MentionBadge />}
      {isUnread && <NotificationDot label="Unread" count={chat.unreadCount ?? 0} isMuted={isQuiet(chat)} />}
    </>
  );
}

/** Shows who is typing first, then the draft, except for the open chat, whose composer shows it. */
function LastLine({ chat, isSelected }: Pick<ChatRowProps, 'chat' | 'isSelected'>) {
  const { isMyMessage, lastSender, lastMessage } = chat;
  const draft = useDraftText(chat._id).trim();
  const typingNames = useTypingNames(chat._id);
  const isBlocked = useIsBlocked(lastSender?._id);
  if (typingNames.length > 0) return <TypingText names={typingNames} />;
  if (draft !== '' && !isSelected) {
    return (
      <>
        <span className="shrink-0 whitespace-pre text-danger">Draft: </span>
        <bdi className="block min-w-0 truncate text-left">{draft}</bdi>
      </>
    );
  }
  if (isBlocked) return 'Blocked message';
  return (
    <>
      {isMyMessage && <span className="shrink-0 whitespace-pre">You: </span>}
      {lastSender && (
        <span className="max-w-1/2 shrink-0 truncate whitespace-pre">
          <bdi>{firstName(lastSender.name)}</bdi>:{' '}
        </span>
      )}
      <bdi className="block min-w-0 truncate text-left">{lastMessage}</bdi>
    </>
  );
}

const firstName = (name: string) => name.trim().split(/\s/u, 1)[0] ?? name;
