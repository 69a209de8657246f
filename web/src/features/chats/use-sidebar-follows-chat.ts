import { limits } from '@chat-app/contract';
import type { ChatId } from '@chat-app/contract';
import { useLayoutEffect } from 'react';
import { useMediaQuery } from '../../lib/use-media-query.ts';
import { setSidebarOpen, useSidebar } from '../../state/sidebar.ts';

/** On narrow screens the list makes room when a chat opens, and comes back when none is open. */
export function useSidebarFollowsChat(openId: ChatId | null): void {
  useLayoutEffect(() => setSidebarOpen(openId === null), [openId]);
}

/** Whether the sidebar lies over the chat just now. */
export function useIsChatCovered(): boolean {
  const isWide = useMediaQuery(`(min-width: ${limits.wideScreenPx}px)`);
  const isOpen = useSidebar((state) => state.isOpen);
  return !isWide && isOpen;
}
