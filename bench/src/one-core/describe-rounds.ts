import { execFileSync } from 'node:child_process';
import { type Figure, figuresOf } from '../figures.ts';
import { headlines } from '../headlines.ts';
import { describeFigure } from '../results-table.ts';

/** The headline figures of these results of a checkout, and its row for the history of results in the README. */
export function describeRounds(results: unknown, dir: string): string {
  const figures = figuresOf(results);
  const lines = headlines.flatMap((headline) => {
    const figure = headline.scenario === 'one-core' ? figures.get(headline.figure) : undefined;
    if (!figure) return [];
    const { measured, target } = describeFigure(headline, figure);
    return [`${headline.label}: ${measured}${target === '' ? '' : `, ${target}`}`];
  });
  return ['', `${dir}:`, ...lines, '', historyRow(figures, commitOf(dir))].join('\n');
}

/** The columns of the history of results, each with its figures. */
function historyRow(figures: ReadonlyMap<string, Figure>, commit: string): string {
  const transport = figures.has('one-to-one.highestGoodPerSecond') ? 'socket' : 'http';
  const messages = transport === 'socket' ? 'one-to-one' : 'one-to-one-http';
  const columns = [
    [`${messages}.highestGoodPerSecond`],
    [`${messages}.atHighest.cpuMsPer1000Messages`],
    [`${messages}.at[askedPerSecond 500].cpuMsPer1000Messages`],
    ...[500, 1000].map((rate) => [50, 99].map((p) => `${messages}.at[askedPerSecond ${rate}].latency.p${p}Ms`)),
    ...[100, 1000].map((members) => [`rooms[members ${members}].highestGoodDeliveriesPerSecond`]),
    [1, 8].map((people) => `history[people ${people}].pagesPerSecond`),
    ['idle[members 10].perDeviceKilobytes', 'idle-large-groups[members 1000].perDeviceKilobytes'],
    ['idle[members 10].idlePercentOfOneCore'],
  ];
  const shown = (name: string) => {
    const figure = figures.get(name);
    if (!figure) return '?';
    const rounded = (value: number) => Number(value.toPrecision(3)).toLocaleString('en');
    const [least, most] = figure.spread.map(rounded);
    return least === most ? rounded(figure.value) : `${rounded(figure.value)} (${least} to ${most})`;
  };
  const version = `\`${commit}\`, ${transport}`;
  return `| ${[version, ...columns.map((names) => names.map(shown).join(' / '))].join(' | ')} |`;
}

function commitOf(folder: string): string {
  try {
    const options = { cwd: folder, encoding: 'utf8', stdio: 'pipe' } as const;
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], options).trim();
  } catch {
    return 'unknown';
  }
}
