import {
  type ChatId,
  innerMinLength,
  linkPattern,
  listSearchWords,
  type SearchType,
  type SearchWord,
  type UserId,
} from '@chat-app/contract';

/**
 * Words are stored as hashes of their prefixes and n-grams. Two of these may have the same hash, so what is found is
 * compared again.
 */
function hashOf(text: string): number {
  let hash = 0x81_1c_9d_c5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01_00_01_93);
  }
  return hash | 0;
}

export const chatToken = (chatId: ChatId) => hashOf(`chat ${chatId}`);
export const authorToken = (authorId: UserId) => hashOf(`author ${authorId}`);
export const typeToken = (type: SearchType) => hashOf(`type ${type}`);

interface TokenSource {
  readonly chatId: ChatId;
  readonly authorId: UserId | null;
  readonly type: string;
  readonly text: string;
}

/** Everything by which a message can be found, in ascending order. */
export function tokensOf({ chatId, authorId, type, text }: TokenSource): number[] {
  const tokens = new Set([chatToken(chatId)]);
  if (authorId !== null) tokens.add(authorToken(authorId));
  for (const searchType of searchTypesOf(type, text)) tokens.add(typeToken(searchType));
  for (const word of listSearchWords(text)) {
    for (const part of storedParts(word)) tokens.add(hashOf(part));
  }
  return [...tokens].toSorted((one, other) => one - other);
}

/** The filters that a message passes. Images and voice messages have no text to search in. */
export function searchTypesOf(type: string, text: string): SearchType[] {
  if (type === 'file' || type === 'fileTransfer') return ['file'];
  if (type !== 'text' && type !== 'emoji') return [];
  return linkPattern.test(text) ? ['text', 'link'] : ['text'];
}

/** The tokens of a message that contains all of these words. */
export function tokensToFind(words: readonly SearchWord[]): number[] {
  return [...new Set(words.flatMap((word) => neededParts(word).map(hashOf)))];
}

/** Of a dense word every character and bigram; of others the prefixes of one and two characters, and every trigram. */
function storedParts({ text, isDense }: SearchWord): string[] {
  if (isDense) return [...denseGrams(text, 1), ...denseGrams(text, 2)];
  return [`^${text.slice(0, 1)}`, `^${text.slice(0, 2)}`, ...trigrams(text)];
}

function neededParts({ text, isDense }: SearchWord): string[] {
  if (isDense) {
    const bigrams = denseGrams(text, 2);
    return bigrams.length > 0 ? bigrams : denseGrams(text, 1);
  }
  return text.length < innerMinLength ? [`^${text}`] : trigrams(text);
}

function denseGrams(text: string, length: 1 | 2): string[] {
  const chars = Array.from(text);
  const count = Math.max(0, chars.length - length + 1);
  return Array.from({ length: count }, (_, at) => `~${chars[at]}${length === 2 ? chars[at + 1] : ''}`);
}

function trigrams(text: string): string[] {
  const count = Math.max(0, text.length - innerMinLength + 1);
  return Array.from({ length: count }, (_, at) => text.slice(at, at + innerMinLength));
}
