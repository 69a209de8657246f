import { expect, test } from 'vitest';
import { imageSource } from './image-source.ts';

test.each([
  ['/api/uploads/abc_123-x.webp', '/api/uploads/abc_123-x.webp'],
  ['https://example.org/a b.png', '/api/tools/image-proxy?url=https%3A%2F%2Fexample.org%2Fa%20b.png'],
  ['HTTP://example.org/a.png', '/api/tools/image-proxy?url=HTTP%3A%2F%2Fexample.org%2Fa.png'],
])('[MSG-49] every image is loaded from our own origin: %s', (content, source) => {
  expect(imageSource(content)).toBe(source);
});

test.each([
  '//evil.example/a.png',
  'data:image/svg+xml,<svg onload="alert(1)"/>',
  'javascript:alert(1)',
  'blob:https://evil.example/1',
  '/api/uploads/../auth/logout',
  '/api/uploads/',
  '/api/auth/logout',
  'a.png',
])('[MSG-49] an invalid image URL is not requested: %s', (content) => {
  expect(imageSource(content)).toBeNull();
});
