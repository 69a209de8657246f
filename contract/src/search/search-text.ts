import { maskMentions } from '../mentions.ts';

/** Where a search matches in a content: start and length of each match, in UTF-16 code units. */
export type Highlights = (readonly [start: number, length: number])[];

/** A word without case and diacritics. Dense words are of a script without spaces, or symbols. */
export interface SearchWord {
  readonly text: string;
  readonly isDense: boolean;
}

/** From this length a word matches inside others as well, and not only at their beginning. */
export const innerMinLength = 3;
const maxHighlights = 50;

/** Letters that Unicode does not decompose. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ł: 'l',
  ı: 'i',
  ς: 'σ',
};
/** Accents, vowel points and joiners; not the marks that make another syllable in Japanese. */
const marks = /(?![\u3099\u309a])[\p{Script=Inherited}\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7]/gu;

/** Scripts without spaces or with long compounds of short words, and symbols such as emoji. */
const dense = ['Han', 'Hangul', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar']
  .map((script) => `\\p{scx=${script}}`)
  .concat('\\p{S}')
  .join('');
const letter = '[\\p{L}\\p{N}\\p{M}_]';
const wordPattern = new RegExp(
  `((?:(?=${letter}|\\p{S})(?!\\p{N})[${dense}])+)|(?:(?!(?!\\p{N})[${dense}])${letter})+`,
  'gu',
);
// oxlint-disable-next-line no-control-regex -- all of ASCII
const isAscii = /^[\u0000-\u007f]*$/;

/** A text without case and diacritics, for comparing. */
interface FoldedText {
  readonly text: string;
  /** For each code unit, start and end of its character in the original. Null where both texts have the same length. */
  readonly starts: readonly number[] | null;
  readonly ends: readonly number[] | null;
}

function fold(text: string): FoldedText {
  if (isAscii.test(text)) return { text: text.toLowerCase(), starts: null, ends: null };
  let folded = '';
  let offset = 0;
  const starts: number[] = [];
  const ends: number[] = [];
  for (const char of text) {
    const plain = foldChar(char);
    const start = offset;
    offset += char.length;
    for (let unit = 0; unit < plain.length; unit += 1) {
      starts.push(start);
      ends.push(offset);
    }
    // A mark belongs to the character before it.
    if (plain === '' && ends.length > 0) ends[ends.length - 1] = offset;
    folded += plain;
  }
  return { text: folded, starts, ends };
}

const foldedChars = new Map<string, string>();
const maxFoldedChars = 20_000;

/** Normalising is slow, and texts use few different characters. */
function foldChar(char: string): string {
  const known = foldedChars.get(char);
  if (known !== undefined) return known;
  const plain = char.normalize('NFKD').toLowerCase().replace(marks, '').normalize('NFC');
  const folded = plainLetters[plain] ?? plain;
  if (foldedChars.size < maxFoldedChars) foldedChars.set(char, folded);
  return folded;
}

const toWord = ([text, denseText]: RegExpExecArray): SearchWord => ({ text, isDense: denseText !== undefined });

/** The words of a text in their order. */
export const listSearchWords = (text: string): SearchWord[] =>
  Array.from(fold(text).text.matchAll(wordPattern), toWord);

/** The content of a message without what cannot be searched for: the ids of mentions. Offsets stay the same. */
export const searchableText = (content: string) => maskMentions(content);

/** Where the words are in a content; null unless all of them are, and for no words. */
export function findWords(content: string, words: readonly SearchWord[]): Highlights | null {
  if (words.length === 0) return null;
  const folded = fold(searchableText(content));
  const matchesOf = matcherIn(folded, words);
  const matches: Match[] = [];
  for (const word of words) {
    const found = matchesOf(word);
    if (found.length === 0) return null;
    matches.push(...found);
  }
  return toHighlights(matches, folded);
}

/** Where any of the words is, in a part of a content that has all of them. */
export function findAnyWord(text: string, words: readonly SearchWord[]): Highlights {
  const folded = fold(searchableText(text));
  return toHighlights(words.flatMap(matcherIn(folded, words)), folded);
}

type Match = readonly [from: number, to: number];

function matcherIn({ text }: FoldedText, words: readonly SearchWord[]): (word: SearchWord) => Match[] {
  const beginnings = words.some(isShort) ? Array.from(text.matchAll(wordPattern)) : [];
  return (word) => {
    const starts = isShort(word) ? findBeginnings(beginnings, word.text) : findInside(text, word.text);
    return starts.map((start) => [start, start + word.text.length]);
  };
}

const isShort = ({ text, isDense }: SearchWord) => !isDense && text.length < innerMinLength;

function findInside(text: string, word: string): number[] {
  const starts: number[] = [];
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + word.length)) starts.push(at);
  return starts;
}

const findBeginnings = (matches: readonly RegExpExecArray[], word: string): number[] =>
  matches.filter(([text, denseText]) => denseText === undefined && text.startsWith(word)).map(({ index }) => index);

/** In offsets of the original; matches that touch become one. */
function toHighlights(matches: readonly Match[], { starts, ends }: FoldedText): Highlights {
  const highlights: [start: number, length: number][] = [];
  for (const [from, to] of matches.toSorted(([one], [other]) => one - other)) {
    const start = starts?.[from] ?? from;
    const end = ends?.[to - 1] ?? to;
    const last = highlights.at(-1);
    if (last && start <= last[0] + last[1]) last[1] = Math.max(last[1], end - last[0]);
    else highlights.push([start, end - start]);
  }
  return highlights.slice(0, maxHighlights);
}
