/** Longer messages are shown as an excerpt and can be opened in full. */
const fullLimits = { characters: 3_000, lines: 40, emoji: 200 };
const excerptLimits = { characters: 1_000, lines: 12, emoji: 100 };
/** The range before the end of the excerpt that is searched for a gap between words. */
const wordGapCharacters = 80;

/** More marks on one letter than any language uses. Rendering hundreds of them is slow. */
const surplusMarks = /(\p{M}{8})\p{M}+/gu;
/** The longest emoji have four members; a longer chain of joiners is shown as separate emoji. */
const longChain = /(?:\u200d\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?){7,}/gu;

/** The text as rendered, without characters that are slow to render and show nothing. */
export function displayText(text: string): string {
  return text.replace(surplusMarks, '$1').replace(longChain, (chain) => chain.replaceAll('\u200d', ''));
}

/** The excerpt of a text that is too long to show completely; null for shorter texts. */
export function excerptOf(text: string): string | null {
  const isLong =
    text.length > fullLimits.characters ||
    indexOfLine(text, fullLimits.lines) !== -1 ||
    indexOfEmoji(text, fullLimits.emoji) !== -1;
  if (!isLong) return null;
  const ends = [indexOfLine(text, excerptLimits.lines), indexOfEmoji(text, excerptLimits.emoji)].filter(
    (end) => end !== -1,
  );
  const end = Math.min(excerptLimits.characters, text.length, ...ends);
  return text.slice(0, cleanCut(text, end)).trimEnd();
}

/** The index at which the given number of lines ends; -1 if there are fewer. */
function indexOfLine(text: string, lines: number): number {
  let at = -1;
  for (let line = 0; line < lines; line += 1) {
    at = text.indexOf('\n', at + 1);
    if (at === -1) return -1;
  }
  return at;
}

/** Flags are pairs of regional indicators; keycaps are a character with an enclosing mark. */
const anEmoji = /\p{RI}{2}|[\d#*]\ufe0f?\u20e3|\p{Extended_Pictographic}/gu;

/** The index after `count` emoji; -1 if there are fewer. Rendering an emoji takes as long as 20 letters. */
function indexOfEmoji(text: string, count: number): number {
  if (text.length <= count) return -1;
  let left = count;
  for (const { index } of text.matchAll(anEmoji)) {
    if (left === 0) return index;
    left -= 1;
  }
  return -1;
}

/** A position between two words, or at least not within a character. */
function cleanCut(text: string, end: number): number {
  if (/\s/.test(text.charAt(end))) return end;
  const start = Math.max(0, end - wordGapCharacters);
  const gap = text.slice(start, end).search(/\s\S*$/);
  if (gap !== -1) return start + gap;
  for (let at = end; at > start; at -= 1) {
    if (!/^[\p{M}\p{Cf}\udc00-\udfff]/u.test(text.slice(at, at + 2)) && !/\p{Cf}$/u.test(text.slice(at - 1, at)))
      return at;
  }
  return end;
}
