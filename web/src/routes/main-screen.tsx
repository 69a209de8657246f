import { useRef } from 'react';
import { useNavigate } from 'react-router';
import { useFollowBlockedUsers } from '../api/blocks.ts';
import { usePrefetchedChatList, useUnreadCount } from '../api/chats.ts';
import { useProductTitle } from '../api/server-config.ts';
import { AccountFooter } from '../features/account/account-footer.tsx';
import { AnnouncementBanner } from '../features/announcements/announcement-banner.tsx';
import { DockedCallStrip } from '../features/calls/ui/docked-call-parts.tsx';
import { IncomingCalls } from '../features/calls/ui/incoming-calls.tsx';
import { ChatsPane } from '../features/chats/chats-pane.tsx';
import { NoChatSelected } from '../features/chats/no-chat-selected.tsx';
import { Sidebar } from '../features/chats/sidebar.tsx';
import { useSidebarMode } from '../features/chats/use-sidebar-mode.ts';
import { ReconnectingBanner } from '../features/connection/reconnecting-banner.tsx';
import { TransferDialogs } from '../features/file-transfer/ui/transfer-dialogs.tsx';
import { useDocumentTitle } from '../browser/page.ts';
import { useIsCoveredByCall } from '../state/docked-call.ts';
import { useOpenChat, useOpenChatId } from '../state/open-chat.ts';
import { CountBadge } from '../ui/count-badge.tsx';
import { MainDialogs, useMainDialogs } from './main-dialogs.tsx';
import { MainMenu } from './main-menu.tsx';
import { OpenChat } from './open-chat.tsx';
import { VoiceBar } from './voice-bar.tsx';

export function MainScreen() {
  usePrefetchedChatList();
  useFollowBlockedUsers();
  const title = useProductTitle();
  const navigate = useNavigate();
  const openId = useOpenChatId();
  const unread = useUnreadCount(openId);
  useDocumentTitle(unread > 0 ? `(${unread}) ${title}` : title);
  const sidebarMode = useSidebarMode(openId);
  const isCovered = sidebarMode === 'overlay' || sidebarMode === 'full-screen';
  const isCoveredByCall = useIsCoveredByCall();
  const menuButton = useRef<HTMLButtonElement>(null);
  const { openDialog, view } = useMainDialogs(menuButton);
  const openChat = useOpenChat();
  const gettingStarted = {
    onFindFriends: (search: string) => openDialog('friends', { tab: 'Find', search }),
    onNewChat: () => openDialog('create'),
  };
  return (
    <div className="flex h-dvh flex-col overflow-hidden">
      <AnnouncementBanner />
      <VoiceBar openId={openId} />
      <div className="flex min-h-0 flex-1">
        <Sidebar
          mode={sidebarMode}
          badge={<CountBadge count={unread} label={`${unread} unread ${unread === 1 ? 'chat' : 'chats'}`} />}
          menu={<MainMenu buttonRef={menuButton} onChoose={openDialog} />}
          call={<DockedCallStrip />}
          footer={<AccountFooter onOpenAccount={() => openDialog('account')} />}
        >
          <ChatsPane
            openId={openId}
            isCovering={isCovered}
            onSearchMessages={(search) => openDialog('search', { search })}
            {...gettingStarted}
          />
        </Sidebar>
        <main inert={isCovered} tabIndex={-1} className="flex min-w-0 flex-1 flex-col outline-none">
          <h1 className="sr-only">{title}</h1>
          {!isCovered && <ReconnectingBanner />}
          <div inert={isCoveredByCall} className="min-h-0 flex-1">
            {openId === null ? (
              <NoChatSelected isCovered={isCovered} {...gettingStarted} />
            ) : (
              <OpenChat key={openId} chatId={openId} onClose={() => void navigate('/', { replace: true })} />
            )}
          </div>
        </main>
      </div>
      {isCovered && (
        <div className="fixed inset-x-0 top-(--page-top) z-banner">
          <ReconnectingBanner />
        </div>
      )}
      <MainDialogs view={view} openId={openId} onOpenChat={openChat} />
      <TransferDialogs isOverChat={sidebarMode === 'hidden'} />
      <IncomingCalls />
    </div>
  );
}
