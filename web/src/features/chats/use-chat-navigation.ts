import type { ChatListItem } from '@chat-app/contract';
import { useNavigate } from 'react-router';
import { chatPath, openChatId } from '../../format/paths.ts';
import { useShortcut } from '../../browser/use-shortcut.ts';
import { adjacentChat, adjacentUnread } from './adjacent-chat.ts';

/** Moves from chat to chat by keyboard, in the order of the visible list. */
export function useChatNavigation(chats: readonly ChatListItem[]): void {
  const navigate = useNavigate();
  // Read the URL, which updates first, so that a second key press continues from the new chat.
  const go = (find: typeof adjacentChat, step: -1 | 1) => {
    const chatId = find(chats, openChatId(), step);
    if (chatId !== null) void navigate(chatPath(chatId));
  };
  useShortcut('previousChat', () => go(adjacentChat, -1));
  useShortcut('nextChat', () => go(adjacentChat, 1));
  useShortcut('previousUnread', () => go(adjacentUnread, -1));
  useShortcut('nextUnread', () => go(adjacentUnread, 1));
}
