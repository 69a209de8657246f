import { residentMegabytesOf, waitUntilQuiet, watchMemory } from '../processes.ts';
import { type ScenarioContext, sized } from '../scenario.ts';
import { sendSteadily, type SteadyLoad } from '../steady-load.ts';
import { closeSenders, openPairs, pairCount } from './pairs.ts';
import { say } from './progress.ts';
import { searchRates } from './search-rates.ts';

const search = { rates: sized([1000, 2000, 3000, 4000, 5000, 6000, 7000, 8000], [500]), precision: sized(125, 500) };
/** Where the cost of a message is compared: the highest rate moves with the machine, the CPU time hardly does. */
const comparedRate = sized(2000, 500);
const seconds = sized(60, 5);
/** Every message is answered within this time, whatever the answer is. */
const answerWithinSeconds = 3;

/** Pairs who send twice as much as the program can handle, and its highest rate before and after. */
export async function measureOverload(context: ScenarioContext) {
  const pairs = await openPairs(context);
  const load: SteadyLoad = pairs.overSocket ?? (await pairs.openHttp());
  const { pid } = context.program;
  const before = await searchRates(load, { ...search, keptRates: [comparedRate], name: 'before the overload' });
  const beforeMegabytes = await residentMegabytesOf(pid);
  const most = watchMemory(pid);
  const rate = 2 * Math.max(before.highestGoodPerSecond, search.rates[0] ?? 0);
  // More would be answered too late anyway.
  const maxUnanswered = Math.ceil((rate * answerWithinSeconds * 1.5) / pairCount);
  const overload = await sendSteadily(load, { rate, warmUpSeconds: 0, seconds, maxUnanswered });
  const memory = { beforeMegabytes, mostMegabytes: await most() };
  say(`overload: ${JSON.stringify({ ...overload, memory })}`);
  await waitUntilQuiet(pid);
  const after = await searchRates(load, { ...search, keptRates: [comparedRate], name: 'after the overload' });
  closeSenders(load);
  pairs.close();
  return {
    atTwiceTheRate: { ...overload, longestAnswerMs: overload.answered.maxMs, unansweredErrors: overload.unanswered },
    memory,
    rateBeforePerSecond: before.highestGoodPerSecond,
    rateAfterPerSecond: after.highestGoodPerSecond,
    cpuMsPer1000Before: before.at[0]?.cpuMsPer1000Messages,
    cpuMsPer1000After: after.at[0]?.cpuMsPer1000Messages,
    steps: [...before.steps, ...after.steps],
  };
}
