import { mkdir, writeFile } from 'node:fs/promises';
import postgres from 'postgres';
import { startProgram } from './program.ts';

interface Stage {
  readonly program: Awaited<ReturnType<typeof startProgram>>;
  readonly sql: postgres.Sql;
}

/** Starts the program, plays the scenario on it, and keeps what came out under `results/`. */
export async function runScenario(name: string, play: (stage: Stage) => Promise<unknown>): Promise<void> {
  const program = await startProgram();
  const sql = postgres({ ...program.database, max: 1, onnotice: () => {} });
  try {
    const results = JSON.stringify(await play({ program, sql }), null, 2);
    process.stdout.write(`${results}\n`);
    await mkdir(new URL('../results/', import.meta.url), { recursive: true });
    await writeFile(new URL(`../results/${name}.json`, import.meta.url), `${results}\n`);
  } finally {
    await sql.end();
    await program.stop();
  }
}
