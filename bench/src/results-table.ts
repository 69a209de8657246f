import { figuresOf } from './figures.ts';
import { type Headline, headlines } from './headlines.ts';

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
    return figure ? [rowOf(headline, figure.value, circumstances[headline.scenario])] : [];
  });
  return ['| Scenario | Figure | Measured | Target | Others |', '|---|---|---|---|---|', ...rows].join('\n');
}

function rowOf(
  { scenario, label, unit, target }: Headline,
  value: number,
  meanwhile: Circumstances | undefined,
): string {
  const elsewhere = meanwhile ? `${meanwhile.othersPercent + meanwhile.stolenPercent} %` : '';
  const shown = (number: number) => `${number.toLocaleString('en')}${unit === '' ? '' : ` ${unit}`}`;
  return `| \`${scenario}\` | ${label} | ${shown(value)} | ${target ? describeTarget(target, value, shown) : ''} | ${elsewhere} |`;
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
