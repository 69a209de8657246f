/** Pairs of colours far apart from each other, each dark enough for white letters. */
const gradients = [
  ['#5B5BD6', '#4338A8'],
  ['#0D74CE', '#0A4E8F'],
  ['#107D98', '#0B566A'],
  ['#208368', '#135B47'],
  ['#2B7A3D', '#1C5429'],
  ['#946800', '#6B4B00'],
  ['#BD4B00', '#8A3600'],
  ['#CA244D', '#921436'],
  ['#B4318A', '#7F1F60'],
  ['#8347B9', '#5E2D8A'],
] as const;

/** A square picture with somebody's initials. The colours follow from the id, so they stay when the name changes. */
export function drawAvatar(id: string, name: string): string {
  const [from, to] = gradients[hashOf(id) % gradients.length] ?? gradients[0];
  const initials = escapeXml(initialsOf(name));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="96" height="96" role="img" aria-label="${initials}">
<defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs>
<rect width="96" height="96" fill="url(#g)"/>
<text x="48" y="49" fill="#fff" font-family="Inter, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif" font-size="36" font-weight="600" text-anchor="middle" dominant-baseline="central">${initials}</text>
</svg>
`;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** First letters of the first and the last word; whole graphemes, so an emoji or an accent is not cut in two. */
export function initialsOf(name: string): string {
  const all = name.trim().split(/\s+/u).filter(Boolean);
  // An emoji at the end of a name is decoration, unless there is nothing else.
  const readable = all.filter((word) => /^[\p{L}\p{N}]/u.test(word));
  const words = readable.length > 0 ? readable : all;
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words.slice(0, 1);
  return ends.map((word) => firstGrapheme(word ?? '').toLocaleUpperCase('en')).join('');
}

function firstGrapheme(word: string): string {
  for (const { segment } of graphemes.segment(word)) return segment;
  return '';
}

/** FNV-1a over the id: people who signed up one after the other do not look alike. */
function hashOf(id: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < id.length; index += 1) hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193) >>> 0;
  return hash;
}

function escapeXml(text: string): string {
  const entities: Record<string, string> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;', "'": '&apos;' };
  return text.replace(/[<>&"']/g, (character) => entities[character] ?? '');
}
