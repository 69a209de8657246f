import type { Highlights } from '@chat-app/contract';
import type { MarkedPart } from '../../state/find-in-chat.ts';

/** A text in parts, of which those at the highlights are marked. */
export function splitAt(text: string, highlights: Highlights): MarkedPart[] {
  const parts: MarkedPart[] = [];
  let end = 0;
  for (const [at, length] of highlights) {
    if (at > end) parts.push({ text: text.slice(end, at), isMarked: false });
    end = at + length;
    parts.push({ text: text.slice(at, end), isMarked: true });
  }
  if (end < text.length) parts.push({ text: text.slice(end), isMarked: false });
  return parts;
}
