import type { ChatListItem } from '@chat-app/contract';
import type { RefObject } from 'react';
import { RowMenu } from './row-menu.tsx';
import { usePinOrder } from './use-pin-order.ts';
import type { RowMenuState } from './use-row-menu.ts';

interface ListToolsProps {
  chats: readonly ChatListItem[];
  scroller: RefObject<HTMLElement | null>;
  menu: RowMenuState;
  isMovable: boolean;
}

const noChats: readonly ChatListItem[] = [];

/** The menu of the rows, and what moves the pinned ones. Loaded with the first use. */
export function ListTools({ chats, scroller, menu, isMovable }: ListToolsProps) {
  const pins = usePinOrder({ chats: isMovable ? chats : noChats, scroller, onHold: menu.openByFinger });
  return (
    <>
      <output className="sr-only">{pins.announcement}</output>
      <RowMenu
        request={menu.request}
        opener={menu.opener}
        chats={chats}
        canMove={pins.canMove}
        onMove={pins.move}
        onClose={menu.close}
      />
    </>
  );
}
