import { describe, expect, test } from 'vitest';

import { countPlaywright, countSecondTry, countVitest, playwrightFailures, vitestFailures } from './test-results.mjs';

const file = (tests: number) => ({ assertionResults: Array.from({ length: tests }, () => ({})) });
const vitest = (numPassedTests: number, numTotalTests: number, testResults = [file(numTotalTests)]) => ({
  numPassedTests,
  numTotalTests,
  testResults,
});
const playwright = (stats: object, errors: object[] = []) => ({
  stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0, ...stats },
  errors,
});

describe('the last line of a test run', () => {
  test.each([
    ['everything passed', vitest(5, 5), true, { passed: 5, failed: 0 }],
    ['one failed or was skipped', vitest(4, 5), false, { passed: 4, failed: 1 }],
    ['one was skipped, which vitest calls a success', vitest(4, 5), true, { passed: 4, failed: 1 }],
    ['a file could not be loaded', vitest(5, 5, [file(5), file(0)]), false, { passed: 5, failed: 1 }],
    ['an error was thrown outside of every test', vitest(5, 5), false, { passed: 5, failed: 1 }],
    ['there were no tests', vitest(0, 0, []), true, { passed: 0, failed: 1 }],
    ['it crashed before it could report', undefined, false, { passed: 0, failed: 1 }],
  ])('[OPS-9] of unit and feature tests says what happened when %s', (_, report, isGood, count) => {
    expect(countVitest(report, isGood)).toEqual(count);
  });

  test.each([
    ['everything passed', playwright({ expected: 3 }), true, { passed: 3, failed: 0 }],
    ['one passed at the second try', playwright({ expected: 2, flaky: 1 }), true, { passed: 3, failed: 0 }],
    ['one failed twice', playwright({ expected: 2, unexpected: 1 }), false, { passed: 2, failed: 1 }],
    ['one was skipped', playwright({ expected: 2, skipped: 1 }), true, { passed: 2, failed: 1 }],
    ['the server did not start', playwright({}, [{}]), false, { passed: 0, failed: 1 }],
    ['there were no tests', playwright({}), true, { passed: 0, failed: 1 }],
    ['it crashed before it could report', undefined, false, { passed: 0, failed: 1 }],
  ])('[OPS-9] of browser tests says what happened when %s', (_, report, isGood, count) => {
    expect(countPlaywright(report, isGood)).toEqual(count);
  });

  const firstRun = (failures: number) => ({ passed: 8, failed: 2, failures: Array.from({ length: failures }) });
  test.each([
    ['passes when it is tried alone', firstRun(2), { passed: 30, failed: 0 }, { passed: 10, failed: 0 }],
    ['fails again', firstRun(2), { passed: 29, failed: 1 }, { passed: 9, failed: 1 }],
    ['brings others down', firstRun(2), { passed: 0, failed: 30 }, { passed: 8, failed: 2 }],
    ['stood beside a skipped one', firstRun(1), { passed: 30, failed: 0 }, { passed: 9, failed: 1 }],
  ])('[OPS-9] counts a test that %s', (_, first, second, count) => {
    expect(countSecondTry(first, second)).toEqual(count);
  });

  test('[OPS-9] is preceded by what failed, with the first line of why', () => {
    const report = {
      testResults: [
        { name: 'broken.test.ts', status: 'failed', message: 'no such import\nstack', assertionResults: [] },
        {
          name: 'one.test.ts',
          status: 'failed',
          assertionResults: [
            { status: 'passed', fullName: 'good', failureMessages: [] },
            { status: 'failed', fullName: 'bad', failureMessages: ['\nexpected 1 to be 2\nstack'] },
          ],
        },
      ],
    };
    expect(vitestFailures(report)).toEqual([
      { file: 'broken.test.ts', title: 'the file itself', line: 'no such import' },
      { file: 'one.test.ts', title: 'bad', line: 'expected 1 to be 2' },
    ]);
  });

  test('[OPS-9] of browser tests is preceded by what failed for good, and what failed once', () => {
    const spec = (title: string, status: string, results: object[]) => ({
      file: 'a.spec.ts',
      title,
      tests: [{ status, results }],
    });
    const failed = { error: { message: 'not visible' } };
    const report = {
      suites: [
        {
          specs: [spec('good', 'expected', [{}])],
          suites: [{ specs: [spec('bad', 'unexpected', [failed, failed]), spec('unsteady', 'flaky', [failed, {}])] }],
        },
      ],
    };
    expect(playwrightFailures(report)).toEqual({
      failed: [{ file: 'a.spec.ts', title: 'bad', line: 'not visible' }],
      unsteady: [{ file: 'a.spec.ts', title: 'unsteady', line: 'not visible' }],
    });
  });
});
