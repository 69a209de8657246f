import type { MouseEvent } from 'react';
import { useLongPress } from '../../browser/use-long-press.ts';
import type { MenuRequest } from './message-actions.ts';

/** Opens the menu of a message by long press, right click or the menu key. `open` returns whether there is one. */
export function useMessageMenu(open: (request: MenuRequest) => boolean) {
  const press = useLongPress((point) => open({ point, by: 'other', opener: null, href: null, selectedText: '' }));
  return {
    ...press,
    onContextMenu: (event: MouseEvent) => {
      press.onContextMenu(event);
      if ((event.nativeEvent as Partial<PointerEvent>).pointerType === 'touch') return;
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[target=_blank]') : null;
      const isOpened = open({
        point: { x: event.clientX, y: event.clientY },
        by: 'rightClick',
        opener: document.activeElement,
        href: link?.href ?? null,
        selectedText: selectedTextIn(event.currentTarget),
      });
      // Otherwise the browser shows its own menu.
      if (isOpened) event.preventDefault();
    },
  };
}

function selectedTextIn(element: Element): string {
  const selection = getSelection();
  return selection && selection.containsNode(element, true) ? selection.toString() : '';
}
