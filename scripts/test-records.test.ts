import { expect, test } from 'vitest';
import { countTests, describeFailures, describeSlowest } from './test-records.mjs';

const aTest = (title: string, given: object = {}) => {
  return { file: 'server/a.test.ts', line: 7, title, isPassed: true, ms: 10, ...given };
};
const run = (given: object = {}) => ({ tests: [aTest('one'), aTest('two')], errors: [], isGood: true, ...given });
const failed = aTest('three', { isPassed: false, reason: 'expected 1 to be 2' });

test('[OPS-9] the last line of a test run says what happened', () => {
  const rows = [
    ['everything passed', run(), { passed: 2, failed: 0 }],
    ['one failed or was skipped', run({ tests: [aTest('one'), failed], isGood: false }), { passed: 1, failed: 1 }],
    ['an error was thrown outside of every test', run({ errors: ['boom'], isGood: false }), { passed: 2, failed: 1 }],
    ['the run ended badly without saying why', run({ isGood: false }), { passed: 2, failed: 1 }],
    ['there were no tests', run({ tests: [] }), { passed: 0, failed: 1 }],
    ['it crashed before the first test', run({ tests: [], isGood: false }), { passed: 0, failed: 1 }],
  ] as const;
  expect(rows.map(([what, ran]) => [what, countTests(ran)])).toEqual(rows.map(([what, , count]) => [what, count]));
});

test('[OPS-9] a failure is listed with its place, its reason, its log and how to run it alone', () => {
  const withLog = { ...failed, log: '{"level":"error"}\n' };
  const check = { ...failed, file: 'npm run check', line: 0, title: 'format' };
  expect(describeFailures(run({ tests: [aTest('one'), withLog, check], errors: ['boom'] }))).toEqual([
    [
      'server/a.test.ts:7 three',
      '    expected 1 to be 2',
      '    What the program wrote:',
      '    {"level":"error"}',
      '    Alone: npm test -- server/a.test.ts:7',
    ].join('\n'),
    'npm run check: format\n    expected 1 to be 2\n    Alone: npm run check',
    'Outside of every test\n    boom',
  ]);
});

test('[OPS-9] a reason as long as a page is cut', () => {
  const reason = Array.from({ length: 100 }, () => 'x'.repeat(1000)).join('\n');
  const [described = ''] = describeFailures(run({ tests: [{ ...failed, reason }] }));
  expect(described.split('\n')).toHaveLength(43);
  expect(Math.max(...described.split('\n').map((line) => line.length))).toBeLessThan(310);
});

test('[OPS-9] the slowest tests are listed with their times', () => {
  const tests = [aTest('fast', { ms: 1 }), aTest('slow', { ms: 2345 }), aTest('usual', { ms: 400 })];
  expect(describeSlowest(tests, 2)).toEqual(['  2.3 s  server/a.test.ts:7 slow', '  0.4 s  server/a.test.ts:7 usual']);
});
