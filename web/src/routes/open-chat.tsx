import type { ChatDetail, ChatId } from '@chat-app/contract';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { ComponentProps, RefObject } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useChat, useIsSendLimited } from '../api/chats.ts';
import { useFindMessage } from '../api/message-link.ts';
import { useOutbox } from '../outbox/outbox.ts';
import { CallButton } from '../features/calls/ui/call-button.tsx';
import { useVoiceCall } from '../features/calls/ui/use-voice-call.ts';
import { ChatHeader } from '../features/chats/chat-header.tsx';
import { ChatNotFound } from '../features/chats/chat-not-found.tsx';
import { useBlockedPeer } from '../features/chats/use-blocked-peer.ts';
import { useCloseSidebarOnOpen } from '../features/chats/use-sidebar-mode.ts';
import { Composer } from '../features/composer/composer.tsx';
import { DropTarget } from '../features/composer/drop-target.tsx';
import { useDirectTransfer } from '../features/file-transfer/ui/use-direct-transfer.ts';
import { MessageList } from '../features/messages/message-list.tsx';
import { NotificationPrompt } from '../features/notifications/notification-prompt.tsx';
import { chatPath, messageIdAt } from '../format/paths.ts';
import { ApiError } from '../lib/api-error.ts';
import { besideQuery, useMediaQuery } from '../browser/screen.ts';
import { useShortcut } from '../browser/use-shortcut.ts';
import { closeFind, openFind, useFindOpenCount } from '../state/find-in-chat.ts';
import { jumpTo } from '../state/jump-target.ts';
import { useMessageEdit } from '../state/message-edits.ts';
import { setInfoPanelOpen, useInfoPanel } from '../state/panels.ts';
import { dismissToastsOf } from '../state/toasts.ts';

const loadInfo = () => import('./chat-info.tsx');
const ChatInfo = lazy(async () => ({ default: (await loadInfo()).ChatInfo }));
const loadFindBar = () => import('../features/search/find-bar.tsx');
const FindBar = lazy(async () => ({ default: (await loadFindBar()).FindBar }));
const BlockedNotice = lazy(async () => ({
  default: (await import('../features/chats/blocked-notice.tsx')).BlockedNotice,
}));
const SuspendedNotice = lazy(async () => ({
  default: (await import('../features/chats/suspended-notice.tsx')).SuspendedNotice,
}));
const SendLimitedNotice = lazy(async () => ({
  default: (await import('../features/chats/send-limited-notice.tsx')).SendLimitedNotice,
}));
const UnsentRecording = lazy(async () => ({
  default: (await import('../features/composer/unsent-recording.tsx')).UnsentRecording,
}));
const AddMembersDialog = lazy(async () => ({
  default: (await import('../features/chats/add-members-dialog.tsx')).AddMembersDialog,
}));

/** The dialog stays mounted once opened, so that its exit animation can run. */
type Adding = { phase: 'not-yet' } | { phase: 'open' | 'closed'; opener: RefObject<HTMLElement | null> };

interface OpenChatProps {
  chatId: ChatId;
  onClose: () => void;
}

