import { describe, expect, test } from 'vitest';
import { compareResults, describeChanges } from './comparison.ts';
import { figuresOf } from './figures.ts';

const lines = (before: unknown, after: unknown) => describeChanges(compareResults(before, after));

describe('the figures of a result', () => {
  test('are identified by their names, each with the direction that is better', () => {
    const figures = figuresOf({
      people: 10,
      rate: { messagesPerSecond: 5 },
      latency: { count: 3, p99Ms: 7, maxMs: 90 },
    });
    expect([...figures.values()].map(({ name, value, better }) => [name, value, better])).toEqual([
      ['rate.messagesPerSecond', 5, 'higher'],
      ['latency.p99Ms', 7, 'lower'],
    ]);
  });

  test('of a list are distinguished by what was requested', () => {
    const figures = figuresOf([
      { members: 100, askedPerSecond: 2, latency: { p50Ms: 4 } },
      { members: 100, askedPerSecond: 9, latency: { p50Ms: 6 } },
    ]);
    expect([...figures.keys()]).toEqual([
      '[members 100, askedPerSecond 2].latency.p50Ms',
      '[members 100, askedPerSecond 9].latency.p50Ms',
    ]);
  });

  test('that were measured several times count with their median', () => {
    const figures = figuresOf({
      rounds: [{ p50Ms: 9 }, { p50Ms: 1 }, { p50Ms: 5 }],
      megabytesPerSecond: { ours: [1, 3, 2] },
    });
    expect([...figures.values()].map(({ name, value }) => [name, value])).toEqual([
      ['rounds.p50Ms', 5],
      ['megabytesPerSecond.ours', 2],
    ]);
  });
});

describe('two results', () => {
  test('differ in what changed by more than 15 %, the worse first', () => {
    const before = { pagesPerSecond: 100, p50Ms: 10, p99Ms: 100, sentPerSecond: 100, p95Ms: 50 };
    const after = { pagesPerSecond: 120, p50Ms: 12, p99Ms: 114, sentPerSecond: 80, p95Ms: 40 };
    expect(lines(before, after)).toEqual([
      'worse   p50Ms: 10 -> 12 (+20 %)',
      'worse   sentPerSecond: 100 -> 80 (-20 %)',
      'better  pagesPerSecond: 100 -> 120 (+20 %)',
      'better  p95Ms: 50 -> 40 (-20 %)',
    ]);
  });

  test('do not differ in small amounts, nor in figures that only one of them has', () => {
    expect(lines({ p50Ms: 1, gone: { p99Ms: 1 } }, { p50Ms: 1.9, p95Ms: 50 })).toEqual([]);
  });

  test('differ where zero became something', () => {
    expect(lines({ serverErrors: 0 }, { serverErrors: 3 })).toEqual(['worse   serverErrors: 0 -> 3']);
  });
});
