import { expect, test } from 'vitest';
import { figuresOf } from './figures.ts';
import { headlines } from './headlines.ts';
import { fill, readResultPages } from './result-pages.ts';
import { resultsTable } from './results-table.ts';
import { everydayTable, loadTable } from './sizing-tables.ts';
import { readAllResults } from './stored-results.ts';

const marked = 'before\n<!-- results: written by the benchmarks -->\nold\n<!-- end of results -->\nafter\n';

test('a figure appears in the table with its target, and is marked when it misses it', () => {
  const table = resultsTable(
    new Map<string, unknown>([
      ['circumstances', { 'idle-memory': { othersPercent: 2, stolenPercent: 3 } }],
      ['idle-memory', { memory: { connectedMegabytes: 1_234, mostMegabytes: 600 }, latency: { p50Ms: 1 } }],
    ]),
  );
  const text = fill(marked, 'results', table);
  expect(text.split('\n')).toEqual([
    'before',
    '<!-- results: written by the benchmarks -->',
    '',
    '| Scenario | Figure | Measured | Target | Others |',
    '|---|---|---|---|---|',
    '| `idle-memory` | 10,000 devices: memory | 1,234 MB | **missed**: at most 600 MB | 5 % |',
    '| `idle-memory` | the most at any time | 600 MB | at most 600 MB | 5 % |',
    '| `idle-memory` | 50 messages a second beside them: delivery p50 | 1 ms |  | 5 % |',
    '',
    '<!-- end of results -->',
    'after',
    '',
  ]);
});

test('a figure that was measured several times appears with its median and spread', () => {
  const rounds = [{ pagesPerSecond: 900 }, { pagesPerSecond: 1_200 }, { pagesPerSecond: 700 }];
  const table = resultsTable(new Map<string, unknown>([['history', { newestPage: rounds }]]));
  expect(table.split('\n').at(-1)).toContain('| 900 (700 to 1,200) | at least 55 |');
});

test('every figure of the table is in the results of its scenario, if that has been run', async () => {
  const results = await readAllResults();
  const measured = headlines.filter(({ scenario }) => results.has(scenario));
  const missing = measured.filter(({ scenario, figure }) => !figuresOf(results.get(scenario)).has(figure));
  expect(missing.map(({ scenario, figure }) => `${scenario}: ${figure}`)).toEqual([]);
});

test('[ARCH-2] the tables in the README and in the operations guide match the stored results', async () => {
  for (const { before, after } of await readResultPages()) expect(after).toBe(before);
});

test('[ARCH-2] the sizing tables state the stored figures, and nothing is filled in for a missing one', async () => {
  const results = await readAllResults();
  const step = { people: 4000, requestsPerSecond: 304.18, meanMs: 12.62, p99Ms: 92.26, cpuPercentOfOneCore: 86.73 };
  results.set('everyday', { steps: [step] });
  expect(everydayTable(results).split('\n').at(-1)).toBe('| 4,000 | 304 | 13 ms | 92 ms | 87 % |');
  results.set('history', { newestPage: { pagesPerSecond: 895, cpuMsPer1000Pages: 1639 } });
  expect(loadTable(results)).toContain(' | 895 a second, 1.6 ms of CPU each |');
  results.set('history', { newestPage: { pagesPerSecond: 895 } });
  expect(() => loadTable(results)).toThrow('the results of history have no newestPage.cpuMsPer1000Pages');
});
