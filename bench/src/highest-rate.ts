import { sendSteadily, type SteadyLoad, type SteadyResult, type SteadyRun } from './steady-load.ts';

/** A rate is good up to this p99, if every message was accepted, answered and delivered once. */
const goodP99Ms = 250;

export interface Step extends SteadyResult {
  readonly isGood: boolean;
}

interface Search extends Omit<SteadyRun, 'rate'> {
  /** Increasing; the search continues between the last good and the first bad one. */
  readonly rates: readonly number[];
  /** How close it gets. */
  readonly precision: number;
  readonly onStep?: (step: Step) => void;
}

/** Raises the rate until a step fails, then halves the distance to the last good one. Returns all steps. */
export async function findHighestRate(load: SteadyLoad, search: Search): Promise<Step[]> {
  const { rates, precision, onStep, ...run } = search;
  const steps: Step[] = [];
  async function isGood(rate: number) {
    const step = toStep(await sendSteadily(load, { ...run, rate }));
    steps.push(step);
    onStep?.(step);
    return step.isGood;
  }
  let [good, bad] = [0, Infinity];
  for (const rate of rates) {
    if (!(await isGood(rate))) {
      bad = rate;
      break;
    }
    good = rate;
  }
  while (good > 0 && bad < Infinity && bad - good > precision) {
    const middle = Math.round((good + bad) / 2);
    if (await isGood(middle)) good = middle;
    else bad = middle;
  }
  return steps;
}

/** The good step with the highest rate. */
export function highestGood(steps: readonly Step[]): Step | undefined {
  return steps
    .filter((step) => step.isGood)
    .toSorted((one, other) => one.askedPerSecond - other.askedPerSecond)
    .at(-1);
}

/** Adds whether the rate was good. */
export function toStep(result: SteadyResult): Step {
  const { refusals, unsent, unanswered, undelivered, duplicates } = result;
  const failed = unsent + unanswered + undelivered + duplicates + Object.keys(refusals).length;
  return { ...result, isGood: failed === 0 && result.latency.p99Ms <= goodP99Ms };
}
