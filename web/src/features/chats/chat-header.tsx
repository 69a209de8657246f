import type { ChatId } from '@chat-app/contract';
import { ArrowLeft, ChevronRight, PanelRight, Search } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { inNextFrame } from '../../browser/page.ts';
import { useShortcut } from '../../browser/use-shortcut.ts';
import { openFind, useFindOpenCount } from '../../state/find-in-chat.ts';
import { useIsAnyOnline } from '../../state/online-users.ts';
import { infoPanelId, infoToggleId, setInfoPanelOpen, setSidebarOpen, useInfoPanel } from '../../state/panels.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ChatMenu } from './chat-menu.tsx';
import { PresenceText } from './presence-text.tsx';
import { TypingText } from './typing-text.tsx';
import { useChatSummary } from './use-chat-summary.ts';
import { useTypingAnnouncement, useTypingNames } from './use-typing-names.ts';
import type { ChatSummary } from './use-chat-summary.ts';

interface ChatHeaderProps {
  chatId: ChatId;
  callButton?: ReactNode;
  /** Loads the code of the panel before the click. */
  preloadInfo: () => void;
  /** Loads the code of the find bar before the click. */
  preloadFind: () => void;
}

export function ChatHeader({ chatId, callButton, preloadInfo, preloadFind }: ChatHeaderProps) {
  const chat = useChatSummary(chatId);
  const isInfoOpen = useInfoPanel((state) => state.isOpen);
  const isFinding = useFindOpenCount(chatId) !== null;
  const toggleInfo = () => setInfoPanelOpen(!isInfoOpen);
  const otherId = chat?.otherIds[0];
  useShortcut('chatInfo', toggleInfo);
  return (
    <header className="flex h-16 shrink-0 items-center gap-3 border-b border-line bg-surface pr-2.5 wide:pl-5">
      <ShowListButton />
      {chat ? <ChatTitle chatId={chatId} chat={chat} /> : <ChatTitleSkeleton />}
      {callButton}
      {/* On phones the info panel has the search, and what the menu has. */}
      <IconButton
        label="Search in chat"
        icon={<Search aria-hidden="true" />}
        onPointerEnter={preloadFind}
        onFocus={preloadFind}
        onClick={() => openFind(chatId)}
        tone={isFinding ? 'active' : 'quiet'}
        className="max-roomy:hidden"
      />
      <IconButton
        id={infoToggleId}
        label="Chat info"
        icon={<PanelRight aria-hidden="true" />}
        aria-expanded={isInfoOpen}
        aria-controls={isInfoOpen ? infoPanelId : undefined}
        onPointerEnter={preloadInfo}
        onFocus={preloadInfo}
        onClick={toggleInfo}
        tone={isInfoOpen ? 'active' : 'quiet'}
      />
      {chat?.isGroup === false && otherId !== undefined && (
        <span className="max-roomy:hidden">
          <ChatMenu person={{ _id: otherId, name: chat.name }} />
        </span>
      )}
    </header>
  );
}

/** Shows the hidden chat list: a tab at the screen edge, on phones an arrow. */
function ShowListButton() {
  return (
    <button
      type="button"
      aria-label="Show chat list"
      aria-expanded={false}
      onClick={() => setSidebarOpen(true)}
      className={classNames(
        '-mr-1 flex size-11 shrink-0 items-center justify-center max-roomy:ml-1 max-roomy:-mr-2 roomy:w-7 wide:hidden',
        'rounded-r-[10px] text-muted transition-colors hover:text-text roomy:border roomy:border-l-0 roomy:border-line',
      )}
    >
      <ArrowLeft aria-hidden="true" className="size-5 roomy:hidden" />
      <ChevronRight aria-hidden="true" className="size-4.5 max-roomy:hidden" />
    </button>
  );
}

function ChatTitle({ chatId, chat }: { chatId: ChatId; chat: ChatSummary }) {
  const { name, avatar, memberAvatars, isGroup, isSuspended, otherIds, memberCount } = chat;
  const isOnline = useIsAnyOnline(otherIds);
  const typingNames = useTypingNames(chatId);
  const announcement = useTypingAnnouncement(chatId);
  const heading = useFocusOnOpen();
  return (
    <>
      <Avatar src={avatar} name={name} memberAvatars={memberAvatars} hasDot={isOnline} className="size-10 text-15" />
      <div className="min-w-0 flex-1">
        <h2 ref={heading} tabIndex={-1} className="text-15 leading-5 font-semibold">
          <bdi className="block truncate text-left" title={name}>
            {name}
          </bdi>
        </h2>
        {/* In the same place, so that nothing moves. */}
        <p className="truncate text-13 text-muted">
          {typingNames.length > 0 ? (
            <TypingText names={typingNames} />
          ) : (
            <>
              {isSuspended ? 'Suspended' : <PresenceText userIds={otherIds} />}
              {isGroup && <span> · {memberCount} members</span>}
            </>
          )}
        </p>
        <output className="sr-only">{announcement}</output>
      </div>
    </>
  );
}

function ChatTitleSkeleton() {
  return (
    <>
      <Skeleton className="size-10 shrink-0" />
      <span className="flex flex-1 flex-col gap-2">
        <Skeleton className="h-3 w-36" />
        <Skeleton className="h-2.5 w-16" />
      </span>
    </>
  );
}

/** On narrow screens opening a chat hides the focused list, so the focus must move to the chat. */
function useFocusOnOpen() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(
    () =>
      inNextFrame(() => {
        const focused = document.activeElement;
        if (focused === null || focused === document.body || focused.closest('[inert]')) heading.current?.focus();
      }),
    [],
  );
  return heading;
}
