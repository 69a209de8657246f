import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { headlines } from './headlines.ts';

const folder = new URL('../results/', import.meta.url);

/** The results of every scenario in the table that has been run, and the circumstances of each run. */
export async function readAllResults(): Promise<Map<string, unknown>> {
  const names = [...new Set(headlines.map(({ scenario }) => scenario)), 'circumstances'];
  const found = await Promise.all(names.map(async (name) => [name, await readResults(name)] as const));
  return new Map(found.filter(([, results]) => results !== null));
}

export async function writeResults(name: string, results: unknown) {
  await mkdir(folder, { recursive: true });
  await writeFile(new URL(`${name}.json`, folder), `${JSON.stringify(results, null, 2)}\n`);
}

export async function readResults(name: string): Promise<unknown> {
  const text = await readFile(new URL(`${name}.json`, folder), 'utf8').catch(() => null);
  return text === null ? null : JSON.parse(text);
}
