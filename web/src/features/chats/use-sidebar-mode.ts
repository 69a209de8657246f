import { limits } from '@chat-app/contract';
import type { ChatId } from '@chat-app/contract';
import { useLayoutEffect } from 'react';
import { roomyQuery, useMediaQuery } from '../../browser/screen.ts';
import { setSidebarOpen, useSidebar } from '../../state/panels.ts';

/** How the chat list is shown: beside the chat, alone on a phone's screen, over the chat, or not at all. */
export type SidebarMode = 'docked' | 'full-screen' | 'overlay' | 'hidden';

/** Without an open chat the list is always visible, because there is no other navigation. */
export function useSidebarMode(openId: ChatId | null): SidebarMode {
  const isWide = useMediaQuery(`(min-width: ${limits.wideScreenPx}px)`);
  const isRoomy = useMediaQuery(roomyQuery);
  const isOpen = useSidebar((state) => state.isOpen);
  if (isWide) return 'docked';
  if (openId === null) return isRoomy ? 'docked' : 'full-screen';
  return isOpen ? 'overlay' : 'hidden';
}

/** Hides the list on narrow screens when a chat opens. */
export function useCloseSidebarOnOpen(): void {
  useLayoutEffect(() => setSidebarOpen(false), []);
}
