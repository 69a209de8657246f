import { expect, test } from 'vitest';
import { excerptOf, displayText } from './display-text.ts';
import { isEmojiOnly } from './emoji-only.ts';
import { firstLink } from './message-links.ts';

const marks = '\u0300\u0301\u0316\u0334'.repeat(250);

test.each([
  ['a thousand marks on one letter', `x${marks}y`, `x${marks.slice(0, 8)}y`],
  ['marks as languages have them', 'Việt שָׁלוֹם ก็ཀྲྀ', 'Việt שָׁלוֹם ก็ཀྲྀ'],
  ['a family', '👨‍👩‍👧‍👦', '👨‍👩‍👧‍👦'],
  ['a chain of three hundred', '👨\u200d'.repeat(300) + '👨', '👨'.repeat(301)],
])('[MSG-220] characters that are slow to render and invisible are removed: %s', (_what, text, drawn) => {
  expect(displayText(text)).toBe(drawn);
});

test.each([
  ['3,000 characters', 'a'.repeat(3_000)],
  ['40 lines', 'line\n'.repeat(39)],
  ['200 emoji', '😀'.repeat(200)],
])('[MSG-221] a message of %s is shown whole', (_what, text) => {
  expect(excerptOf(text)).toBeNull();
});

test.each([
  ['at a gap between words', 'word '.repeat(700), 'word '.repeat(200).trimEnd()],
  ['in a word without gaps', 'a'.repeat(3_001), 'a'.repeat(1_000)],
  ['before a character of two units', `a${'𝄞'.repeat(2_000)}`, `a${'𝄞'.repeat(499)}`],
  ['after a hundred emoji', '👩‍🚀'.repeat(101), '👩‍🚀'.repeat(50)],
  ['after a hundred flags', '🇵🇹'.repeat(201), '🇵🇹'.repeat(100)],
  ['after twelve lines', 'line\n'.repeat(41), 'line\n'.repeat(12).trimEnd()],
  ['after twelve lines that are almost empty', `a${'\n'.repeat(41)}b`, 'a'],
])('[MSG-221] a longer one is truncated %s', (_where, text, excerpt) => {
  expect(excerptOf(text)).toBe(excerpt);
});

test('[MSG-221] a longer message is not cut between a letter and its marks', () => {
  const letter = 'e\u0301\u0323\u0302';
  const excerpt = excerptOf(letter.repeat(1_000)) ?? '';
  expect(excerpt.length % letter.length).toBe(0);
  expect(excerpt.length).toBeGreaterThan(990);
});

test.each([
  ['👍', true],
  ['❤️', true],
  ['👩‍👩‍👧‍👦', true],
  ['🇻🇳🇩🇪', true],
  ['🎉 🎉 🎉', true],
  ['1️⃣', true],
  ['🎉🎉🎉🎉', false],
  ['ok 👍', false],
  ['12', false],
  ['', false],
  ['   ', false],
  ['👍'.repeat(5_000), false],
])('[MSG-42] up to three emoji and nothing else are shown large: %s', (text, expected) => {
  expect(isEmojiOnly(text)).toBe(expected);
});

test.each([
  ['http:// then https://a.example, https://b.example', 'https://a.example/'],
  ['> quoted **https://a.example**', 'https://a.example/'],
  ['- one\n- https://a.example', 'https://a.example/'],
  ['||https://a.example|| and https://b.example', 'https://b.example/'],
  ['`https://a.example`', null],
  ['```\nhttps://a.example\n```', null],
  ['none', null],
])('[MSG-47] the preview is that of the first link that is neither code nor a spoiler: %s', (text, expected) => {
  expect(firstLink(text)).toBe(expected);
});
