import { measureOneToOne } from '../one-core/one-to-one.ts';
import { say } from '../one-core/progress.ts';
import { cores, pinLoad } from '../pinning.ts';
import { runMeasurements, withProgram } from '../scenario.ts';

const parts = {
  'one-to-one': measureOneToOne,
};

const wanted = process.env['ONE_CORE']?.split(',') ?? Object.keys(parts);
const rounds = Number(process.env['ONE_CORE_ROUNDS'] ?? 1);

/** The program and its database on one core, the load on another. */
const problem = pinLoad();
if (problem === null) await runMeasurements('one-core', measureParts, { isKept: false });
else say(problem);

async function measureParts() {
  const results: Record<string, unknown[]> = {};
  for (let round = 1; round <= rounds; round += 1) {
    for (const [name, run] of Object.entries(parts)) {
      if (!wanted.includes(name)) continue;
      say(`round ${round} of ${rounds}: ${name}`);
      (results[name] ??= []).push(await withProgram(run, { core: cores.program }));
    }
  }
  return results;
}
