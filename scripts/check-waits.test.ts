import { expect, test } from 'vitest';
import { findPauses } from './check-waits.mjs';

const call = ['await page.wait', 'ForTimeout(300);'].join('');
const deadline = (ms: string) => ['expect(text).toBeVisible({ time', `out: ${ms} });`].join('');

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

test('[OPS-11] a deadline of its own is found, unless it is a retry or a test that runs by night', () => {
  const source = ['500', '20_000', '2000', '240_000', '1_800_000', 'deadlineMs', '3 * deadlineMs'].map(deadline);
  expect(findPauses('a.test.ts', source.join('\n')).map((line) => line.split(' ')[0])).toEqual([
    'a.test.ts:2',
    'a.test.ts:3',
    'a.test.ts:4',
  ]);
});
