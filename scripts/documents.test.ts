import { expect, test } from 'vitest';
import { findCoverageFaults } from './check-coverage.mjs';
import { fillMarkers } from './docs.mjs';

test('[ARCH-2] a missing file and a test without its rule are found, and nothing else', async () => {
  const table =
    '| [gone.ts](../../web/src/gone.ts) | [ARCH-1](import-rules.test.ts), [XYZ-1](../../scripts/import-rules.test.ts) |';
  expect(await findCoverageFaults(table)).toEqual([
    'docs/audit/spec-coverage.md: web/src/gone.ts is not there',
    'docs/audit/spec-coverage.md: docs/audit/import-rules.test.ts is not there',
    'docs/audit/spec-coverage.md: scripts/import-rules.test.ts has no test of XYZ-1',
  ]);
  expect(await findCoverageFaults('[ARCH-1](../../scripts/import-rules.test.ts) [page](../behaviour.md)')).toEqual([]);
});

test('[ARCH-2] a table replaces the text between its markers, and a page without markers is refused', () => {
  const page = 'before\n<!-- events: made by npm run docs -->\nold\n<!-- end of events -->\nafter\n';
  const filled = fillMarkers(page, 'events', 'new');
  expect(filled).toBe(page.replace('old', 'new'));
  expect(fillMarkers(filled, 'events', 'new')).toBe(filled);
  expect(() => fillMarkers('no marks', 'events', 'new')).toThrow('no place for the events');
});
