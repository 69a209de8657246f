import { expect, test } from 'vitest';
import { findPauses } from './check-waits.mjs';

const call = ['await page.wait', 'ForTimeout(300);'].join('');

test('[OPS-11] a fixed pause in a test is found, unless it says why time is the subject', () => {
  const source = [
    'test();',
    `  ${call}`,
    '  // Real time: the limit counts it.',
    `  ${call}`,
    `${call} // Real time: too.`,
  ];
  expect(findPauses('a.test.ts', source.join('\n'))).toEqual([
    "a.test.ts:2 waits for time. Wait for what happens, or write '// Real time: ' and the reason.",
  ]);
});
