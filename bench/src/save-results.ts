import { compareResults, describeChanges } from './comparison.ts';
import { writeResultPages } from './result-pages.ts';
import type { Circumstances } from './results-table.ts';
import { readResults, writeResults } from './stored-results.ts';

/** Writes the results next to those of the other scenarios and into the pages, and reports what has changed. */
export async function saveResults(name: string, results: unknown, circumstances: Circumstances): Promise<void> {
  const before = await readResults(name);
  const known = (await readResults('circumstances')) as Record<string, Circumstances> | null;
  await writeResults(name, results);
  await writeResults('circumstances', { ...known, [name]: circumstances });
  await writeResultPages();
  if (before === null) return;
  const lines = describeChanges(compareResults(before, results));
  const text = lines.length === 0 ? 'Nothing differs from the results before by more than 15 %.' : lines.join('\n');
  process.stdout.write(`\n${name}, against the results before:\n${text}\n`);
}
