import type { Corner } from '../ui/video/corner.ts';
import type { Area } from './conversation-area.ts';

const marginPx = 16;
/** Below the header of the chat, and above its message field. */
const [headerPx, fieldPx] = [64, 72];
const smallWidthPx = 320;

/** The position of the panel in the window. */
export interface PanelPlace {
  readonly top?: number;
  readonly bottom?: number;
  readonly left: number;
  readonly width: number;
  readonly height?: number;
}

/** Fills the area, or is in one of its corners, where it covers neither the header nor the message field. */
export function placeOf(area: Area, { isLarge, corner }: { isLarge: boolean; corner: Corner }): PanelPlace {
  if (isLarge) return { top: area.y, left: area.x, width: area.width, height: area.height };
  const width = Math.min(smallWidthPx, area.width - 2 * marginPx);
  const left = corner.horizontal === 'left' ? area.x + marginPx : area.x + area.width - width - marginPx;
  if (corner.vertical === 'top') return { top: area.y + headerPx + marginPx, left, width };
  return { bottom: window.innerHeight - area.y - area.height + fieldPx + marginPx, left, width };
}
