import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { usePrependBeforeAppend } from './use-prepend-before-append.ts';

const rowsOf = (keys: string) => Array.from(keys, (key) => ({ key }));

/** The rows of each render as `abc`, or `abc^` if rows were added above. */
function drawnSteps(...lists: string[]) {
  const steps: string[] = [];
  const { rerender } = renderHook(
    ({ keys }) => {
      const { rows, hasPrepended } = usePrependBeforeAppend(rowsOf(keys));
      const step = rows.map(({ key }) => key).join('') + (hasPrepended ? '^' : '');
      if (steps.at(-1) !== step) steps.push(step);
    },
    { initialProps: { keys: lists[0] ?? '' } },
  );
  for (const keys of lists.slice(1)) rerender({ keys });
  return steps;
}

test('[MSG-40] rows added above are rendered before those added below; a list without common rows is unchanged', () => {
  expect(drawnSteps('cd', 'abcd', 'abcde')).toEqual(['cd', 'abcd^', 'abcd', 'abcde']);
  expect(drawnSteps('cd', 'abcdef')).toEqual(['cd', 'abcd^', 'abcdef']);
  expect(drawnSteps('cd', 'xyz').at(-1)).toBe('xyz');
});
