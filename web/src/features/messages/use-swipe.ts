import { useRef, useState } from 'react';
import type { PointerEvent } from 'react';

/** A swipe this far counts; the content follows the finger only a little further. */
const swipePx = 56;
const maxPx = 72;
/** Below this it may still become a scroll. */
const startPx = 12;

/** Calls `onSwipe` when a finger moves to the left far enough. Vertical movements stay scrolls. */
export function useSwipe(onSwipe: () => void) {
  const from = useRef<{ x: number; y: number } | null>(null);
  const [offsetPx, setOffset] = useState(0);
  const end = () => {
    from.current = null;
    setOffset(0);
  };
  return {
    offsetPx,
    isFar: offsetPx <= -swipePx,
    handlers: {
      onPointerDown: ({ pointerType, isPrimary, clientX, clientY }: PointerEvent) => {
        from.current = pointerType === 'touch' && isPrimary ? { x: clientX, y: clientY } : null;
      },
      onPointerMove: ({ clientX, clientY }: PointerEvent) => {
        if (!from.current) return;
        const [dx, dy] = [clientX - from.current.x, clientY - from.current.y];
        if (offsetPx === 0 && Math.abs(dy) > Math.abs(dx)) return;
        if (dx < -startPx || offsetPx !== 0) setOffset(Math.max(-maxPx, Math.min(0, dx)));
      },
      onPointerUp: () => {
        if (offsetPx <= -swipePx) onSwipe();
        end();
      },
      onPointerCancel: end,
    },
  };
}
