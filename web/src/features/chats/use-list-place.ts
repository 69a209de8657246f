import { limits } from '@chat-app/contract';
import type { ChatId } from '@chat-app/contract';
import { useLayoutEffect } from 'react';
import { roomyQuery } from '../../browser/screen.ts';
import { useMediaQuery } from '../../browser/use-media-query.ts';
import { setSidebarOpen, useSidebar } from '../../state/sidebar.ts';

/** Where the chat list is: beside the chat, alone on a phone's screen, over the chat, or hidden. */
export type ListPlace = 'beside' | 'alone' | 'over' | 'away';

/** Without an open chat the list is always visible, because there is no other navigation. */
export function useListPlace(openId: ChatId | null): ListPlace {
  const isWide = useMediaQuery(`(min-width: ${limits.wideScreenPx}px)`);
  const isRoomy = useMediaQuery(roomyQuery);
  const isCalled = useSidebar((state) => state.isOpen);
  if (isWide) return 'beside';
  if (openId === null) return isRoomy ? 'beside' : 'alone';
  return isCalled ? 'over' : 'away';
}

/** Hides the list on narrow screens when a chat opens. */
export function useListMakesRoom(): void {
  useLayoutEffect(() => setSidebarOpen(false), []);
}
