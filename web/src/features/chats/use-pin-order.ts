import type { ChatId, ChatListItem } from '@chat-app/contract';
import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { pinnedIds } from '../../api/chat-list.ts';
import { useOrderPins } from '../../api/chat-places.ts';
import { isPressed } from '../../browser/shortcuts.ts';
import type { Point } from '../../browser/use-long-press.ts';
import { focusRow } from './focus-row.ts';
import { followPinDrags, pinnedRowOf } from './pin-dragging.ts';

interface PinOrderDeps {
  chats: readonly ChatListItem[];
  scroller: RefObject<HTMLElement | null>;
  /** A finger has held a pinned row in place. */
  onHold: (row: HTMLElement, point: Point) => void;
}

/** Moves pinned rows by pointer and by keyboard. */
export function usePinOrder({ chats, scroller, onHold }: PinOrderDeps) {
  const pinned = pinnedIds(chats);
  const { mutate: order } = useOrderPins();
  const [announcement, setAnnouncement] = useState('');
  const movedId = useRef<ChatId | null>(null);

  const canMove = (chatId: ChatId, step: -1 | 1) => {
    const from = pinned.indexOf(chatId);
    return from >= 0 && pinned[from + step] !== undefined;
  };
  const move = (chatId: ChatId, step: -1 | 1) => {
    if (!canMove(chatId, step)) return;
    const from = pinned.indexOf(chatId);
    movedId.current = chatId;
    order(pinned.toSpliced(from, 1).toSpliced(from + step, 0, chatId));
    const name = chats.find(({ _id }) => _id === chatId)?.name ?? '';
    setAnnouncement(`${name}, position ${from + step + 1} of ${pinned.length}`);
  };

  const handleKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const chatId = pinnedRowOf(event.target)?.dataset['pin'] as ChatId | undefined;
    if (chatId === undefined || !isPressed(event, 'movePin')) return;
    event.preventDefault();
    move(chatId, event.key === 'ArrowUp' ? -1 : 1);
  });
  const handleOrder = useEffectEvent((chatIds: ChatId[]) => order(chatIds));
  const handleHold = useEffectEvent(onHold);
  /** Moving a focused element in the document takes the focus from it. */
  const keepFocus = useEffectEvent((list: HTMLElement) => {
    const index = chats.findIndex(({ _id }) => _id === movedId.current);
    movedId.current = null;
    if (index >= 0) focusRow(list, index);
  });
  const shownOrder = pinned.join();
  useLayoutEffect(() => {
    const list = scroller.current;
    if (!list || shownOrder === '') return undefined;
    keepFocus(list);
    const listener = (event: KeyboardEvent) => handleKeyDown(event);
    list.addEventListener('keydown', listener);
    const stop = followPinDrags(list, { onOrder: handleOrder, onHold: handleHold });
    // Also when the order has changed: rows that were dragged are in their places now.
    return () => {
      list.removeEventListener('keydown', listener);
      stop();
    };
  }, [shownOrder, scroller]);

  return { announcement, canMove, move };
}
