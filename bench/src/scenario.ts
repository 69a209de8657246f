import { saveResults } from './save-results.ts';
import { watchMachine } from './processes.ts';
import { type Program, startProgram } from './program.ts';
import { connectSql } from './sql.ts';
import type { Sql } from './sql.ts';

export interface ScenarioContext {
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
  await runMeasurements(name, () => withProgram(run));
}

interface MeasurementOptions {
  /** Results of another version of the program are not kept. */
  readonly isKept?: boolean;
  /** What is printed of the results. */
  readonly describe?: (results: unknown) => string;
}

/** Runs measurements that start their programs themselves, and stores the results under `results/`. */
export async function runMeasurements(
  name: string,
  run: () => Promise<unknown>,
  { isKept = true, describe = (results) => JSON.stringify(results, null, 2) }: MeasurementOptions = {},
): Promise<void> {
  const machine = await watchMachine(process.pid);
  const results = await run();
  const circumstances = await machine();
  process.stdout.write(`${describe(results)}\n${JSON.stringify({ circumstances })}\n`);
  if (!isSmall && isKept) await saveResults(name, results, circumstances);
}

/** Starts the program for as long as `run` takes. */
export async function withProgram<Result>(
  run: (context: ScenarioContext) => Promise<Result>,
  placement?: Parameters<typeof startProgram>[1],
): Promise<Result> {
  const program = await startProgram({}, placement);
  const { sql, close } = connectSql(program.database);
  const stopWatching = stopOnSignals(program);
  try {
    return await run({ program, sql });
  } finally {
    await close();
    await program.stop();
    stopWatching();
  }
}

/** Otherwise the program would exit a second later by itself, and leave its data behind. */
function stopOnSignals(program: Program): () => void {
  const stop = async () => {
    await program.stop();
    process.exit(1);
  };
  const handle = () => void stop();
  process.once('SIGINT', handle).once('SIGTERM', handle);
  return () => void process.off('SIGINT', handle).off('SIGTERM', handle);
}
