import { describeRounds } from '../one-core/describe-rounds.ts';
import { measureHistory } from '../one-core/history.ts';
import { measureIdleInLargeGroups, measureIdleInSmallGroups } from '../one-core/idle.ts';
import { measureOneToOne } from '../one-core/one-to-one.ts';
import { measureOverload } from '../one-core/overload.ts';
import { say } from '../one-core/progress.ts';
import { measureRooms } from '../one-core/rooms.ts';
import { cores, pinLoad } from '../pinning.ts';
import { isOtherProgram } from '../program.ts';
import { runMeasurements, type ScenarioContext, withProgram } from '../scenario.ts';
import { readResults } from '../stored-results.ts';

type Part = (context: ScenarioContext) => Promise<unknown>;

/** Each part has a program of its own, so that none finds the database or the memory that another left behind. */
const parts: Readonly<Record<string, Part>> = {
  'one-to-one': measureOneToOne,
  rooms: measureRooms,
  history: measureHistory,
  idle: measureIdleInSmallGroups,
  'idle-large-groups': measureIdleInLargeGroups,
  overload: measureOverload,
};

const wanted = process.env['ONE_CORE']?.split(',') ?? Object.keys(parts);
const rounds = Number(process.env['ONE_CORE_ROUNDS'] ?? 1);
const unknown = wanted.filter((name) => !(name in parts));
if (unknown.length > 0) throw new Error(`unknown: ${unknown.join()}; the parts are ${Object.keys(parts).join()}`);

/** The program and its database on one core, the load on another. */
const problem = pinLoad();
if (problem === null)
  await runMeasurements('one-core', measureParts, { isKept: !isOtherProgram, describe: describeMeasured });
else say(problem);

/** The rounds of each wanted part, next to the stored results of the others. */
async function measureParts() {
  const measured: Record<string, unknown[]> = {};
  for (let round = 1; round <= rounds; round += 1) {
    for (const [name, run] of Object.entries(parts)) {
      if (!wanted.includes(name)) continue;
      say(`\nround ${round} of ${rounds}: ${name}`);
      const result = await withProgram(run, { core: cores.program });
      (measured[name] ??= []).push(result);
    }
  }
  const stored = isOtherProgram ? null : ((await readResults('one-core')) as object | null);
  return { ...stored, ...measured };
}

function describeMeasured(results: unknown): string {
  return describeRounds(
    Object.fromEntries(Object.entries(results as object).filter(([name]) => wanted.includes(name))),
  );
}
