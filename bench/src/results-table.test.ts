import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { figuresOf } from './figures.ts';
import { headlines } from './headlines.ts';
import { readAllResults } from './save-results.ts';
import { fillTable } from './results-table.ts';

const marked = 'before\n<!-- results: written by the benchmarks -->\nold\n<!-- end of results -->\nafter\n';

test('a figure appears in the table with its target, and is marked when it misses it', () => {
  const text = fillTable(
    marked,
    new Map<string, unknown>([
      ['circumstances', { 'idle-memory': { othersPercent: 2, stolenPercent: 3 } }],
      ['idle-memory', { memory: { connectedMegabytes: 1_234, mostMegabytes: 600 }, latency: { p50Ms: 1 } }],
    ]),
  );
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

test('every figure of the table is in the stored results', async () => {
  const results = await readAllResults();
  const missing = headlines.filter(({ scenario, figure }) => !figuresOf(results.get(scenario)).has(figure));
  expect(missing.map(({ scenario, figure }) => `${scenario}: ${figure}`)).toEqual([]);
});

test('the table in the README matches the stored results', async () => {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  expect(fillTable(readme, await readAllResults())).toBe(readme);
});
