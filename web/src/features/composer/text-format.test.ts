import { expect, test } from 'vitest';
import { toggleFormat } from './text-format.ts';
import type { TextFormat } from './text-format.ts';

/** Brackets stand for the selection. */
function toggle(shown: string, format: TextFormat): string {
  const start = shown.indexOf('[');
  const value = shown.replace('[', '').replace(']', '');
  const { replaced, text, selected } = toggleFormat(value, { start, end: shown.indexOf(']') - 1 }, format);
  const next = value.slice(0, replaced.start) + text + value.slice(replaced.end);
  return `${next.slice(0, selected.start)}[${next.slice(selected.start, selected.end)}]${next.slice(selected.end)}`;
}

test.each([
  ['a [b] c', 'bold', 'a **[b]** c'],
  ['a **[b]** c', 'bold', 'a [b] c'],
  ['a [**b**] c', 'bold', 'a [b] c'],
  ['**[b]**', 'italic', '**_[b]_**'],
  ['a[ b ]c', 'strike', 'a ~~[b]~~ c'],
  ['[]', 'bold', '**[]**'],
  ['**[]**', 'bold', '[]'],
  ['[a]', 'code', '`[a]`'],
  ['[a]', 'spoiler', '||[a]||'],
  ['see [a\nb] c', 'code', 'see \n```\n[a\nb]\n```\n c'],
  ['```\n[a\nb]\n```', 'code', '[a\nb]'],
] as const)('[MSG-467] %j with %s becomes %j', (shown, format, expected) => {
  expect(toggle(shown, format)).toBe(expected);
});
