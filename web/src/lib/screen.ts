import { limits } from '@chat-app/contract';

/** No phone. */
export const roomyQuery = `(min-width: ${limits.infoPanelNarrowBelowPx}px)`;

/** Wide enough for the chat and its info side by side, as `--breakpoint-beside`; below, the info lies over the chat. */
export const besideQuery = '(min-width: 900px)';

/** A wide screen with a mouse: focusing a field there covers nothing with a keyboard. */
export function isRoomyWithMouse(): boolean {
  return matchMedia(`${roomyQuery} and (hover: hover) and (pointer: fine)`).matches;
}
