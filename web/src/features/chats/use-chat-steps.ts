import type { ChatListItem } from '@chat-app/contract';
import { useNavigate } from 'react-router';
import { chatPath, openChatId } from '../../lib/chat-path.ts';
import { useShortcut } from '../../lib/use-shortcut.ts';
import { neighbourChat, neighbourUnread } from './neighbour-chat.ts';

/** From chat to chat by keyboard, in the order of the list as it is shown. */
export function useChatSteps(chats: readonly ChatListItem[]): void {
  const navigate = useNavigate();
  // The address knows first: pressed twice, the second step begins where the first one ended.
  const go = (find: typeof neighbourChat, step: -1 | 1) => {
    const chatId = find(chats, openChatId(), step);
    if (chatId !== null) void navigate(chatPath(chatId));
  };
  useShortcut('previousChat', () => go(neighbourChat, -1));
  useShortcut('nextChat', () => go(neighbourChat, 1));
  useShortcut('previousUnread', () => go(neighbourUnread, -1));
  useShortcut('nextUnread', () => go(neighbourUnread, 1));
}
