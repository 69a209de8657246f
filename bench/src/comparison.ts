import { type Figure, figuresOf } from './figures.ts';

interface Change {
  readonly name: string;
  readonly before: number;
  readonly after: number;
  readonly isWorse: boolean;
}

/** Two runs of the same code on the same machine differ by up to this much. */
const usualShare = 0.15;

/** The figures that differ from the previous results by more than chance, the worse first. */
export function compareResults(before: unknown, after: unknown): Change[] {
  const earlier = figuresOf(before);
  const changes = [...figuresOf(after).values()].flatMap((figure) => {
    const known = earlier.get(figure.name);
    return known && isNotable(known.value, figure) ? [changeOf(known.value, figure)] : [];
  });
  return changes.toSorted((one, other) => Number(other.isWorse) - Number(one.isWorse));
}

function isNotable(before: number, { value, leastDifference }: Figure): boolean {
  const difference = Math.abs(value - before);
  return difference >= leastDifference && difference > usualShare * Math.abs(before);
}

function changeOf(before: number, { name, value, better }: Figure): Change {
  return { name, before, after: value, isWorse: value > before === (better === 'lower') };
}

/** One readable line for each change. */
export function describeChanges(changes: readonly Change[]): string[] {
  return changes.map(({ name, before, after, isWorse }) => {
    const percent =
      before === 0 ? '' : ` (${after > before ? '+' : ''}${Math.round((100 * (after - before)) / before)} %)`;
    return `${isWorse ? 'worse ' : 'better'}  ${name}: ${before} -> ${after}${percent}`;
  });
}
