import type { Step } from '../highest-rate.ts';

/** Writes a line while the scenario runs. */
export function say(line: string) {
  process.stdout.write(`${line}\n`);
}

export function describeStep({ askedPerSecond, isGood, latency, cpuMsPer1000Messages, ...step }: Step): string {
  const { program, database, load } = step.cpuPercentOfOneCore;
  const { unsent, unanswered, undelivered, duplicates, dropped } = step;
  const failures = { ...step.refusals, unsent, unanswered, undelivered, duplicates, dropped };
  return [
    `${askedPerSecond}/s ${isGood ? 'good' : 'BAD'}`,
    `p50 ${latency.p50Ms} ms, p99 ${latency.p99Ms} ms`,
    `CPU ${cpuMsPer1000Messages} ms per 1,000 (program ${program} %, database ${database} %, load ${load} %)`,
    ...Object.entries(failures).flatMap(([what, count]) => (count > 0 ? [`${count} ${what}`] : [])),
  ].join('; ');
}
