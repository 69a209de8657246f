/** A square picture with somebody's initials. The colours follow from the id, so they stay when the name changes. */
export function drawAvatar(id: string, name: string): string {
  const hue = hueOf(id);
  const initials = escapeXml(initialsOf(name));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="96" height="96" role="img" aria-label="${initials}">
<defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="hsl(${hue} 58% 52%)"/><stop offset="1" stop-color="hsl(${(hue + 28) % 360} 60% 40%)"/></linearGradient></defs>
<rect width="96" height="96" fill="url(#g)"/>
<text x="48" y="49" fill="#fff" font-family="Inter, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif" font-size="36" font-weight="600" text-anchor="middle" dominant-baseline="central">${initials}</text>
</svg>
`;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** First letters of the first and the last word; whole graphemes, so an emoji or an accent is not cut in two. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/u).filter(Boolean);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words.slice(0, 1);
  return ends.map((word) => firstGrapheme(word ?? '').toLocaleUpperCase('en')).join('');
}

function firstGrapheme(word: string): string {
  for (const { segment } of graphemes.segment(word)) return segment;
  return '';
}

/** FNV-1a over the id: neighbours in time get colours far apart. */
function hueOf(id: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < id.length; index += 1) hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193) >>> 0;
  return hash % 360;
}

function escapeXml(text: string): string {
  const entities: Record<string, string> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;', "'": '&apos;' };
  return text.replace(/[<>&"']/g, (character) => entities[character] ?? '');
}
