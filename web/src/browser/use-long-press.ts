import { useEffect, useRef } from 'react';
import type { MouseEvent, PointerEvent } from 'react';

export interface Point {
  x: number;
  y: number;
}

const holdMs = 500;
/** A finger is never completely still. A longer movement is a scroll. */
const wanderPx = 10;

/** Calls `onHold` when a finger stays in place. Ignores the mouse, which has a right button. */
export function useLongPress(onHold: (point: Point) => void) {
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const from = useRef<Point>({ x: 0, y: 0 });
  const release = () => {
    if (timer.current !== null) clearTimeout(timer.current);
    timer.current = null;
  };
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current);
    },
    [],
  );
  return {
    onPointerDown: ({ pointerType, isPrimary, clientX, clientY }: PointerEvent) => {
      release();
      if (pointerType === 'mouse' || !isPrimary) return;
      const point = { x: clientX, y: clientY };
      from.current = point;
      timer.current = setTimeout(() => {
        timer.current = null;
        onHold(point);
      }, holdMs);
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      if (Math.hypot(clientX - from.current.x, clientY - from.current.y) > wanderPx) release();
    },
    onPointerUp: release,
    // The browser cancels the pointer when it starts to scroll.
    onPointerCancel: release,
    onContextMenu: (event: MouseEvent) => {
      // Some systems open their own menu on a long press. Suppress it, because ours opens.
      const { pointerType } = event.nativeEvent as Partial<globalThis.PointerEvent>;
      // Keep the system menu on links, because it is the only way to copy their address.
      const isOnLink = event.target instanceof Element && event.target.closest('a[href]') !== null;
      if (pointerType === 'touch' && !isOnLink) event.preventDefault();
    },
  };
}
