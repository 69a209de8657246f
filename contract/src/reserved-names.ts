import { deletedUser } from './deleted-user.ts';

/** Letters of other scripts, and digits, that look like the letters of the reserved names. */
const lookAlikes: Record<string, string> = {
  a: 'аɑαᴀ',
  c: 'сϲςᴄ',
  d: 'ԁɗđᴅ',
  e: 'еɛε3ᴇ',
  l: 'iıіιӏ1|łǀʟɪ',
  n: 'ոпηνɴ',
  o: 'оοօσ0øᴏ',
  t: 'тτŧᴛ',
  u: 'υսцμᴜ',
};
const latinOf = new Map(
  Object.entries(lookAlikes).flatMap(([latin, others]) => Array.from(others, (other) => [other, latin] as const)),
);

/** The same for two names that look alike at a glance. */
function shapeOf(name: string): string {
  const letters = name
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}|]/gu, '');
  return Array.from(letters, (letter) => latinOf.get(letter) ?? letter).join('');
}

const reserved = shapeOf(deletedUser.name);

/** Whether a name is, or looks like, what the application calls somebody itself. */
export const isReservedName = (name: string): boolean => shapeOf(name) === reserved;
