import { describe, expect, test } from 'vitest';

import {
  limitFlaky,
  countPlaywright,
  countVitest,
  playwrightFailures,
  vitestFailures,
  withRetry,
} from './test-results.mjs';

/** A file with a test for each letter: passed, failed, skipped; with a small f the file itself failed. */
const file = (name: string, tests: string) => ({
  name,
  status: /[Ff]/.test(tests) ? 'failed' : 'passed',
  message: 'it broke',
  assertionResults: tests
    .replace('f', '')
    .split('')
    .map((letter, index) => ({
      fullName: `${name} ${index}`,
      status: { P: 'passed', F: 'failed', S: 'skipped' }[letter] ?? '',
      failureMessages: letter === 'F' ? ['expected 1 to be 2'] : [],
    })),
});
const run = (isGood: boolean, files: readonly string[], unhandled = 0) => ({
  report: { testResults: files.map((tests, index) => file(`${index}.test.ts`, tests)) },
  isGood,
  unhandled,
});
const crashed = { report: undefined, isGood: false, unhandled: 0 };
const playwright = (stats: object, errors: object[] = []) => ({
  stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0, ...stats },
  errors,
});

describe('the last line of a test run', () => {
  test.each([
    ['everything passed', run(true, ['PPPPP']), { passed: 5, failed: 0 }],
    ['one failed', run(false, ['PPPPF']), { passed: 4, failed: 1 }],
    ['one was skipped, which vitest calls a success', run(true, ['PPPPS']), { passed: 4, failed: 1 }],
    ['a file could not be loaded', run(false, ['PPPPP', 'f']), { passed: 5, failed: 1 }],
    ['what a file does after its tests failed', run(false, ['PPPPPf']), { passed: 5, failed: 1 }],
    ['an error was thrown outside of every test', run(false, ['PPPPP'], 1), { passed: 5, failed: 1 }],
    ['it ended badly without saying why', run(false, ['PPPPP']), { passed: 5, failed: 1 }],
    ['there were no tests', run(true, []), { passed: 0, failed: 1 }],
    ['it crashed before it could report', crashed, { passed: 0, failed: 1 }],
  ])('[OPS-9] of unit and feature tests says what happened when %s', (_, ran, count) => {
    expect(countVitest(ran)).toEqual(count);
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

  test.each([
    ['passes at the second try', run(false, ['PPF']), run(true, ['PPP']), { passed: 3, failed: 0 }],
    ['fails again', run(false, ['PFF']), run(false, ['PPF']), { passed: 2, failed: 1 }],
    ['brings others down', run(false, ['PPF']), run(false, ['FFF']), { passed: 0, failed: 3 }],
    ['stood beside a skipped one', run(false, ['PF', 'PS']), run(true, ['PP']), { passed: 3, failed: 1 }],
    ['could not begin', run(false, ['PP', 'SSSf']), run(true, ['PP', 'PPP']), { passed: 5, failed: 0 }],
    ['left something broken', run(false, ['PF', 'PPf']), run(true, ['PP', 'PP']), { passed: 4, failed: 0 }],
    ['stood beside an unhandled error', run(false, ['PF'], 1), run(true, ['PP']), { passed: 2, failed: 1 }],
    ['crashes then', run(false, ['PFF']), crashed, { passed: 1, failed: 2 }],
  ])('[OPS-9] counts a test that %s', (_, first, second, count) => {
    expect(countVitest(withRetry(first, second))).toEqual(count);
  });

  test.each([
    [0, { passed: 9, failed: 1 }],
    [2, { passed: 9, failed: 1 }],
    [3, { passed: 6, failed: 4 }],
  ])('[OPS-9] forgives two flaky tests, and none of more: %i', (count, counted) => {
    const flaky = Array.from({ length: count }, () => ({ file: 'a.test.ts', title: 'now and then', line: '' }));
    expect(limitFlaky({ passed: 9, failed: 1, flaky })).toEqual(counted);
  });

  test('[OPS-9] is preceded by the failed tests, with the first line of each error', () => {
    expect(vitestFailures(run(false, ['f', 'PF', 'PP']).report)).toEqual([
      { file: '0.test.ts', title: 'the file itself', line: 'it broke' },
      { file: '1.test.ts', title: '1.test.ts 1', line: 'expected 1 to be 2' },
    ]);
  });

  test('[OPS-9] of browser tests is preceded by final failures, and by tests that failed once', () => {
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
          suites: [{ specs: [spec('bad', 'unexpected', [failed, failed]), spec('flaky', 'flaky', [failed, {}])] }],
        },
      ],
    };
    expect(playwrightFailures(report)).toEqual({
      failed: [{ file: 'e2e/a.spec.ts', title: 'bad', line: 'not visible' }],
      flaky: [{ file: 'e2e/a.spec.ts', title: 'flaky', line: 'not visible' }],
    });
  });
});
