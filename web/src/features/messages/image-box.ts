import { limits } from '@chat-app/contract';

interface Size {
  width: number;
  height: number;
}

const maxHeightPx = limits.messageImageMaxHeightPx;
const maxWidthPx = 420;
/** A very thin image would be hard to see and to click. */
const minSidePx = 44;
/** The space reserved for an image of unknown size. */
const unknown: Size = { width: 260, height: maxHeightPx };

/** The box of an image in a message, computed before the image loads. */
export function imageBox({ width = 0, height = 0 }: { [Side in keyof Size]?: number | undefined }): Size {
  if (!(width > 0 && height > 0)) return unknown;
  const scale = Math.min(1, maxHeightPx / height, maxWidthPx / width);
  return { width: atLeast(width * scale), height: atLeast(height * scale) };
}

const atLeast = (side: number) => Math.max(Math.round(side), minSidePx);
