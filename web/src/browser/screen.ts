import { limits } from '@chat-app/contract';
import { useSyncExternalStore } from 'react';
import type { Point } from './use-long-press.ts';

/** Larger than a phone. */
export const roomyQuery = `(min-width: ${limits.infoPanelNarrowBelowPx}px)`;

/** Wide enough for the chat and its info side by side, as `--breakpoint-beside`. Below, the info covers the chat. */
export const besideQuery = '(min-width: 900px)';

/** A wide screen with a mouse, where focusing a field opens no on-screen keyboard. */
export function isRoomyWithMouse(): boolean {
  return matchMedia(`${roomyQuery} and (hover: hover) and (pointer: fine)`).matches;
}

/** Where a menu of this element opens. */
export function bottomLeftOf(element: Element): Point {
  const { left: x, bottom: y } = element.getBoundingClientRect();
  return { x, y };
}

export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const list = matchMedia(query);
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    () => matchMedia(query).matches,
  );
}
