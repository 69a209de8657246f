import { expect, test } from 'vitest';
import { dayOf, filterBeingTyped, toMessageSearch, withFilter } from './filters.ts';
import { snippetOf } from './snippet.ts';

test('[SRC-21] a filter at the end of the text is recognised while it is typed', () => {
  expect(filterBeingTyped('lunch from:an')).toEqual({ key: 'from', value: 'an', rest: 'lunch' });
  expect(filterBeingTyped('TYPE:')).toEqual({ key: 'type', value: '', rest: '' });
  expect(filterBeingTyped('from:ann lunch')).toBeNull();
  expect(filterBeingTyped('https://example.org')).toBeNull();
});

test('[SRC-21] a day is a local one, and must exist', () => {
  expect(dayOf('2026-03-01')).toEqual(new Date(2026, 2, 1));
  for (const text of ['2026-02-30', '2026-13-01', '26-1-1', 'yesterday', '']) expect(dayOf(text)).toBeNull();
});

test('[SRC-21] a filter replaces the one of its kind, and all of them limit the search', () => {
  const first = { key: 'before', value: '2026-01-01T00:00:00.000Z', label: '2026-01-01' } as const;
  const second = { ...first, value: '2026-02-01T00:00:00.000Z' };
  const filters = withFilter(withFilter([], first), second);
  expect(toMessageSearch('lunch', [...filters, { key: 'type', value: 'link', label: 'Links' }])).toEqual({
    q: 'lunch',
    sentBefore: '2026-02-01T00:00:00.000Z',
    type: 'link',
  });
});

test('[SRC-20] a snippet begins shortly before the first place, on one line', () => {
  const content = `${'filler '.repeat(30)}the\nferry leaves`;
  const at = content.indexOf('ferry');
  const parts = snippetOf({ content }, [[at, 5]]);
  expect(parts.map(({ text }) => text).join('')).toMatch(/^… (?:filler ){1,5}the ferry leaves$/);
  expect(parts.filter(({ isMarked }) => isMarked)).toEqual([{ text: 'ferry', isMarked: true }]);
  expect(snippetOf({ content: 'ferry' }, [[0, 5]])).toEqual([{ text: 'ferry', isMarked: true }]);
});
