import { readFile, writeFile } from 'node:fs/promises';
import { resultsTable } from './results-table.ts';
import { everydayTable, loadTable } from './sizing-tables.ts';
import { readAllResults } from './stored-results.ts';

type MakeTable = (resultsByScenario: ReadonlyMap<string, unknown>) => string;

/** The tables of each page, by the name in their markers. */
const tablesByPage: Readonly<Record<string, Readonly<Record<string, MakeTable>>>> = {
  'bench/README.md': { results: resultsTable },
  'docs/operations/scale.md': { 'measured loads': loadTable, 'everyday use': everydayTable },
};

/** The pages with results, as they are and as they should be. */
export async function readResultPages(): Promise<{ name: string; before: string; after: string }[]> {
  const results = await readAllResults();
  return Promise.all(
    Object.entries(tablesByPage).map(async ([name, tables]) => {
      const before = await readFile(fileOf(name), 'utf8');
      const after = Object.entries(tables).reduce((text, [table, make]) => fill(text, table, make(results)), before);
      return { name, before, after };
    }),
  );
}

export async function writeResultPages(): Promise<void> {
  for (const { name, after } of await readResultPages()) await writeFile(fileOf(name), after);
}

/** The text with the table between its markers. */
export function fill(text: string, name: string, table: string): string {
  const [start, end] = [`<!-- ${name}: written by the benchmarks -->`, `<!-- end of ${name} -->`];
  const [startsAt, endsAt] = [text.indexOf(start), text.indexOf(end)];
  if (startsAt < 0 || endsAt < startsAt) throw new Error(`the markers of the ${name} are missing`);
  return `${text.slice(0, startsAt + start.length)}\n\n${table}\n\n${text.slice(endsAt)}`;
}

const fileOf = (name: string) => new URL(`../../${name}`, import.meta.url);
