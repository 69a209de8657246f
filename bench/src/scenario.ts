import { saveResults } from './save-results.ts';
import { watchMachine } from './processes.ts';
import { type Program, startProgram } from './program.ts';
import { connectSql } from './sql.ts';
import type { Sql } from './sql.ts';

interface ScenarioContext {
  readonly program: Program;
  readonly sql: Sql;
}

const isSmall = process.env['BENCH_SMALL'] !== undefined;

/** A count of the scenario; with `--small` a smaller one, which shows that the scenario works but measures nothing. */
export function sized<Size>(full: Size, small: Size): Size {
  return isSmall ? small : full;
}

/** Starts the program, runs the scenario on it, and stores the results under `results/`. */
export async function runScenario(name: string, run: (context: ScenarioContext) => Promise<unknown>): Promise<void> {
  const program = await startProgram();
  const { sql, close } = connectSql(program.database);
  stopOnSignals(program);
  const machine = await watchMachine(process.pid);
  try {
    const results = await run({ program, sql });
    const circumstances = await machine();
    process.stdout.write(`${JSON.stringify({ circumstances, results }, null, 2)}\n`);
    if (!isSmall) await saveResults(name, results, circumstances);
  } finally {
    await close();
    await program.stop();
  }
}

/** Otherwise the program would exit a second later by itself, and leave its data behind. */
function stopOnSignals(program: Program) {
  const stop = async () => {
    await program.stop();
    process.exit(1);
  };
  process.once('SIGINT', () => void stop()).once('SIGTERM', () => void stop());
}
