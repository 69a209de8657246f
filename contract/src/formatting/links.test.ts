import { expect, test } from 'vitest';
import type { Inline } from './formatted-text.ts';
import { parseMessage } from './parse-message.ts';
import { plainText } from './plain-text.ts';

const leaves = (nodes: Inline[]): Inline[] =>
  nodes.flatMap((node) => ('children' in node ? leaves(node.children) : [node]));
/** The texts and links of a message without blocks. */
const linkify = (text: string) =>
  parseMessage(text).flatMap((block) => (block.kind === 'paragraph' ? leaves(block.children) : []));
const links = (text: string) => linkify(text).flatMap((node) => (node.kind === 'link' ? [node.text] : []));

test.each([
  ['see https://example.org', ['https://example.org']],
  ['HTTP://EXAMPLE.ORG/a?b=c#d', ['HTTP://EXAMPLE.ORG/a?b=c#d']],
  [
    'https://a.example, https://b.example; and (https://c.example).',
    ['https://a.example', 'https://b.example', 'https://c.example'],
  ],
  ['is it https://example.org/x?!', ['https://example.org/x']],
  ["'https://example.org/x'", ['https://example.org/x']],
  ['<https://example.org/x>', ['https://example.org/x']],
  ['"https://example.org/x"', ['https://example.org/x']],
  ['https://en.wikipedia.org/wiki/Ferry_(boat)', ['https://en.wikipedia.org/wiki/Ferry_(boat)']],
  ['(https://en.wikipedia.org/wiki/Ferry_(boat))', ['https://en.wikipedia.org/wiki/Ferry_(boat)']],
  ['[https://example.org/a]', ['https://example.org/a']],
  ['https://example.org/a]).', ['https://example.org/a']],
  ['https://例え.テスト/道', ['https://例え.テスト/道']],
  ['two\nhttp://a.example\nlines', ['http://a.example']],
  ['http://localhost:3000/x', ['http://localhost:3000/x']],
])('[MSG-46] links are found without the punctuation around them: %s', (text, expected) => {
  expect(links(text)).toEqual(expected);
  expect(plainText(text)).toBe(text);
});

test.each([
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'ftp://example.org',
  'file:///etc/passwd',
  'example.org',
  'a@b.com',
  'http://',
  'https://)',
  'https://...',
  'xhttp://example.org',
  'https://bank.example@evil.example/login',
  'http://[::bad',
])('[MSG-46] what is not a web URL is text: %s', (text) => {
  expect(linkify(text)).toEqual([{ kind: 'text', text }]);
});

test('[MSG-46] a link ends at a bidirectional control character, so that it shows its real target', () => {
  expect(links('https://example.org/\u202Egpj.exe')).toEqual(['https://example.org/']);
});

test.each([
  ['**https://a.example/b**', ['https://a.example/b']],
  ['||https://a.example/b||more', ['https://a.example/b']],
  ['https://a.example/_b_/c*d*e', ['https://a.example/_b_/c*d*e']],
  ['`https://a.example`', []],
])('[MSG-460] links keep their own characters, and markers around them work: %s', (text, expected) => {
  expect(links(text)).toEqual(expected);
});

test('[MSG-222] the first fifty links of a message are links; the rest stays plain text', () => {
  const text = Array.from({ length: 60 }, (_, index) => `https://a.example/${index}`).join(' ');
  expect(links(text)).toHaveLength(50);
  expect(linkify(text)).toHaveLength(100);
  expect(plainText(text)).toBe(text);
});
