import { expect, test } from 'vitest';
import { idleMachine, isLate, nextLoad } from './machine-load.ts';

/** b: a bad check, g: a good one. */
const isBusyAfter = (checks: string) =>
  Array.from(checks).reduce((load, check) => nextLoad(load, check === 'b'), idleMachine).isBusy;

test('[CALL-497] a computer is busy after two bad checks close together, until ten good ones', () => {
  const rows: [string, boolean][] = [
    ['', false],
    ['b', false],
    ['bb', true],
    ['bggggb', true],
    ['bgggggb', false],
    ['bbggggggggg', true],
    ['bbgggggggggg', false],
    ['bbgggggbggggggggg', true],
  ];
  expect(rows.map(([checks]) => [checks, isBusyAfter(checks)])).toEqual(rows);
});

test('[CALL-497] a timer that comes more than a quarter of a second late is a bad check, except in a hidden page', () => {
  const rows: [number, boolean, boolean][] = [
    [500, false, false],
    [750, false, false],
    [751, false, true],
    [1_500, true, false],
  ];
  const read = ([ms, isHidden]: (typeof rows)[number]) => isLate(ms, { everyMs: 500, isHidden });
  expect(rows.map((row) => [row[0], row[1], read(row)])).toEqual(rows);
});
