import { withMentionNames, withoutCutToken } from '@chat-app/contract';
import type { Message } from '@chat-app/contract';
import type { MarkedPart } from '../../state/find-in-chat.ts';

const charactersBefore = 40;
const charactersShown = 240;

/** The part of a content around the first place that was found, on one line. */
export function snippetOf(
  { content, mentions }: Pick<Message, 'content' | 'mentions'>,
  highlights: readonly (readonly [number, number])[],
): MarkedPart[] {
  const first = highlights[0]?.[0] ?? 0;
  const start = first > charactersBefore ? wordStart(content, first - charactersBefore) : 0;
  const end = start + charactersShown;
  const parts: MarkedPart[] = [];
  const add = (text: string, isMarked: boolean) => {
    const shown = oneLine(isMarked ? text : withMentionNames(text, mentions));
    if (shown !== '') parts.push({ text: shown, isMarked });
  };
  let at = start;
  for (const [from, length] of highlights) {
    if (from >= end) break;
    add(content.slice(at, from), false);
    add(content.slice(from, from + length), true);
    at = from + length;
  }
  add(withoutCutToken(content.slice(at, Math.max(at, end))).replace(/[\ud800-\udbff]$/, ''), false);
  if (start > 0) parts.unshift({ text: '… ', isMarked: false });
  return parts;
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ');

/** Not in the middle of a word, if one begins soon. */
function wordStart(content: string, at: number): number {
  const gap = content.slice(at, at + charactersBefore).search(/\s/);
  if (gap !== -1) return at + gap + 1;
  // Not in the middle of a character.
  return /[\udc00-\udfff]/.test(content.charAt(at)) ? at + 1 : at;
}
