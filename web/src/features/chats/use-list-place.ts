import { limits } from '@chat-app/contract';
import type { ChatId } from '@chat-app/contract';
import { useLayoutEffect } from 'react';
import { roomyQuery } from '../../lib/screen.ts';
import { useMediaQuery } from '../../lib/use-media-query.ts';
import { setSidebarOpen, useSidebar } from '../../state/sidebar.ts';

/** Where the chat list is: beside the chat, alone on a phone's screen, over the chat, or out of sight. */
export type ListPlace = 'beside' | 'alone' | 'over' | 'away';

/** Without an open chat the list is always in sight: nothing else leads on from there. */
export function useListPlace(openId: ChatId | null): ListPlace {
  const isWide = useMediaQuery(`(min-width: ${limits.wideScreenPx}px)`);
  const isRoomy = useMediaQuery(roomyQuery);
  const isCalled = useSidebar((state) => state.isOpen);
  if (isWide) return 'beside';
  if (openId === null) return isRoomy ? 'beside' : 'alone';
  return isCalled ? 'over' : 'away';
}

/** For the open chat: on narrow screens the list makes room when it opens. */
export function useListMakesRoom(): void {
  useLayoutEffect(() => setSidebarOpen(false), []);
}
