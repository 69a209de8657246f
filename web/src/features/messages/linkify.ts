/** A part of a message: plain text or a link. */
export type TextSegment = { kind: 'text'; text: string } | { kind: 'link'; text: string; href: string };

// One character class without alternatives, so that each character is matched only once. Quotes, angle brackets,
// invisible and bidirectional control characters end a link, so that it shows its real target.
const address =
  // oxlint-disable-next-line no-control-regex -- control characters are among what ends a link
  /(?<![\p{L}\p{N}])https?:\/\/[^\s<>"`\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]+/giu;

const closing = { ')': '(', ']': '[', '}': '{' } as const;
const trailing = new Set(".,:;!?'*_~|\u2026\u3002\uff0c\uff01\uff1f");

/** Each link is a separate element. Further links stay plain text. */
const maxLinks = 50;

/** Splits a text into plain parts and links. The segments joined together are the text. */
export function linkify(text: string): TextSegment[] {
  const segments: TextSegment[] = [];
  let plainFrom = 0;
  let linkCount = 0;
  for (const match of text.matchAll(address)) {
    const shown = withoutTrailing(match[0]);
    const href = safeHref(shown);
    if (href === null) continue;
    if (match.index > plainFrom) segments.push({ kind: 'text', text: text.slice(plainFrom, match.index) });
    segments.push({ kind: 'link', text: shown, href });
    linkCount += 1;
    plainFrom = match.index + shown.length;
    if (linkCount === maxLinks) break;
  }
  if (plainFrom < text.length) segments.push({ kind: 'text', text: text.slice(plainFrom) });
  return segments;
}

/** The target of the first link in a text; null if there is no link. */
export function firstLink(text: string): string | null {
  for (const match of text.matchAll(address)) {
    const href = safeHref(withoutTrailing(match[0]));
    if (href !== null) return href;
  }
  return null;
}

/** Trailing punctuation belongs to the sentence, and so does a closing bracket that was opened before the link. */
function withoutTrailing(found: string): string {
  const open = { '(': 0, '[': 0, '{': 0 };
  const closed = { '(': 0, '[': 0, '{': 0 };
  for (const char of found) {
    if (char in open) open[char as keyof typeof open] += 1;
    if (char in closing) closed[closing[char as keyof typeof closing]] += 1;
  }
  let end = found.length;
  for (; end > 0; end -= 1) {
    const char = found[end - 1] ?? '';
    if (char in closing) {
      const opener = closing[char as keyof typeof closing];
      if (closed[opener] <= open[opener]) break;
      closed[opener] -= 1;
    } else if (!trailing.has(char)) break;
  }
  return found.slice(0, end);
}

/** Null for invalid URLs, and for URLs with a user name: `https://bank.example@evil.example`. */
function safeHref(shown: string): string | null {
  if (!URL.canParse(shown)) return null;
  const { protocol, username, password, href } = new URL(shown);
  const isWeb = protocol === 'http:' || protocol === 'https:';
  return isWeb && username === '' && password === '' ? href : null;
}
