import { appendFile } from 'node:fs/promises';

/** The same seed chooses the same moments and victims; what the machine makes of them is its own. */
export const seed = Number(process.env['FAULTS_SEED'] ?? 20_261);

/** Asked for with `npm run test:faults`, and not only part of every test run. */
export const isLong = process.env['FAULTS_ROUNDS'] !== undefined;

/** A few with every test run; `npm run test:faults` asks for all of them, or for a number. */
export function roundsOf({ usual, all }: { usual: number; all: number }): number {
  const asked = process.env['FAULTS_ROUNDS'];
  if (asked === undefined) return usual;
  return asked === 'all' ? all : Number(asked);
}

/** One line for whoever watches, and one for the file that `npm run test:faults` keeps. */
export async function report(scenario: string, figures: Record<string, number>): Promise<void> {
  const said = Object.entries(figures).map(([name, value]) => `${name} ${value}`);
  process.stdout.write(`faults: ${scenario}, seed ${seed}: ${said.join(', ')}\n`);
  const file = process.env['FAULTS_RESULTS'];
  if (file !== undefined) await appendFile(file, `${JSON.stringify({ scenario, seed, ...figures })}\n`);
}
