import { expect, test } from 'vitest';
import { byteText } from './byte-text.ts';

test.each([
  [0, '0 MB'],
  [1, '0.1 MB'],
  [3_400_000, '3.4 MB'],
  [812e6, '812 MB'],
  [1.26e9, '1.3 GB'],
  [80e9, '80 GB'],
  [2e12, '2 TB'],
])('[CON-5] %i bytes are shown as %s', (bytes, text) => {
  expect(byteText(bytes)).toBe(text);
});
