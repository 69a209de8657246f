import { findHighestRate, highestGood, type Step, toStep } from '../highest-rate.ts';
import { sized } from '../scenario.ts';
import { sendSteadily, type SteadyLoad } from '../steady-load.ts';
import { describeStep, say } from './progress.ts';

interface RateSearch {
  /** Of the load, for the lines that report progress. */
  readonly name: string;
  readonly rates: readonly number[];
  readonly precision: number;
  /** Rates whose figures are kept; measured even if a lower one failed. */
  readonly keptRates?: readonly number[];
}

const stepTimes = { warmUpSeconds: sized(2, 0.2), seconds: sized(8, 0.8) };
/** Per sender; 100 of them have enough for a second at the highest rates. */
const maxUnanswered = 50;

/** The highest good rate, what it costs, and the figures at ordinary rates. */
export async function searchRates(load: SteadyLoad, { name, rates, precision, keptRates = [] }: RateSearch) {
  const warmUp = { rate: Math.min(500, rates[0] ?? 0), warmUpSeconds: 0, seconds: sized(4, 0.4) };
  await sendSteadily(load, { ...warmUp, maxUnanswered });
  const onStep = (step: Step) => say(`${name}: ${describeStep(step)}`);
  const steps = await findHighestRate(load, { ...stepTimes, rates, precision, maxUnanswered, onStep });
  const best = highestGood(steps);
  for (const rate of keptRates.filter((kept) => steps.every(({ askedPerSecond }) => askedPerSecond !== kept))) {
    const step = toStep(await sendSteadily(load, { ...stepTimes, rate, maxUnanswered }));
    steps.push(step);
    onStep(step);
  }
  return {
    highestGoodPerSecond: best?.askedPerSecond ?? 0,
    highestGoodDeliveriesPerSecond: (best?.askedPerSecond ?? 0) * load.recipients,
    ...(best && { atHighest: keptFigures(best) }),
    at: steps.filter(({ askedPerSecond }) => keptRates.includes(askedPerSecond)).map(keptFigures),
    steps: steps.map(describeStep),
  };
}

function keptFigures({ askedPerSecond, latency, answered, cpuMsPer1000Messages, cpuPercentOfOneCore }: Step) {
  return { askedPerSecond, latency, answered, cpuMsPer1000Messages, cpuPercentOfOneCore };
}

/** Whether this version of the program accepts messages over the socket. */
export async function acceptsSocketMessages(load: SteadyLoad): Promise<boolean> {
  const { refusals } = await sendSteadily(load, { rate: 10, warmUpSeconds: 0, seconds: 0.1, maxUnanswered: 1 });
  return !('invalid_input' in refusals);
}
