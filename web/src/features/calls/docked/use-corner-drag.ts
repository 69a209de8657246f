import { useRef, useState } from 'react';
import type { KeyboardEvent, PointerEvent } from 'react';
import { cornerAfterKey, nearestCorner } from '../ui/video/corner.ts';
import type { Corner } from '../ui/video/corner.ts';
import type { Area } from './conversation-area.ts';

interface CornerDrag {
  readonly area: Area;
  readonly corner: Corner;
  readonly onMove: (corner: Corner) => void;
}

const panelOf = (handle: Element) => handle.closest<HTMLElement>('[data-call-panel]');

/** The handlers of a handle that moves its panel between corners: by mouse, finger or arrow keys. */
export function useCornerDrag({ area, corner, onMove }: CornerDrag) {
  const from = useRef<{ x: number; y: number } | null>(null);
  const [isDragging, setDragging] = useState(false);

  function handleEnd({ currentTarget }: PointerEvent) {
    const element = panelOf(currentTarget);
    if (!from.current || !element) return;
    from.current = null;
    setDragging(false);
    const { x, y, width, height } = element.getBoundingClientRect();
    element.style.translate = '';
    onMove(nearestCorner({ x: x + width / 2, y: y + height / 2 }, area));
  }
  return {
    isDragging,
    handlers: {
      onKeyDown: (event: KeyboardEvent) => {
        const next = cornerAfterKey(corner, event.key);
        if (!next) return;
        event.preventDefault();
        onMove(next);
      },
      onPointerDown: (event: PointerEvent) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        from.current = { x: event.clientX, y: event.clientY };
        setDragging(true);
      },
      onPointerMove: ({ currentTarget, clientX, clientY }: PointerEvent) => {
        const element = panelOf(currentTarget);
        if (!from.current || !element) return;
        element.style.translate = `${clientX - from.current.x}px ${clientY - from.current.y}px`;
      },
      onPointerUp: handleEnd,
      onPointerCancel: handleEnd,
    },
  };
}
