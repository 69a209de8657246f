import { expect, test } from 'vitest';
import { highlight } from './highlight.ts';

const whole = (tokens: ReturnType<typeof highlight>) => tokens?.map(({ text }) => text).join('');

test('[MSG-466] code of a known language is coloured, and its text stays the same', () => {
  const code = 'const a = `x${b}`; // why';
  const tokens = highlight('js', code) ?? [];
  expect(whole(tokens)).toBe(code);
  const colourOf = (text: string) => tokens.find((token) => token.text.includes(text))?.className;
  expect(colourOf('const')).toBe('text-(--name-9)');
  expect(colourOf('b')).toBe('');
  expect(colourOf('why')).toBe('text-muted');
  // An unknown language, the name of a property, and code that is too long stay plain.
  const plain = [highlight('klingon', 'a'), highlight('constructor', 'a'), highlight('js', 'a'.repeat(5_001))];
  expect(plain).toEqual([null, null, null]);
});

test('[MSG-466] code becomes at most a thousand elements', () => {
  const code = '1 '.repeat(2_000);
  const tokens = highlight('js', code);
  expect(tokens?.length).toBeLessThanOrEqual(1_001);
  expect(whole(tokens)).toBe(code);
});
