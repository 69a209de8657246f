import type { ChatId } from '@chat-app/contract';
import { useNavigate } from 'react-router';
import { chatPath, openChatId } from '../lib/chat-path.ts';
import { setSidebarOpen } from './sidebar.ts';

/** Opens a chat from elsewhere, such as a toast, a dialog or a notification. */
export function useOpenChat(): (chatId: ChatId) => void {
  const navigate = useNavigate();
  return (chatId) => {
    // Also when the chat is open already: then nothing else would bring it back into sight.
    setSidebarOpen(false);
    void navigate(chatPath(chatId), { replace: chatId === openChatId() });
  };
}
