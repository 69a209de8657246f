import { expect, test } from 'vitest';
import { firstLink } from './message-links.ts';

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
