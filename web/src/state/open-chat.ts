import type { ChatId } from '@chat-app/contract';
import { useLocation, useNavigate } from 'react-router';
import { chatIdAt, chatPath, openChatId } from '../format/paths.ts';
import { setSidebarOpen } from './panels.ts';

export function useOpenChatId(): ChatId | null {
  return chatIdAt(useLocation().pathname);
}

/** Opens a chat from elsewhere, such as a toast, a dialog or a notification. */
export function useOpenChat(): (chatId: ChatId) => void {
  const navigate = useNavigate();
  return (chatId) => {
    // Also if the chat is already open, because the sidebar may cover it.
    setSidebarOpen(false);
    void navigate(chatPath(chatId), { replace: chatId === openChatId() });
  };
}