/** Keyed by chat, so that the dialog adds members to the chat in which it was opened. */
export function OpenChat({ chatId, onClose }: OpenChatProps) {
  const [adding, setAdding] = useState<Adding>({ phase: 'not-yet' });
  const { data: chat, error } = useChat(chatId);
  const outbox = useOutbox();
  const call = useVoiceCall(chatId);
  const direct = useDirectTransfer(chatId);
  const isInfoOpen = useInfoPanel((state) => state.isOpen);
  const isInfoOverlay = !useMediaQuery(besideQuery);
  const list = useRef<HTMLDivElement>(null);
  const isNotFound = error instanceof ApiError && error.status === 404;
  const findOpenCount = useFindInChat(chatId, { isActive: !isNotFound });
  useCloseSidebarOnOpen();
  usePanelLeavesWithChat();
  useMessageLink(chatId);
  useEffect(() => () => dismissToastsOf('chat'), []);
  if (isNotFound) return <ChatNotFound onClose={onClose} />;
  return (
    <div className="flex h-full">
      <section inert={isInfoOpen && isInfoOverlay && chat !== undefined} className="flex min-w-0 flex-1 flex-col">
        <ChatHeader
          chatId={chatId}
          callButton={<CallButton call={call} />}
          preloadInfo={() => void loadInfo().catch(() => undefined)}
          preloadFind={() => void loadFindBar().catch(() => undefined)}
        />
        <DropTarget chatId={chatId}>
          {findOpenCount !== null && (
            <Suspense>
              <FindBar chatId={chatId} openCount={findOpenCount} list={list} />
            </Suspense>
          )}
          <div ref={list} className="min-h-0 flex-1">
            <MessageList
              chatId={chatId}
              isGroup={chat?.isGroup ?? false}
              onWave={() => outbox.sendText(chatId, '👋')}
              onCallBack={call.canCall && call.calling === null ? call.begin : null}
            />
          </div>
          <NotificationPrompt />
          <SuspendedPeer chat={chat} />
          <MessageForm chatId={chatId} direct={direct} />
        </DropTarget>
      </section>
      {isInfoOpen && chat && (
        <Suspense>
          <ChatInfo chat={chat} onAddMembers={(opener) => setAdding({ phase: 'open', opener })} onGone={onClose} />
        </Suspense>
      )}
      {adding.phase !== 'not-yet' && (
        <Suspense>
          <AddMembersDialog
            chatId={chatId}
            isOpen={adding.phase === 'open'}
            onClose={() => setAdding({ ...adding, phase: 'closed' })}
            returnFocusTo={adding.opener}
          />
        </Suspense>
      )}
    </div>
  );
}

/** The field for messages, or why there is none. */
function MessageForm(props: ComponentProps<typeof Composer>) {
  const { chatId } = props;
  const blockedPeer = useBlockedPeer(chatId);
  const isLimited = useIsSendLimited(chatId);
  // Also where only admins send, members edit their own messages.
  const isEditing = useMessageEdit(chatId) !== null;
  if (blockedPeer) {
    return (
      <Suspense>
        <UnsentRecording chatId={chatId} />
        <BlockedNotice {...blockedPeer} />
      </Suspense>
    );
  }
  if (isLimited && !isEditing) {
    return (
      <Suspense>
        <UnsentRecording chatId={chatId} />
        <SendLimitedNotice />
      </Suspense>
    );
  }
  return <Composer {...props} />;
}

/** Where the panel covers the chat, closes it when the user leaves the chat, so that the next chat is visible. */
function usePanelLeavesWithChat(): void {
  useEffect(
    () => () => {
      if (!matchMedia(besideQuery).matches) setInfoPanelOpen(false);
    },
    [],
  );
}

/** Follows a link to a message. Afterwards the address is that of the chat, which a reload opens as usual. */
function useMessageLink(chatId: ChatId): void {
  const messageId = messageIdAt(useLocation().pathname);
  const navigate = useNavigate();
  const { mutate } = useFindMessage(chatId);
  useEffect(() => {
    if (messageId === null) return;
    // Not called once the chat was left.
    mutate(messageId, {
      onSuccess: ({ data: [message] }) => message && jumpTo({ chatId, messageId, seq: message.seq }),
    });
    void navigate(chatPath(chatId), { replace: true });
  }, [chatId, messageId, mutate, navigate]);
}

/** The find bar belongs to this chat and is closed when the user leaves it. */
function useFindInChat(chatId: ChatId, { isActive }: { isActive: boolean }): number | null {
  useShortcut('findInChat', () => openFind(chatId), { isActive });
  useEffect(() => closeFind, []);
  return useFindOpenCount(chatId);
}

function SuspendedPeer({ chat }: { chat: ChatDetail | undefined }) {
  if (chat?.isSuspended !== true) return null;
  return (
    <Suspense>
      <SuspendedNotice name={chat.name} />
    </Suspense>
  );
}
