import type { ChatId } from '@chat-app/contract';
import { useNavigate } from 'react-router';
import { chatPath, openChatId } from '../format/chat-path.ts';
import { setSidebarOpen } from './panels.ts';

/** Opens a chat from elsewhere, such as a toast, a dialog or a notification. */
export function useOpenChat(): (chatId: ChatId) => void {
  const navigate = useNavigate();
  return (chatId) => {
    // Also if the chat is already open, because the sidebar may cover it.
    setSidebarOpen(false);
    void navigate(chatPath(chatId), { replace: chatId === openChatId() });
  };
}
