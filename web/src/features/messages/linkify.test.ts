import { expect, test } from 'vitest';
import { linkify, firstLink } from './linkify.ts';

const links = (text: string) => linkify(text).flatMap((segment) => (segment.kind === 'link' ? [segment.text] : []));
const whole = (text: string) =>
  linkify(text)
    .map((segment) => segment.text)
    .join('');

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
  expect(whole(text)).toBe(text);
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
  expect(firstLink(text)).toBeNull();
});

test('[MSG-46] a link ends at a bidirectional control character, so that it shows its real target', () => {
  expect(links('https://example.org/\u202Egpj.exe')).toEqual(['https://example.org/']);
});

test('[MSG-46] firstLink returns the first valid link', () => {
  expect(firstLink('http:// then https://a.example, https://b.example')).toBe('https://a.example/');
});

// No timing needed: a quadratic search would exceed the test timeout, and the number of segments is bounded.
test.each([
  ['addresses of mail', 'a@b.com'.repeat(9_362), 1],
  ['beginnings of links', 'http://'.repeat(9_362), 2],
  ['beginnings with spaces', 'http:// '.repeat(8_192), 1],
  ['open brackets', '('.repeat(65_536), 1],
  ['a link with open brackets', `https://a.example/${'('.repeat(65_518)}`, 1],
  ['a link with closing brackets', `https://a.example/${')'.repeat(65_518)}`, 2],
  ['a link with brackets in pairs', `https://a.example/${'()'.repeat(32_759)}`, 1],
  ['a link of dots', `https://a.example/${'.'.repeat(65_518)}`, 2],
  ['emoji', '👩‍👩‍👧‍👦'.repeat(5_957), 1],
  ['half beginnings', 'httpshttps'.repeat(6_553), 1],
  ['links', 'https://a.example '.repeat(3_640), 7_280],
])('[MSG-46] 64 KB of %s are split in linear time', (_what, text, most) => {
  const segments = linkify(text);
  expect(segments.length).toBeLessThanOrEqual(most);
  expect(segments.map((segment) => segment.text).join('') === text).toBe(true);
});

test('[MSG-222] the first fifty links of a message are links; the rest stays plain text', () => {
  const text = Array.from({ length: 60 }, (_, index) => `https://a.example/${index}`).join(' ');
  expect(links(text)).toHaveLength(50);
  expect(linkify(text)).toHaveLength(100);
  expect(whole(text)).toBe(text);
});
