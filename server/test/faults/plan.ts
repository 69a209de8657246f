import { appendFile } from 'node:fs/promises';

/** The same seed chooses the same moments and victims; the timing of the machine still varies. */
export const seed = Number(process.env['FAULTS_SEED'] ?? 20_261);

/** True for `npm run test:faults`, false in an ordinary test run. */
export const isLong = process.env['FAULTS_ROUNDS'] !== undefined;

/** A few in every test run; `npm run test:faults` runs all of them, or a given number. */
export function roundsOf({ usual, all }: { usual: number; all: number }): number {
  const asked = process.env['FAULTS_ROUNDS'];
  if (asked === undefined) return usual;
  return asked === 'all' ? all : Number(asked);
}

/** Prints one line, and appends one to the results file of `npm run test:faults`. */
export async function report(scenario: string, figures: Record<string, number>): Promise<void> {
  const said = Object.entries(figures).map(([name, value]) => `${name} ${value}`);
  process.stdout.write(`faults: ${scenario}, seed ${seed}: ${said.join(', ')}\n`);
  const file = process.env['FAULTS_RESULTS'];
  if (file !== undefined) await appendFile(file, `${JSON.stringify({ scenario, seed, ...figures })}\n`);
}
