import { limits } from '@chat-app/contract';

interface Size {
  width: number;
  height: number;
}

const maxHeightPx = limits.messageImageMaxHeightPx;
const maxWidthPx = 420;
/** A hair-thin picture would be hard to see and to click. */
const minSidePx = 44;
/** What is kept free for a picture whose size nobody knows. */
const unknown: Size = { width: 260, height: maxHeightPx };

/** The place a picture takes in a message, known before it is loaded. */
export function imageBox({ width = 0, height = 0 }: { [Side in keyof Size]?: number | undefined }): Size {
  if (!(width > 0 && height > 0)) return unknown;
  const scale = Math.min(1, maxHeightPx / height, maxWidthPx / width);
  return { width: atLeast(width * scale), height: atLeast(height * scale) };
}

const atLeast = (side: number) => Math.max(Math.round(side), minSidePx);
