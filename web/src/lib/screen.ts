import { limits } from '@chat-app/contract';

/** Wide enough for the chat and its info side by side. */
export const roomyQuery = `(min-width: ${limits.infoPanelNarrowBelowPx}px)`;

/** A wide screen with a mouse: focusing a field there covers nothing with a keyboard. */
export function isRoomyWithMouse(): boolean {
  return matchMedia(`${roomyQuery} and (hover: hover) and (pointer: fine)`).matches;
}
