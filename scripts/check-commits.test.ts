import { expect, test } from 'vitest';
import { findSubjectFaults } from './check-commits.mjs';

test('[ARCH-3] subjects of commits have a type, an optional area and at most 72 characters', () => {
  const long = `fix(web): ${'A'.repeat(63)}`;
  expect(
    findSubjectFaults([
      'fix(web): Hide the focus ring after a pointer click',
      'docs: Add an index of the decisions',
      long.slice(0, 72),
      long,
      'No ring around what was clicked',
      'fix(web): hide the focus ring',
    ]),
  ).toEqual([
    `73 of 72 characters: ${long}`,
    'not "type(area): Imperative sentence": No ring around what was clicked',
    'not "type(area): Imperative sentence": fix(web): hide the focus ring',
  ]);
});
