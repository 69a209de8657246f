/**
 * Matches an address, in one pass: its alternatives exclude each other. Quotes, angle brackets, `||`, invisible and
 * bidirectional control characters end a link, so that it shows its real target.
 */
export const linkPattern =
  // oxlint-disable-next-line no-control-regex -- control characters are among what ends a link
  /(?<![\p{L}\p{N}])https?:\/\/(?:[^\s<>"`|\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]|\|(?!\|))+/iu;

const closing = { ')': '(', ']': '[', '}': '{' } as const;
const trailing = new Set(".,:;!?'*_~|\u2026\u3002\uff0c\uff01\uff1f");

/** The link in what the pattern matched; null if it is no valid address. */
export function linkOf(found: string): { text: string; href: string } | null {
  const text = withoutTrailing(found);
  const href = safeHref(text);
  return href === null ? null : { text, href };
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
