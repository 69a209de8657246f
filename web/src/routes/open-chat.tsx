import { limits } from '@chat-app/contract';
import type { ChatId } from '@chat-app/contract';
import type { RefObject } from 'react';
import { useChat } from '../api/chats.ts';
import { ChatHeader } from '../features/chats/chat-header.tsx';
import { ChatMissing } from '../features/chats/chat-missing.tsx';
import { InfoPanel } from '../features/chats/info-panel.tsx';
import { MessageList } from '../features/messages/message-list.tsx';
import { ApiError } from '../lib/api-error.ts';
import { useMediaQuery } from '../lib/use-media-query.ts';
import { useInfoPanel } from '../state/info-panel.ts';

interface OpenChatProps {
  chatId: ChatId;
  onClose: () => void;
  onAddMembers: (returnFocusTo: RefObject<HTMLElement | null>) => void;
}

export function OpenChat({ chatId, onClose, onAddMembers }: OpenChatProps) {
  const { data: chat, error } = useChat(chatId);
  const isInfoOpen = useInfoPanel((state) => state.isOpen);
  const isInfoOverlay = !useMediaQuery(`(min-width: ${limits.infoPanelNarrowBelowPx}px)`);
  if (error instanceof ApiError && error.status === 404) return <ChatMissing onClose={onClose} />;
  return (
    <div className="flex h-full">
      <section inert={isInfoOpen && isInfoOverlay} className="flex min-w-0 flex-1 flex-col">
        <ChatHeader chatId={chatId} />
        <div className="min-h-0 flex-1">
          <MessageList chatId={chatId} isGroup={chat?.isGroup ?? false} />
        </div>
      </section>
      {isInfoOpen && chat && <InfoPanel chat={chat} onAddMembers={onAddMembers} onGone={onClose} />}
    </div>
  );
}
