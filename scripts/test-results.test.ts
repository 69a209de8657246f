import { describe, expect, test } from 'vitest';

import { countPlaywright, countVitest } from './test-results.mjs';

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
    ['one passed only at the second try', playwright({ expected: 2, flaky: 1 }), true, { passed: 2, failed: 1 }],
    ['one was skipped', playwright({ expected: 2, skipped: 1 }), true, { passed: 2, failed: 1 }],
    ['the server did not start', playwright({}, [{}]), false, { passed: 0, failed: 1 }],
    ['there were no tests', playwright({}), true, { passed: 0, failed: 1 }],
    ['it crashed before it could report', undefined, false, { passed: 0, failed: 1 }],
  ])('[OPS-9] of browser tests says what happened when %s', (_, report, isGood, count) => {
    expect(countPlaywright(report, isGood)).toEqual(count);
  });
});
