import { limits } from '@chat-app/contract';

/** A wide screen with a mouse: focusing a field there covers nothing with a keyboard. */
export function isRoomyWithMouse(): boolean {
  return matchMedia(`(min-width: ${limits.infoPanelNarrowBelowPx}px) and (hover: hover) and (pointer: fine)`).matches;
}
