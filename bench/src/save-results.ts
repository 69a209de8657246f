import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { compareResults, describeChanges } from './comparison.ts';
import { headlines } from './headlines.ts';
import { type Circumstances, fillTable } from './results-table.ts';

const folder = new URL('../results/', import.meta.url);
const readme = new URL('../README.md', import.meta.url);

/** Writes the results next to those of the other scenarios and into the table, and reports what has changed. */
export async function saveResults(name: string, results: unknown, circumstances: Circumstances): Promise<void> {
  const before = await readResults(name);
  const known = (await readResults('circumstances')) as Record<string, Circumstances> | null;
  await mkdir(folder, { recursive: true });
  await writeResults(name, results);
  await writeResults('circumstances', { ...known, [name]: circumstances });
  await writeFile(readme, fillTable(await readFile(readme, 'utf8'), await readAllResults()));
  if (before === null) return;
  const lines = describeChanges(compareResults(before, results));
  const text = lines.length === 0 ? 'Nothing differs from the results before by more than 15 %.' : lines.join('\n');
  process.stdout.write(`\n${name}, against the results before:\n${text}\n`);
}

/** The results of every scenario in the table that has been run, and the circumstances of each run. */
export async function readAllResults(): Promise<Map<string, unknown>> {
  const names = [...new Set(headlines.map(({ scenario }) => scenario)), 'circumstances'];
  const found = await Promise.all(names.map(async (name) => [name, await readResults(name)] as const));
  return new Map(found.filter(([, results]) => results !== null));
}

async function writeResults(name: string, results: unknown) {
  await writeFile(new URL(`${name}.json`, folder), `${JSON.stringify(results, null, 2)}\n`);
}

async function readResults(name: string): Promise<unknown> {
  const text = await readFile(new URL(`${name}.json`, folder), 'utf8').catch(() => null);
  return text === null ? null : JSON.parse(text);
}
