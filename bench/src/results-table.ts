import { type Figure, figuresOf } from './figures.ts';
import type { Headline } from './headline.ts';
import { headlines } from './headlines.ts';

/** The share of the machine that other programs used during a scenario. */
export interface Circumstances {
  readonly othersPercent: number;
  readonly stolenPercent: number;
}

/** The headline figures of all results, each with its target. */
export function resultsTable(resultsByScenario: ReadonlyMap<string, unknown>): string {
  const circumstances = (resultsByScenario.get('circumstances') ?? {}) as Record<string, Circumstances | undefined>;
  const rows = headlines.flatMap((headline) => {
    const figure = figuresOf(resultsByScenario.get(headline.scenario)).get(headline.figure);
    return figure ? [rowOf(headline, figure, circumstances[headline.scenario])] : [];
  });
  return ['| Scenario | Figure | Measured | Target | Others |', '|---|---|---|---|---|', ...rows].join('\n');
}

function rowOf(headline: Headline, figure: Figure, meanwhile: Circumstances | undefined): string {
  const { scenario, label } = headline;
  const elsewhere = meanwhile ? `${meanwhile.othersPercent + meanwhile.stolenPercent} %` : '';
  const { measured, target } = describeFigure(headline, figure);
  return `| \`${scenario}\` | ${label} | ${measured} | ${target} | ${elsewhere} |`;
}

/** The median, the spread if it was measured several times, and the target. */
export function describeFigure({ unit, target }: Headline, { value, spread: [least, most] }: Figure) {
  const plain = (number: number) => number.toLocaleString('en');
  const shown = (number: number) => `${plain(number)}${unit === '' ? '' : ` ${unit}`}`;
  const spread = least === most ? '' : ` (${plain(least)} to ${plain(most)})`;
  return { measured: `${shown(value)}${spread}`, target: target ? describeTarget(target, value, shown) : '' };
}

function describeTarget(
  target: NonNullable<Headline['target']>,
  value: number,
  shown: (number: number) => string,
): string {
  const isMet = 'atMost' in target ? value <= target.atMost : value >= target.atLeast;
  const limit = 'atMost' in target ? `at most ${shown(target.atMost)}` : `at least ${shown(target.atLeast)}`;
  return isMet ? limit : `**missed**: ${limit}`;
}
