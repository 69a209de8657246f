/** Pairs of clearly distinct colours, each dark enough for white letters. */
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

/** The number of colours that distinguish users and chats. */
export const identityColourCount = gradients.length;

/** A number below `identityColourCount` derived from the id, so that the colour stays when the name changes. */
export function identityColourOf(id: string): number {
  return hashOf(id) % identityColourCount;
}

/** The two colours of a generated avatar, from top left to bottom right. */
export function avatarGradientOf(id: string): readonly [from: string, to: string] {
  return gradients[identityColourOf(id)] ?? gradients[0];
}

// Marked as pure, so that bundles of screens without avatars can drop it.
const graphemes = /* @__PURE__ */ new Intl.Segmenter('en', { granularity: 'grapheme' });

/** First letters of the first and the last word; whole graphemes, so that an emoji or an accent is not split. */
export function initialsOf(name: string): string {
  const all = name.trim().split(/\s+/u).filter(Boolean);
  // An emoji at the end of a name is decoration, unless the name has nothing else.
  const readable = all.filter((word) => /^[\p{L}\p{N}]/u.test(word));
  const words = readable.length > 0 ? readable : all;
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words.slice(0, 1);
  return ends.map((word) => firstGrapheme(word ?? '').toLocaleUpperCase('en')).join('');
}

function firstGrapheme(word: string): string {
  for (const { segment } of graphemes.segment(word)) return segment;
  return '';
}

/** FNV-1a over the id: users who signed up one after the other get different colours. */
function hashOf(id: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < id.length; index += 1) hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193) >>> 0;
  return hash;
}
