/** One number of a scenario's results for which lower, or higher, is better. */
export interface Figure {
  /** Its path in the results, such as `relay.delay.p99Ms`. */
  readonly name: string;
  readonly value: number;
  /** The lowest and the highest of several measurements. */
  readonly spread: readonly [number, number];
  readonly better: 'lower' | 'higher';
  /** A smaller difference is ignored, whatever its percentage. */
  readonly leastDifference: number;
}

type Kind = Pick<Figure, 'better' | 'leastDifference'>;

/** By the suffix of a name, which contains the unit. */
const kinds: readonly (Kind & { readonly ending: RegExp })[] = [
  { ending: /PerSecond$|^gain$|WithinBudget$/, better: 'higher', leastDifference: 0.1 },
  { ending: /Ms$|MsPer\w+$/, better: 'lower', leastDifference: 1 },
  { ending: /Seconds$/, better: 'lower', leastDifference: 0.5 },
  { ending: /Percent(?:Of\w+)?$/, better: 'lower', leastDifference: 1 },
  { ending: /Megabytes$/, better: 'lower', leastDifference: 5 },
  { ending: /kilobytes(?:Per\w+)?$/i, better: 'lower', leastDifference: 2 },
  { ending: /LayoutShift$/, better: 'lower', leastDifference: 0.01 },
  { ending: /Errors$|queriesPer\w+$/, better: 'lower', leastDifference: 0.1 },
  { ending: /welchT$|longCount$/, better: 'lower', leastDifference: 1 },
];
/** Input parameters, the neighbours' share, and the single worst case, which is chance. */
const unjudged = /^(?:askedPerSecond|stolenPercent|maxMs)$/;
/** What distinguishes the elements of a list. */
const labels = ['members', 'people', 'askedPerSecond'];

/** All figures of a scenario's results, by name. A figure that was measured several times counts with its median. */
export function figuresOf(results: unknown): Map<string, Figure> {
  const measured = new Map<string, { kind: Kind; values: number[] }>();
  collect(results, { name: '', kind: null }, (name, kind, value) => {
    const known = measured.get(name) ?? { kind, values: [] };
    known.values.push(value);
    measured.set(name, known);
  });
  return new Map(
    [...measured].map(([name, { kind, values }]) => {
      const { better, leastDifference } = kind;
      const spread = [Math.min(...values), Math.max(...values)] as const;
      return [name, { name, value: medianOf(values), spread, better, leastDifference }];
    }),
  );
}

interface Place {
  readonly name: string;
  /** The kind inherited from the enclosing name, for names without a unit. */
  readonly kind: Kind | null;
}

type Take = (name: string, kind: Kind, value: number) => void;

function collect(part: unknown, { name, kind }: Place, take: Take) {
  if (typeof part === 'number') {
    if (kind) take(name, kind, part);
  } else if (Array.isArray(part)) {
    for (const entry of part) collect(entry, { name: name + labelOf(entry), kind }, take);
  } else if (typeof part === 'object' && part !== null) {
    for (const [key, inner] of Object.entries(part)) {
      if (unjudged.test(key)) continue;
      const own = kinds.find(({ ending }) => ending.test(key));
      collect(inner, { name: name === '' ? key : `${name}.${key}`, kind: own ?? kind }, take);
    }
  }
}

function labelOf(entry: unknown): string {
  if (typeof entry !== 'object' || entry === null) return '';
  const parts = Object.entries(entry).filter(([key]) => labels.includes(key));
  return parts.length === 0 ? '' : `[${parts.map(([key, value]) => `${key} ${value}`).join(', ')}]`;
}

function medianOf(values: readonly number[]): number {
  const sorted = Float64Array.from(values).toSorted();
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
