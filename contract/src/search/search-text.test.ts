import { describe, expect, test } from 'vitest';
import { findAnyWord, findWords, listSearchWords } from './search-text.ts';

/** The places in a content, or null. */
function find(content: string, q: string) {
  return findWords(content, listSearchWords(q))?.map(([start, length]) => content.slice(start, start + length)) ?? null;
}

describe('[SRC-2] words are found', () => {
  test.each([
    ['German umlauts', 'Über den Fluß', 'uber fluss', ['Über', 'Fluß']],
    ['German, as it is written', 'Muller und Müller', 'müll', ['Mull', 'Müll']],
    ['French accents', 'Un été à la forêt', 'ete foret', ['été', 'forêt']],
    ['accents that are characters of their own', 'e\u0301te\u0301', 'été', ['e\u0301te\u0301']],
    ['the Turkish dotted i', 'İstanbul’da ılık', 'istanbul ilik', ['İstanbul', 'ılık']],
    ['Polish', 'Łódź i Kraków', 'lodz krakow', ['Łódź', 'Kraków']],
    ['Greek', 'Ο δρόμος ΟΔΟΣ', 'οδοσ δρομος', ['δρόμος', 'ΟΔΟΣ']],
    ['Cyrillic', 'Ёлка в Москве', 'елка моск', ['Ёлка', 'Моск']],
    ['Hebrew with vowel points', 'שָׁלוֹם עולם', 'שלום', ['שָׁלוֹם']],
    ['Arabic with vowel signs', 'السَّلامُ عليكم أحمد', 'السلام احمد', ['السَّلامُ', 'أحمد']],
    ['Hindi', 'मुझे हिन्दी पसंद है', 'हिन्दी', ['हिन्दी']],
    ['Thai, inside', 'ฉันรักภาษาไทยมาก', 'ไทย', ['ไทย']],
    ['Chinese, two characters inside', '我喜欢新手机', '手机', ['手机']],
    ['Japanese', 'カタカナとひらがな', 'ひらがな', ['ひらがな']],
    ['Korean, inside', '한국어검색', '국어', ['국어']],
    ['emoji', 'well done 🎉👍🏽', '🎉', ['🎉']],
    ['two scripts', '新しいiPhoneを買う', 'iphone 買う', ['iPhone', '買う']],
    ['symbols', 'I write C++', 'c++', ['C++']],
  ])('%s', (_, content, q, places) => {
    expect(find(content, q)).toEqual(places);
  });

  test('at the beginning of a word, and from three characters on inside', () => {
    expect(find('a banana', 'ba')).toEqual(['ba']);
    expect(find('a banana', 'na')).toBeNull();
    expect(find('a banana', 'ana')).toEqual(['ana']);
    expect(find('a banana', 'b')).toEqual(['b']);
  });

  test('only all together', () => {
    expect(find('one two', 'two one')).toEqual(['one', 'two']);
    expect(find('one two', 'one three')).toBeNull();
  });

  test('as one place where they overlap', () => {
    expect(find('banana', 'banan anana')).toEqual(['banana']);
  });

  test('not in the ids of mentions', () => {
    expect(find('<@01a1eb6f-f56a-739f-a3b2-f659e0c14ea7> hello', '739f')).toBeNull();
    expect(find('<@01a1eb6f-f56a-739f-a3b2-f659e0c14ea7> hello', 'hello')).toEqual(['hello']);
  });

  test('whatever the text consists of', () => {
    for (const q of ['%_\\', '"quoted" & | ! <-> :*', '\u0000\u202e\u200d', '...', ' ']) {
      expect(() => find('some text', q)).not.toThrow();
    }
    expect(listSearchWords('.,;:!? \u200d')).toEqual([]);
    expect(find('😀'.repeat(100), '😀'.repeat(50))).toEqual(['😀'.repeat(100)]);
  });
});

test('[SRC-43] in a part of a message each word is found by itself', () => {
  const words = listSearchWords('ferry Über to');
  expect(findAnyWord('the uber-ferry', words)).toEqual([
    [4, 4],
    [9, 5],
  ]);
  expect(findAnyWord('photo', words)).toEqual([]);
});
