import type { ChatId } from '@chat-app/contract';
import { useRef, useState } from 'react';
import type { MouseEvent, PointerEvent } from 'react';
import { useLongPress } from '../../browser/use-long-press.ts';
import type { Point } from '../../browser/use-long-press.ts';

/** An opened menu of a row. */
export interface RowMenuRequest {
  chatId: ChatId;
  point: Point;
}

export type RowMenuState = Omit<ReturnType<typeof useRowMenu>, 'handlers'>;

const rowOf = (target: EventTarget) => (target instanceof Element ? target.closest<HTMLElement>('a[data-chat]') : null);

/** Opens the menu of a chat by right click, menu key or long press. The handlers belong on the element around the rows. */
export function useRowMenu() {
  const [request, setRequest] = useState<RowMenuRequest | null>(null);
  // Kept after the menu closes, because the focus returns to it then.
  const [opener, setOpener] = useState<Element | null>(null);
  const [wasOpened, setWasOpened] = useState(false);
  const pressed = useRef<HTMLElement | null>(null);
  const isHeld = useRef(false);
  const open = (row: HTMLElement | null, point: Point, by: 'finger' | 'other') => {
    const chatId = row?.dataset['chat'] as ChatId | undefined;
    if (chatId === undefined) return;
    setOpener(by === 'finger' ? null : row);
    setRequest({ chatId, point });
    setWasOpened(true);
  };
  const press = useLongPress((point) => {
    isHeld.current = true;
    open(pressed.current, point, 'finger');
  });
  return {
    request,
    opener,
    /** Stays mounted then, so that it can close. */
    wasOpened,
    close: () => setRequest(null),
    openByFinger: (row: HTMLElement, point: Point) => open(row, point, 'finger'),
    handlers: {
      ...press,
      onPointerDown: (event: PointerEvent) => {
        isHeld.current = false;
        const row = rowOf(event.target);
        // A movable row reports when it is held and not moved.
        pressed.current = row?.dataset['pin'] === undefined ? row : null;
        if (pressed.current) press.onPointerDown(event);
      },
      onClickCapture: (event: MouseEvent) => {
        // Releasing a long press must not open the chat.
        if (isHeld.current) {
          event.preventDefault();
          event.stopPropagation();
        }
        isHeld.current = false;
      },
      onContextMenu: (event: MouseEvent) => {
        const row = rowOf(event.target);
        if (!row) return;
        event.preventDefault();
        const { pointerType } = event.nativeEvent as Partial<globalThis.PointerEvent>;
        if (pointerType === 'touch') return;
        const box = row.getBoundingClientRect();
        // Some browsers report no position for the menu key.
        const isByKey = event.clientX === 0 && event.clientY === 0;
        open(
          row,
          isByKey ? { x: box.left + box.height, y: box.bottom } : { x: event.clientX, y: event.clientY },
          'other',
        );
      },
    },
  };
}
