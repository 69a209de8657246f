import { expect, test } from 'vitest';
import { isEmojiOnly } from './emoji-only.ts';

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
