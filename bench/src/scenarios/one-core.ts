import { fileURLToPath } from 'node:url';
import { describeRounds } from '../one-core/describe-rounds.ts';
import { measureHistory } from '../one-core/history.ts';
import { measureIdleInLargeGroups, measureIdleInSmallGroups } from '../one-core/idle.ts';
import { measureOneToOne, measureOneToOneOverHttp } from '../one-core/one-to-one.ts';
import { measureOverload } from '../one-core/overload.ts';
import { say } from '../one-core/progress.ts';
import { measureRooms } from '../one-core/rooms.ts';
import { cores, pinLoad } from '../pinning.ts';
import { isOtherProgram, programDir } from '../program.ts';
import { runMeasurements, type ScenarioContext, withProgram } from '../scenario.ts';
import { readResults } from '../stored-results.ts';

type Part = (context: ScenarioContext) => Promise<unknown>;

const bareParts = 'bare-parts';
const barePartsFile = fileURLToPath(new URL('../one-core/bare-parts.mjs', import.meta.url));

/** Each part has a program of its own, so that none finds the database or the memory that another left behind. */
const parts: Readonly<Record<string, Part>> = {
  'one-to-one': measureOneToOne,
  [bareParts]: measureOneToOne,
  'one-to-one-http': measureOneToOneOverHttp,
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

/** Another checkout, measured in turn with this one. */
const otherDir = process.env['COMPARE_WITH'];
const measured = new Map<string, Record<string, unknown[]>>();

/** The program and its database on one core, the load on another. */
const problem = pinLoad();
if (problem === null) await runMeasurements('one-core', measureParts, { isKept: !isOtherProgram, describe });
else say(problem);

/** The rounds of each wanted part, next to the stored results of the others. */
async function measureParts() {
  for (let round = 1; round <= rounds; round += 1) {
    for (const name of Object.keys(parts).filter((part) => wanted.includes(part))) {
      // The order changes, so that neither always finds the machine as the other left it.
      const dirs = otherDir === undefined || name === bareParts ? [programDir] : [programDir, otherDir];
      for (const dir of round % 2 === 1 ? dirs : dirs.toReversed()) await measurePart(name, { dir, round });
    }
  }
  const stored = isOtherProgram ? null : ((await readResults('one-core')) as object | null);
  return { ...stored, ...measured.get(programDir) };
}

async function measurePart(name: string, { dir, round }: { dir: string; round: number }) {
  say(`\nround ${round} of ${rounds}: ${name} of ${dir}`);
  const main = name === bareParts ? { main: barePartsFile } : {};
  const result = await withProgram(parts[name] as Part, { dir, core: cores.program, ...main });
  const known = measured.get(dir) ?? {};
  measured.set(dir, { ...known, [name]: [...(known[name] ?? []), result] });
}

function describe(): string {
  return [...measured].map(([dir, results]) => describeRounds(results, dir)).join('\n');
}
